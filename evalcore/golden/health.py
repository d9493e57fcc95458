"""Which cases the manifest still bears out: re-chunked is broken, a vanished fact is lost."""

from __future__ import annotations

from collections.abc import Iterable, Iterator, Mapping, Sequence
from dataclasses import dataclass
from itertools import groupby

from evalcore.model.case import Case, Expected
from evalcore.model.exam import Exam
from evalcore.model.manifest import Manifest
from evalcore.model.words import Level, State


@dataclass(frozen=True, slots=True, kw_only=True)
class Health:
    """Cases that cannot be counted as they stand, by case id, with the ids that are gone.

    ``broken``: an annotated chunk is gone, but its quote stands in another chunk, or there is
    no quote to tell by. ``lost``: chunk and quote are both gone (design.md, section 3).
    ``missing`` names the annotated ids that the manifest lacks, also where an any-of partner
    still stands in for them and the case stays sound. ``may_be_gold`` are broken cases of which
    nothing says that the chunk gone was no curated synthesis: neither the label itself nor the
    chunks in which its quote stands now.
    """

    broken: frozenset[str]
    lost: frozenset[str]
    missing: Mapping[str, tuple[str, ...]]
    may_be_gold: frozenset[str] = frozenset()

    def state(self, case_id: str) -> State | None:
        """LOST or BROKEN, or None for a sound case."""
        if case_id in self.lost:
            return State.LOST
        return State.BROKEN if case_id in self.broken else None


SOUND = Health(broken=frozenset(), lost=frozenset(), missing={})
"""Nothing is known against any case: what holds without a manifest."""


def health_of(cases: Iterable[Case], manifest: Manifest | None, exam: Exam) -> Health:
    """Check every relevant label against the manifest; without a manifest all are sound."""
    if manifest is None:
        return SOUND
    known = _known_ids(manifest, exam.level)
    texts = _Texts(manifest)
    broken: set[str] = set()
    lost: set[str] = set()
    missing: dict[str, tuple[str, ...]] = {}
    may_be_gold: set[str] = set()
    for case in cases:
        relevant = [label for label in case.expected if label.grade >= exam.min_grade]
        gone = [label for label in relevant if label.chunk_id not in known]
        if not gone:
            continue
        missing[case.id] = tuple(label.chunk_id for label in gone)
        for unit in _units(case, relevant):
            if any(label.chunk_id in known for label in unit):
                continue
            (broken if _unit_is_broken(unit, texts) else lost).add(case.id)
            if manifest.says_gold and any(texts.may_be_gold(label) for label in unit):
                may_be_gold.add(case.id)
    return Health(
        broken=frozenset(broken - lost),
        lost=frozenset(lost),
        missing=missing,
        may_be_gold=frozenset(may_be_gold),
    )


def _known_ids(manifest: Manifest, level: Level) -> frozenset[str]:
    if level is Level.DOCUMENT:
        return manifest.document_ids
    return frozenset(manifest.by_id)


def _units(case: Case, relevant: Sequence[Expected]) -> Iterator[list[Expected]]:
    """The sets of labels of which one is enough."""
    if case.any_suffices:
        yield list(relevant)
        return
    grouped = sorted((label for label in relevant if label.group), key=_group)
    for _, unit in groupby(grouped, key=_group):
        yield list(unit)
    for label in relevant:
        if not label.group:
            yield [label]


def _group(label: Expected) -> str:
    return label.group or ""


def _unit_is_broken(unit: Sequence[Expected], texts: _Texts) -> bool:
    """Re-chunked, as far as anything can tell: a quote survives, or there is none to look for."""
    return any(not label.quote or texts.hold(label.quote) for label in unit)


class _Texts:
    """The manifest's texts, joined only when a chunk is gone and its quote must be looked for."""

    def __init__(self, manifest: Manifest) -> None:
        self._manifest = manifest
        self._joined: str | None = None

    def hold(self, quote: str) -> bool:
        """Whether the quote stands in a chunk; a manifest without texts rules out no quote."""
        if self._joined is None:
            self._joined = "\n\x00\n".join(chunk.text or "" for chunk in self._manifest.chunks)
        return quote in self._joined or not self._joined.strip("\n\x00")

    def may_be_gold(self, label: Expected) -> bool:
        """Whether the chunk gone may have been gold: by its label, else by where its quote is."""
        if label.gold is not None:
            return label.gold
        quote = label.quote
        holders = [c for c in self._manifest.chunks if quote and quote in (c.text or "")]
        return not holders or any(chunk.is_gold for chunk in holders)
