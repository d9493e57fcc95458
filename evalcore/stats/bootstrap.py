"""Percentile bootstrap intervals of means (Efron, 1979); every draw comes from the caller's rng."""

from __future__ import annotations

from collections.abc import Iterator

import numpy as np
import numpy.typing as npt

from evalcore.stats.binomial import LEVEL
from evalcore.stats.cells import Cells, cells_of, identical_rows

Floats = npt.NDArray[np.float64]

RESAMPLES = 2000
_DRAWS_PER_BLOCK = 2**21
_FEW = 64
"""Up to so many distinct values (or rows), counts are drawn instead of cases."""
_SPREAD = 8
"""Drawing the count of a cell costs as much as drawing so many cases."""
_SMALL = 1000
"""Up to so many cases, drawing them one by one costs less than binning them."""


def mean_interval(
    values: Floats,
    *,
    rng: np.random.Generator,
    resamples: int = RESAMPLES,
    level: float = LEVEL,
) -> tuple[float, float]:
    """(low, high): where the mean of ``values`` (n,) falls in ``level`` of the resamples.

    Deterministic for a given state of ``rng``. Few distinct values: how often each is drawn is
    multinomial, so the counts are drawn, which is the same bootstrap. Many values of many
    cases: see ``cells_of``. Otherwise the cases are drawn. Raises ``ValueError`` for no values
    and for NaN. Where all values are equal it has no width: ``interval_of`` is for that.
    """
    _check(values)
    values = np.sort(values)  # so that the order of the cases changes nothing
    cells = cells_of(values, few=_FEW, small=_SMALL)
    means = _drawn(values, resamples, rng) if cells is None else _counted(cells, resamples, rng)
    low, high = np.quantile(means, _tails(level))
    return float(low), float(high)


def mean_intervals(
    matrix: Floats,
    *,
    rng: np.random.Generator,
    resamples: int = RESAMPLES,
    level: float = LEVEL,
) -> tuple[Floats, Floats]:
    """(low, high), each (m,), of the means of the columns of ``matrix`` (n, m).

    All columns share their resamples of the n cases, so that differences between measures
    keep their correlation. Raises ``ValueError`` for no rows and for NaN.
    """
    _check(matrix)
    n = len(matrix)
    rows, counts = identical_rows(matrix)
    if len(rows) <= max(_FEW, n // _SPREAD):
        sums = rng.multinomial(n, counts / n, size=resamples) @ rows
    else:
        sums = np.concatenate([weights @ matrix for weights in _weights(n, resamples, rng)])
    means = sums / n
    low, high = np.quantile(means, _tails(level), axis=0)
    return low, high


def _check(values: Floats) -> None:
    if not len(values):
        raise ValueError("no values have no mean")
    if np.isnan(values).any():
        raise ValueError("leave out what is undefined before resampling")


def _tails(level: float) -> tuple[float, float]:
    if not 0.0 < level < 1.0:
        raise ValueError(f"a level lies between 0 and 1, not {level}")
    return (1.0 - level) / 2.0, (1.0 + level) / 2.0


def _counted(cells: Cells, resamples: int, rng: np.random.Generator) -> Floats:
    n = int(cells.counts.sum())
    drawn = rng.multinomial(n, cells.counts / n, size=resamples)
    sums: Floats = drawn @ cells.means
    if cells.variances.any():
        sums = sums + rng.standard_normal(resamples) * np.sqrt(drawn @ cells.variances)
    return sums / n


def _drawn(values: Floats, resamples: int, rng: np.random.Generator) -> Floats:
    n = len(values)
    means = [
        values[rng.integers(0, n, size=(rows, n), dtype=np.int32)].mean(axis=1)
        for rows in _blocks(n, resamples)
    ]
    return np.concatenate(means)


def _weights(n: int, resamples: int, rng: np.random.Generator) -> Iterator[Floats]:
    for rows in _blocks(n, resamples):
        cells = rng.integers(0, n, size=(rows, n), dtype=np.int32).astype(np.int64)
        cells += np.arange(rows)[:, None] * n
        counts = np.bincount(cells.ravel(), minlength=rows * n)
        yield counts.reshape(rows, n).astype(np.float64)


def _blocks(n: int, resamples: int) -> Iterator[int]:
    at_once = max(_DRAWS_PER_BLOCK // n, 1)
    for done in range(0, resamples, at_once):
        yield min(at_once, resamples - done)
