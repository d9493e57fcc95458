"""What the diagnosis said of damages whose kind is known: counts, shares, intervals."""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterable, Sequence
from dataclasses import dataclass

from evalcore.model.diagnosis import ProbeName
from evalcore.stats.binomial import interval

NOTHING = "nothing"
"""The column of failures that no probe explains."""


@dataclass(frozen=True, kw_only=True)
class Named:
    """One failing case: what was done to it, and what the diagnosis calls it.

    ``kind`` None is a failure without any damage. ``said`` is a probe's name or ``NOTHING``.
    """

    corpus: str
    kind: ProbeName | None
    variant: str
    case_id: str
    said: str
    certainty: str
    confirmed: tuple[str, ...] = ()
    """Every probe that is sure, of any buried chunk of the case."""

    @property
    def is_right(self) -> bool:
        """Whether the damage was named."""
        return self.kind is not None and self.said == self.kind.value


@dataclass(frozen=True, kw_only=True)
class Share:
    """``right`` of ``all``, with the exact 95 % interval."""

    right: int
    all: int

    @property
    def value(self) -> float | None:
        """The share; None of nothing."""
        return self.right / self.all if self.all else None

    @property
    def interval(self) -> tuple[float, float]:
        """Clopper and Pearson's."""
        return interval(self.right, self.all)

    def __str__(self) -> str:
        if self.value is None:
            return "–"
        low, high = self.interval
        return f"{self.right}/{self.all} = {self.value:.1%} ({low:.1%} to {high:.1%})"


def share(found: Iterable[Named]) -> Share:
    """How many damages were named."""
    rows = list(found)
    return Share(right=sum(row.is_right for row in rows), all=len(rows))


def confirmed(found: Iterable[Named]) -> Share:
    """How many of the damages that were named were also confirmed by their repair."""
    rows = [row for row in found if row.is_right]
    return Share(right=sum(row.certainty == "confirmed" for row in rows), all=len(rows))


def matrix(found: Sequence[Named]) -> dict[str, Counter[str]]:
    """Counts by what was done (rows) and what was said (columns)."""
    rows: dict[str, Counter[str]] = {}
    for row in found:
        kind = NOTHING if row.kind is None else row.kind.value
        rows.setdefault(kind, Counter())[row.said] += 1
    return rows


INNOCENT = (ProbeName.SPLIT, ProbeName.DESCRIPTION, ProbeName.LABELS, ProbeName.INDEX)
"""What must never be confirmed where nothing was damaged."""


def wrongly_confirmed(found: Iterable[Named]) -> list[Named]:
    """Undamaged failures of which the diagnosis is sure that the index is at fault."""
    guilty = {name.value for name in INNOCENT}
    return [row for row in found if row.kind is None and guilty & set(row.confirmed)]
