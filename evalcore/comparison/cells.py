"""The shared cases by category, difficulty, domain and type."""

from __future__ import annotations

from collections import defaultdict
from collections.abc import Iterator, Sequence
from dataclasses import dataclass
from operator import attrgetter

import numpy as np

from evalcore.comparison.changing import Floats, Signs, values
from evalcore.comparison.matching import Longs, Pairs
from evalcore.model.comparison import CellChange
from evalcore.model.ratios import Mask

DIMENSIONS = ("category", "difficulty", "domain", "type")


@dataclass(frozen=True, eq=False, kw_only=True)
class _Table:
    """What the cells are cut from; everything by pair."""

    pairs: Pairs
    signs: Signs
    failing: Mask
    passing: Mask
    before: Floats
    after: Floats


def cells_of(pairs: Pairs, signs: Signs, flipped: Mask) -> tuple[CellChange, ...]:
    """A cell for each value of each dimension, over the pairs with an outcome in both runs.

    Dimensions in the order of ``DIMENSIONS``, values in alphabetical order. A case that does
    not say its category is in no cell of that dimension. The candidate's golden set labels.
    """
    table = _Table(
        pairs=pairs,
        signs=signs,
        failing=flipped & pairs.passed_before,
        passing=flipped & pairs.passed_after,
        before=values(pairs.before.measured, "quality")[pairs.base],
        after=values(pairs.after.measured, "quality")[pairs.candidate],
    )
    return tuple(cell for dimension in DIMENSIONS for cell in _cells(table, dimension))


def members(pairs: Pairs, dimension: str, chosen: Longs) -> dict[str | None, list[int]]:
    """The chosen pairs by what their case says of a dimension; None where it says nothing."""
    found: dict[str | None, list[int]] = defaultdict(list)
    said, cases = attrgetter(dimension), pairs.after.cases
    for pair, index in zip(chosen.tolist(), pairs.candidate[chosen].tolist(), strict=True):
        found[said(cases[index])].append(pair)
    return dict(found)


def _cells(table: _Table, dimension: str) -> Iterator[CellChange]:
    found = members(table.pairs, dimension, np.flatnonzero(table.pairs.known))
    for value in sorted(value for value in found if value is not None):
        yield _cell(table, dimension, value, np.array(found[value]))


def _cell(table: _Table, dimension: str, value: str, chosen: Longs) -> CellChange:
    return CellChange(
        dimension=dimension,
        value=value,
        n=len(chosen),
        improved=int((table.signs[chosen] > 0).sum()),
        worsened=int((table.signs[chosen] < 0).sum()),
        newly_failing=_ids(table, chosen[table.failing[chosen]].tolist()),
        newly_passing=_ids(table, chosen[table.passing[chosen]].tolist()),
        quality_before=_mean(table.before[chosen]),
        quality_after=_mean(table.after[chosen]),
    )


def _ids(table: _Table, chosen: Sequence[int]) -> tuple[str, ...]:
    return tuple(table.pairs.case(pair).id for pair in chosen)


def _mean(values_: Floats) -> float | None:
    known = values_[~np.isnan(values_)]
    return float(known.mean()) if len(known) else None
