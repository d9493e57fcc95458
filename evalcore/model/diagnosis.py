"""Why a case failed: one finding a probe, all findings in order as the trail."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass, field
from enum import StrEnum
from typing import Any

from evalcore.model.message import Message


class ProbeName(StrEnum):
    """The questions of the diagnosis, in their order (chapter 17, design.md section 6)."""

    CASE = "case"
    SPLIT = "split"
    DESCRIPTION = "description"
    LABELS = "labels"
    INDEX = "index"
    DISPLACED = "displaced"
    EMBEDDING = "embedding"


class Answer(StrEnum):
    """What one probe answers.

    ``CONFIRMED``: the defect is there and undoing it brings the chunk above the cutoff;
    a defect alone is ``SUSPECTED``. ``NO_DATA``: it could not be asked. ``NOT_ASKED``: an
    earlier probe settled it.
    """

    CONFIRMED = "confirmed"
    SUSPECTED = "suspected"
    RULED_OUT = "ruled out"
    NO_DATA = "no data"
    NOT_ASKED = "not asked"


class Certainty(StrEnum):
    """How sure the diagnosis of a case is."""

    CONFIRMED = "confirmed"
    SUSPECTED = "suspected"
    NONE = "none"


@dataclass(frozen=True, slots=True, kw_only=True)
class Asked:
    """A question put to the index for a probe, and the rank that came back (None: not found)."""

    what: str
    rank: int | None
    failed: str | None = None


@dataclass(frozen=True, slots=True, kw_only=True)
class Finding:
    """One probe's answer for one buried chunk.

    ``evidence`` is data (strict JSON values) that a person can check with their eyes;
    ``sentence`` says it in words. ``chapter`` is the book's, as the seed gives it ("10").
    """

    probe: ProbeName
    answer: Answer
    sentence: Message
    evidence: Mapping[str, Any] = field(default_factory=dict)
    repair: Message | None = None
    chapter: str | None = None
    asked: tuple[Asked, ...] = ()


@dataclass(frozen=True, slots=True, kw_only=True)
class Displacer:
    """A result that stands above a buried chunk, and what is known of it."""

    chunk_id: str
    rank: int
    score: float | None
    domain: str | None
    batch: str | None
    valid_to: str | None
    likeness: float
    """Share of likeness (0-1) of its text with the buried chunk's."""
    old_version: bool = False
    maybe_unlabelled: bool = False


@dataclass(frozen=True, slots=True, kw_only=True)
class ChunkTrail:
    """Every probe's finding for one buried chunk, in order, and who stands above it."""

    chunk_id: str
    rank: int | None
    findings: tuple[Finding, ...]
    displacers: tuple[Displacer, ...] = ()

    @property
    def leading(self) -> Finding | None:
        """The first confirmed finding, else the first suspected one: the diagnosis."""
        for wanted in (Answer.CONFIRMED, Answer.SUSPECTED):
            for finding in self.findings:
                if finding.answer is wanted:
                    return finding
        return None


@dataclass(frozen=True, slots=True, kw_only=True)
class Trail:
    """The diagnosis of one failed case: one trail for each of its buried chunks."""

    case_id: str
    chunks: tuple[ChunkTrail, ...]

    @property
    def leading(self) -> ChunkTrail | None:
        """The chunk whose diagnosis is surest; among equals the earliest probe leads."""
        order = tuple(ProbeName)
        told = [(chunk, found) for chunk in self.chunks if (found := chunk.leading) is not None]
        if not told:
            return self.chunks[0] if self.chunks else None
        return min(
            told, key=lambda it: (it[1].answer is not Answer.CONFIRMED, order.index(it[1].probe))
        )[0]

    @property
    def diagnosis(self) -> Finding | None:
        """The finding that explains the case, or None."""
        return None if self.leading is None else self.leading.leading

    @property
    def certainty(self) -> Certainty:
        """How sure that is."""
        found = self.diagnosis
        return Certainty.NONE if found is None else Certainty(found.answer.value)
