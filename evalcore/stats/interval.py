"""The 95 % interval of a mean: which method fits which values."""

from __future__ import annotations

import numpy as np
import numpy.typing as npt

from evalcore.stats.binomial import interval
from evalcore.stats.bootstrap import mean_interval

Floats = npt.NDArray[np.float64]


def interval_of(
    values: Floats, *, bounds: tuple[float, float] = (0.0, 1.0), rng: np.random.Generator
) -> tuple[float, float]:
    """(low, high) of the mean of ``values`` (n,), all within ``bounds``; never of zero width.

    - No values: nothing is known, so the bounds.
    - Every value at one end of the bounds or the other: a share, so the exact binomial. All
      at one end: that end, and as far from it as the exact bound on the share of cases that
      could be otherwise (50 cases at 1: 0.9289 to 1).
    - All equal to some c between the ends: with u that exact bound (0 deviating cases of n),
      from c - u (c - lowest) to c + u (highest - c): as if the share u stood at an end.
    - Anything else: percentile bootstrap, widened to hold the mean itself.

    The interval lies within ``bounds``. Raises ``ValueError`` for NaN and values outside.
    """
    lowest, highest = bounds
    n = len(values)
    if not n:
        return lowest, highest
    if not ((values >= lowest) & (values <= highest)).all():
        raise ValueError(f"values outside {lowest} to {highest}, or undefined")
    at_top = values == highest
    if (at_top | (values == lowest)).all():
        low, high = interval(int(at_top.sum()), n)
        width = highest - lowest
        return lowest + low * width, lowest + high * width
    if (values == values[0]).all():
        return _around(float(values[0]), n, bounds)
    values = np.sort(values)
    low, high = mean_interval(values, rng=rng)
    mean = float(values.mean())
    return max(min(low, mean), lowest), min(max(high, mean), highest)


def _around(value: float, n: int, bounds: tuple[float, float]) -> tuple[float, float]:
    lowest, highest = bounds
    _, share = interval(0, n)
    return value - share * (value - lowest), value + share * (highest - value)
