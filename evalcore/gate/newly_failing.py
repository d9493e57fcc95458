"""Cases that passed in the baseline and fail now, by category and difficulty."""

from __future__ import annotations

from dataclasses import dataclass
from fractions import Fraction

import numpy as np

from evalcore.comparison.cells import members
from evalcore.comparison.matching import Longs, Pairs
from evalcore.gate.bounds import at_most
from evalcore.model.ratios import Mask
from evalcore.model.words import RuleStatus, State

DIMENSIONS = ("category", "difficulty")


@dataclass(frozen=True, slots=True, kw_only=True)
class Cell:
    """One category or difficulty, with its newly failing cases.

    ``value`` is None for the cases that say no category (or difficulty): they are a cell too,
    so that a case cannot escape by saying nothing. ``may_fail`` have no outcome.
    """

    dimension: str
    value: str | None
    failing: tuple[str, ...]
    may_fail: tuple[str, ...]
    status: RuleStatus
    limit: int


def worst_cell(pairs: Pairs, kept: Mask, limit: int) -> Cell:
    """The newly failing among the kept pairs (m,), counted in every cell: ``limit`` in each."""
    before, after = pairs.before, pairs.after
    failed = kept & after.is_state(State.FAIL, State.LOST)[pairs.candidate]
    no_outcome = kept & after.is_state(State.ERROR, State.UNDECIDED)[pairs.candidate]
    unknown = ~before.known[pairs.base]
    failing = failed & pairs.passed_before
    may_fail = (failed & unknown) | (no_outcome & (pairs.passed_before | unknown))
    rows = np.flatnonzero(failing | may_fail)
    cells = [
        _cell(pairs, dimension, value, np.array(chosen), failing, may_fail, limit)
        for dimension in DIMENSIONS
        for value, chosen in members(pairs, dimension, rows).items()
    ]
    return max(cells, key=_weight, default=_none(limit))


def _cell(
    pairs: Pairs,
    dimension: str,
    value: str | None,
    chosen: Longs,
    failing: Mask,
    may_fail: Mask,
    limit: int,
) -> Cell:
    certain, open_ = chosen[failing[chosen]].tolist(), chosen[may_fail[chosen]].tolist()
    low, high = Fraction(len(certain)), Fraction(len(certain) + len(open_))
    return Cell(
        dimension=dimension,
        value=value,
        failing=tuple(pairs.case(pair).id for pair in certain),
        may_fail=tuple(pairs.case(pair).id for pair in open_),
        status=at_most(low, high, Fraction(limit)),
        limit=limit,
    )


_URGENT = (RuleStatus.HOLDS, RuleStatus.NOT_EVALUATED, RuleStatus.FAILS)


def _weight(cell: Cell) -> tuple[int, int, int, bool]:
    """Failing before open; most newly failing, then most open; what is named before silence."""
    urgency = _URGENT.index(cell.status)
    return urgency, len(cell.failing), len(cell.may_fail), cell.value is not None


def _none(limit: int) -> Cell:
    return Cell(
        dimension=DIMENSIONS[0],
        value=None,
        failing=(),
        may_fail=(),
        status=RuleStatus.HOLDS,
        limit=limit,
    )
