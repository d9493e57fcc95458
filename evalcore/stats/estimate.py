"""A mean with its interval, its bounds and its denominators."""

from __future__ import annotations

import math
from fractions import Fraction

import numpy as np
import numpy.typing as npt

from evalcore.model.estimate import Estimate
from evalcore.model.ratios import Mask, Ratios
from evalcore.stats.interval import interval_of

Floats = npt.NDArray[np.float64]


def estimate(
    values: Floats,
    *,
    applicable: Mask,
    known: Mask,
    rng: np.random.Generator,
    bounds: tuple[int, int] = (0, 1),
    higher_is_better: bool = True,
    ratios: Ratios | None = None,
) -> Estimate:
    """The mean of ``values`` (N cases, NaN where undefined) over those that were measured.

    ``applicable`` are the cases the measure speaks of (N in the result), ``known`` those whose
    outcome was measured; a case that is known but has no value is unmeasured too. ``worst``
    and ``best`` put every unmeasured case at the worse or the better end of ``bounds``; where
    nothing was measured they are those ends, and mean and interval are None. With ``ratios``
    (the exact values) mean, worst and best are rounded once, from an exact sum: 49/50 is 0.98.
    """
    measured = applicable & known & ~np.isnan(values)
    total_n, n = int(applicable.sum()), int(measured.sum())
    if not total_n:
        return Estimate(mean=None, low=None, high=None, worst=None, best=None, n=0, N=0)
    total = _total(values, measured, ratios)
    worse, better = bounds if higher_is_better else bounds[::-1]
    missing = total_n - n
    low, high = interval_of(values[measured], bounds=bounds, rng=rng) if n else (None, None)
    return Estimate(
        mean=float(total / n) if n else None,
        low=low,
        high=high,
        worst=float((total + missing * worse) / total_n),
        best=float((total + missing * better) / total_n),
        n=n,
        N=total_n,
    )


def _total(values: Floats, measured: Mask, ratios: Ratios | None) -> Fraction:
    if ratios is not None:
        return ratios.total(measured)
    return Fraction(math.fsum(values[measured].tolist()))
