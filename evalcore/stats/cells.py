"""Values gathered into cells, so that a resample draws counts of cells instead of cases."""

from __future__ import annotations

from dataclasses import dataclass

import numpy as np
import numpy.typing as npt

Floats = npt.NDArray[np.float64]
Longs = npt.NDArray[np.int64]


@dataclass(frozen=True, eq=False)
class Cells:
    """Cells of near or equal values: how many are in each, their mean and variance; (u,)."""

    counts: Longs
    means: Floats
    variances: Floats


def cells_of(values: Floats, *, few: int, small: int) -> Cells | None:
    """Cells that stand for ``values`` (n,) in a bootstrap of the mean.

    With at most ``few`` distinct values each is a cell, and nothing is approximated. Beyond
    that: None up to ``small`` values (draw them singly); for more, ``few`` cells of
    neighbouring values. What is drawn inside such a cell then counts with the cell's mean and
    variance as a normal sum: by construction the mean and variance over resamples are those
    of the bootstrap, and the part so described is about 1 / few**2 of the spread, far below
    what a change of seed does.
    """
    ordered = np.sort(values)
    opens = np.flatnonzero(np.concatenate([[True], ordered[1:] != ordered[:-1]]))
    if len(opens) > few:
        if len(values) <= small:
            return None
        opens = np.unique(np.linspace(0, len(values), few, endpoint=False, dtype=np.int64))
    ends = np.append(opens[1:], len(values))
    counts = ends - opens
    equal = ordered[opens] == ordered[ends - 1]
    means = np.where(equal, ordered[opens], np.add.reduceat(ordered, opens) / counts)
    deviations = ordered - np.repeat(means, counts)
    variances = np.add.reduceat(deviations**2, opens) / counts
    return Cells(counts=counts, means=means, variances=variances)


def identical_rows(matrix: Floats) -> tuple[Floats, Longs]:
    """The distinct rows of ``matrix`` (n, m) and how often each occurs."""
    order = np.lexsort(matrix.T)
    ordered = matrix[order]
    opens = np.flatnonzero(np.concatenate([[True], (ordered[1:] != ordered[:-1]).any(axis=1)]))
    return ordered[opens], np.diff(np.append(opens, len(matrix)))
