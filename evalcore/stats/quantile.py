"""A quantile as a value that was really seen, with its distribution-free interval."""

from __future__ import annotations

import math
from bisect import bisect_right
from collections import Counter
from collections.abc import Mapping, Sequence
from dataclasses import dataclass
from fractions import Fraction
from itertools import accumulate

import numpy as np

from evalcore.stats.binomial import LEVEL


@dataclass(frozen=True, slots=True, kw_only=True)
class Quantile:
    """``value`` is the smallest of the n values with at least ``share`` of them at or below it.

    ``low`` and ``high`` hold the true quantile in 95 % of samples, whatever the distribution;
    None where n values are too few to bound it on that side.
    """

    share: Fraction
    value: Fraction
    low: Fraction | None
    high: Fraction | None
    n: int


def quantile(values: Sequence[Fraction], share: Fraction, level: float = LEVEL) -> Quantile | None:
    """The ``share`` quantile of ``values``; None without any.

    The interval runs between two order statistics (David and Nagaraja, 2003, section 7.1): the
    count of values below the true quantile is binomial, so no shape is assumed, and ties only
    make it safer. An upper limit of the 95 % quantile takes 72 values. Raises ``ValueError``
    for a share outside 0 to 1.

    >>> quantile([Fraction(n, 100) for n in range(1, 101)], Fraction(9, 10)).value
    Fraction(9, 10)
    """
    return quantile_of_counts(Counter(values), share, level)


def quantile_of_counts(
    counts: Mapping[Fraction, int], share: Fraction, level: float = LEVEL
) -> Quantile | None:
    """The same of values that are given once each, with how often they occur."""
    if not 0 < share < 1:
        raise ValueError(f"a quantile's share lies between 0 and 1, not {share}")
    n = sum(counts.values())
    if not n:
        return None
    distinct = sorted(counts)
    ends = list(accumulate(counts[value] for value in distinct))

    def at(place: int) -> Fraction:
        """The value at a place of the ordered list, from 0."""
        return distinct[bisect_right(ends, place)]

    below = _binomial_cdf(n, float(share))
    tail = (1.0 - level) / 2.0
    lower = int(np.searchsorted(below, tail, side="right"))  # P(B < lower) <= tail
    upper = int(np.searchsorted(below, 1.0 - tail, side="left")) + 1  # P(B >= upper) <= tail
    return Quantile(
        share=share,
        value=at(math.ceil(n * share) - 1),
        low=at(lower - 1) if lower else None,
        high=at(upper - 1) if upper <= n else None,
        n=n,
    )


def needed(share: Fraction, level: float = LEVEL) -> int:
    """How many values it takes to bound a quantile from above.

    >>> needed(Fraction(19, 20))
    72
    """
    return math.floor(math.log((1.0 - level) / 2.0) / math.log(float(share))) + 1


def _binomial_cdf(n: int, p: float) -> np.ndarray[tuple[int], np.dtype[np.float64]]:
    """P(B <= k) for k = 0 to n."""
    logs = np.concatenate([[0.0], np.cumsum(np.log(np.arange(1, n + 1)))])
    k = np.arange(n + 1)
    chosen = logs[n] - logs - logs[::-1] + k * math.log(p) + (n - k) * math.log1p(-p)
    return np.cumsum(np.exp(chosen))
