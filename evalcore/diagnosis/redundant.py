"""Results that say what an expected chunk says: redundancy, which is not noise (chapter 17)."""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from dataclasses import dataclass

from evalcore.diagnosis.words import content, likeness
from evalcore.model.case import Case
from evalcore.model.exam import Exam
from evalcore.model.manifest import Chunk, Manifest
from evalcore.model.words import Level

ALIKE = 0.9
"""Texts from this likeness on say the same in other words; the probes call it nearly equal."""

_SHARED = 0.6


@dataclass(frozen=True, slots=True, kw_only=True)
class Redundant:
    """A result that is no label of its case and nearly equal to a chunk the case expects."""

    case: int
    rank: int
    chunk_id: str
    like: str
    likeness: float


def redundant_neighbours(
    index: int, case: Case, results: Sequence[str], manifest: Manifest, exam: Exam
) -> Iterator[Redundant]:
    """The redundant ones among ``results`` (the first K of the case at ``index``), by rank.

    Only chunks whose texts the manifest keeps can be told; nothing for suites of documents.
    """
    if exam.level is Level.DOCUMENT:
        return
    labelled = {label.chunk_id for label in case.expected}
    relevant = (label for label in case.expected if label.grade >= exam.min_grade)
    expected = [c for label in relevant if (c := manifest.by_id.get(label.chunk_id)) is not None]
    for rank, chunk_id in enumerate(results, start=1):
        chunk = manifest.by_id.get(chunk_id)
        if chunk is None or chunk_id in labelled:
            continue
        found = max(((_likeness(chunk, one), one.chunk_id) for one in expected), default=(0.0, ""))
        if found[0] >= ALIKE:
            yield Redundant(
                case=index, rank=rank, chunk_id=chunk_id, like=found[1], likeness=found[0]
            )


def _likeness(one: Chunk, other: Chunk) -> float:
    """The likeness of two texts; 0 at once where they share too few words to be alike."""
    if not one.text or not other.text:
        return 0.0
    mine, theirs = content(one.text), content(other.text)
    shared = len(mine & theirs)
    if shared < _SHARED * max(len(mine), len(theirs)):
        return 0.0
    return likeness(one.text, other.text)
