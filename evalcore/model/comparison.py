"""What changed between two runs: case by case, measure by measure, chunk by chunk."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass, field
from enum import StrEnum
from fractions import Fraction
from typing import Any

from evalcore.model.message import Message
from evalcore.model.words import State


class Change(StrEnum):
    """What became of a case from base to candidate. Every case has exactly one."""

    IMPROVED = "improved"
    WORSENED = "worsened"
    WITHIN_NOISE = "within_noise"
    NOT_COMPARABLE = "not_comparable"


@dataclass(frozen=True, slots=True, kw_only=True)
class Move:
    """One expected chunk in both rankings; rank None where it is absent within the depth."""

    chunk_id: str
    grade: int
    gold: bool
    rank_before: int | None
    rank_after: int | None


@dataclass(frozen=True, slots=True, kw_only=True)
class Displacement:
    """A chunk that now stands above a buried expected chunk and did not before.

    ``rank_before`` is None where it was not in the list; ``new`` where the base's manifest did
    not hold it at all (None where a manifest is missing).
    """

    chunk_id: str
    batch: str | None
    rank_before: int | None
    rank_after: int
    new: bool | None = None


@dataclass(frozen=True, slots=True, kw_only=True)
class CaseChange:
    """One case in both runs. ``flipped``: it crossed from pass to not pass, or back.

    A case that only one run has, or whose content differs, is not comparable; ``reason`` says
    so and the other fields are empty. Qualities run from 0 to 100. ``displacers`` are told of a
    worsened case: those above the expected chunk that sank deepest.
    """

    case_id: str
    change: Change
    flipped: bool = False
    state_before: State | None = None
    state_after: State | None = None
    quality_before: Fraction | None = None
    quality_after: Fraction | None = None
    moves: tuple[Move, ...] = ()
    displacers: tuple[Displacement, ...] = ()
    reason: Message | None = None


@dataclass(frozen=True, slots=True, kw_only=True)
class MeasureChange:
    """A mean over the n shared cases in both runs; delta = candidate - base.

    ``low`` and ``high`` are the 95 % interval of delta, ``p`` the two-sided paired
    randomisation test, ``p_holm`` the same within the family of all measures shown.
    ``resolvable`` is the smallest change of the mean that these cases could show at all; None
    where no outcome could be significant. Everything is None where nothing was measured.
    """

    base: float | None
    candidate: float | None
    delta: float | None
    low: float | None
    high: float | None
    p: float | None
    p_holm: float | None
    resolvable: float | None
    n: int


@dataclass(frozen=True, slots=True, kw_only=True)
class CellChange:
    """The shared cases of one category, difficulty, domain or type (``dimension``)."""

    dimension: str
    value: str
    n: int
    improved: int
    worsened: int
    newly_failing: tuple[str, ...]
    newly_passing: tuple[str, ...]
    quality_before: float | None
    quality_after: float | None


@dataclass(frozen=True, slots=True, kw_only=True)
class ManifestDiff:
    """Chunk ids by what became of them, and ids of batches that only the candidate has."""

    added: tuple[str, ...] = ()
    removed: tuple[str, ...] = ()
    changed: tuple[str, ...] = ()
    new_batches: tuple[str, ...] = ()


@dataclass(frozen=True, slots=True, kw_only=True)
class Difference:
    """One named thing that is not the same in both runs: retriever, policy, golden set ..."""

    name: str
    base: Any
    candidate: Any


@dataclass(frozen=True, slots=True, kw_only=True)
class Comparison:
    """Two runs of one exam, matched by case id and content hash.

    ``cases`` are all that either run examined, those that changed verdict first; blind ones are
    not among them. ``shared`` counts those with an outcome in both. ``manifest`` is
    None where one of the runs has none.
    """

    base: str
    candidate: str
    differences: tuple[Difference, ...]
    shared: int
    cases: tuple[CaseChange, ...]
    measures: Mapping[str, MeasureChange] = field(default_factory=dict)
    cells: tuple[CellChange, ...] = ()
    manifest: ManifestDiff | None = None

    def having(self, change: Change) -> tuple[CaseChange, ...]:
        """The cases with this change."""
        return tuple(case for case in self.cases if case.change is change)

    @property
    def flipped(self) -> tuple[CaseChange, ...]:
        """The cases that crossed from pass to not pass, or back."""
        return tuple(case for case in self.cases if case.flipped)
