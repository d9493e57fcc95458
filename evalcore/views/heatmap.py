"""The cases of a run by domain and one other property: a value with its interval in each cell."""

from __future__ import annotations

from collections import Counter
from collections.abc import Sequence
from dataclasses import dataclass
from functools import cached_property

import numpy as np
import numpy.typing as npt

from evalcore.model.case_table import column as field_of
from evalcore.model.estimate import Estimate
from evalcore.model.examination import Examination
from evalcore.model.ratios import Mask, Ratios
from evalcore.model.run import StoredRun
from evalcore.model.words import State
from evalcore.stats.estimate import estimate
from evalcore.views.heatmap_axes import By, Value, column_values

MOST = 20
"""Rows and columns that are drawn, those with the most cases; all cells are in the table."""
FEW = 5
"""A cell with fewer measured cases is drawn as uncertain."""
_SEED = 17
_QUALITY = (0, 100)


@dataclass(frozen=True, slots=True, kw_only=True)
class Cell:
    """The counted cases of one row and column; "" stands for cases that say nothing there.

    ``estimate`` is over the n measured of N counted; its mean is None where none was measured.
    ``failed`` counts failures, ``open`` cases without an outcome: they are never passes.
    ``others`` is True where cases that are not counted share row and column.
    """

    row: str
    column: str
    estimate: Estimate
    failed: int
    open: int
    others: bool = False

    @property
    def is_small(self) -> bool:
        """Too few measured cases for its colour to be believed."""
        return self.estimate.n < FEW


@dataclass(frozen=True, eq=False, kw_only=True)
class Heatmap:
    """Cells with cases, by row and column; ``rows`` and ``columns`` worst first.

    ``change`` marks cells that hold a difference to the baseline instead of a value.
    """

    by: By
    value: Value
    rows: tuple[str, ...]
    columns: tuple[str, ...]
    cells: tuple[Cell, ...]
    change: bool = False

    @cached_property
    def drawn(self) -> tuple[Cell, ...]:
        """The cells in the rows and columns that are drawn."""
        rows, columns = set(self.rows[:MOST]), set(self.columns[:MOST])
        return tuple(one for one in self.cells if one.row in rows and one.column in columns)


@dataclass(frozen=True, eq=False)
class Readings:
    """One value of every case: exact where it is rational, and where it applies and is known."""

    values: npt.NDArray[np.float64]
    ratios: Ratios | None
    applicable: Mask
    known: Mask
    bounds: tuple[int, int]
    lower_is_better: bool

    def over(self, cases: Mask) -> Estimate:
        """The mean over some cases with its interval, its bounds and n/N."""
        return estimate(
            self.values,
            applicable=self.applicable & cases,
            known=self.known,
            rng=np.random.default_rng(_SEED),
            bounds=self.bounds,
            higher_is_better=not self.lower_is_better,
            ratios=self.ratios,
        )


def heatmap_of(run: StoredRun, by: By, value: Value) -> Heatmap:
    """The map of one run. A case that leans on several batches counts in each of them."""
    readings = readings_of(run.examination, value)
    return build(run, by, value, readings)


def build(
    run: StoredRun, by: By, value: Value, readings: Readings, *, change: bool = False
) -> Heatmap:
    """The map of any reading of a run's cases."""
    examination = run.examination
    places = _places(run, by)
    failed = examination.is_state(State.FAIL, State.LOST)
    still_open = examination.is_state(State.ERROR, State.UNDECIDED)
    cells = []
    for (row, column), members in places.items():
        mask = np.zeros(len(examination.cases), dtype=np.bool_)
        mask[members] = True
        counted = mask & examination.counted
        found = readings.over(mask)
        if found.N:
            cells.append(
                Cell(
                    row=row,
                    column=column,
                    estimate=found,
                    failed=int((counted & failed).sum()),
                    open=int((counted & still_open).sum()),
                    others=bool((mask & ~examination.counted).any()),
                )
            )
    return Heatmap(
        by=by,
        value=value,
        rows=_ordered(cells, [cell.row for cell in cells]),
        columns=_ordered(cells, [cell.column for cell in cells]),
        cells=tuple(cells),
        change=change,
    )


def readings_of(examination: Examination, value: Value) -> Readings:
    """The value of every case. Noise is read of passing cases only, as the gate does."""
    measured = examination.measured
    counted, known = examination.counted, examination.known
    bounds = (0, 1)
    if value is Value.FAILING:
        failed = examination.is_state(State.FAIL, State.LOST).astype(np.int64)
        ratios = Ratios(failed, np.ones_like(failed))
    elif value is Value.NOISE:
        ratios = measured.noise
        passing = examination.is_state(State.PASS)
        counted = counted & ((passing & ratios.defined) | ~known)
    else:
        ratios = measured.quality if value is Value.QUALITY else measured.recall
        bounds = _QUALITY if value is Value.QUALITY else bounds
    return Readings(ratios.values(), ratios, counted, known, bounds, value.lower_is_better)


def worst_cells(found: Heatmap, most: int = 10) -> tuple[Cell, ...]:
    """The cells with bad news, the surest first: by the end of the interval nearest to fine.

    A cell of two cases that both fail is worse than one of twenty with half of them failing,
    but is known less well; the interval settles it.
    """
    bad = [one for one in found.cells if is_bad(found, one)]
    return tuple(sorted(bad, key=lambda one: _surely_bad(found, one), reverse=True)[:most])


def surely_worse(found: Heatmap) -> int:
    """Cells of a change whose interval lies wholly on the bad side."""
    ends = ((one.estimate.low, one.estimate.high) for one in found.cells)
    known = [(low, high) for low, high in ends if low is not None and high is not None]
    return sum(low > 0 if found.value.lower_is_better else high < 0 for low, high in known)


def is_bad(found: Heatmap, cell: Cell) -> bool:
    """Whether a cell shows anything to look at: not the best value there is, or a fall."""
    mean = cell.estimate.mean
    if mean is None:
        return False
    if found.change:
        return mean > 0 if found.value.lower_is_better else mean < 0
    best = {Value.RECALL: 1.0, Value.QUALITY: 100.0}.get(found.value, 0.0)
    return mean != best


def _surely_bad(found: Heatmap, cell: Cell) -> tuple[float, float]:
    it = cell.estimate
    if it.mean is None or it.low is None or it.high is None:
        return (-np.inf, -np.inf)
    return (it.low, it.mean) if found.value.lower_is_better else (-it.high, -it.mean)


def _places(run: StoredRun, by: By) -> dict[tuple[str, str], list[int]]:
    """Cases by row and column; the reserve is told only as an aggregate, never here."""
    examination = run.examination
    cases = examination.cases
    hidden = np.array(field_of(cases, "blind"), np.bool_) | examination.is_state(State.BLIND)
    rows = zip(field_of(cases, "domain"), column_values(run, by), hidden.tolist(), strict=True)
    places: dict[tuple[str, str], list[int]] = {}
    for index, (domain, names, secret) in enumerate(rows):
        if not secret:
            for name in names:
                places.setdefault((domain or "", name), []).append(index)
    return places


def _ordered(cells: Sequence[Cell], names: Sequence[str]) -> tuple[str, ...]:
    """Names with the most failures first, then the most cases; the nameless last."""
    failed: Counter[str] = Counter()
    cases: Counter[str] = Counter()
    for name, cell in zip(names, cells, strict=True):
        failed[name] += cell.failed
        cases[name] += cell.estimate.N
    return tuple(sorted(cases, key=lambda n: (not n, -failed[n], -cases[n], n)))
