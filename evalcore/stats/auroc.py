"""How well a score separates two groups: the area under the ROC curve, with its interval."""

from __future__ import annotations

import math
from collections.abc import Callable
from dataclasses import dataclass
from fractions import Fraction
from statistics import NormalDist

import numpy as np
import numpy.typing as npt

from evalcore.stats.binomial import LEVEL

Floats = npt.NDArray[np.float64]

_STEPS = 60


@dataclass(frozen=True, slots=True, kw_only=True)
class Auroc:
    """``value`` is exact: the share of pairs in which the first group's score is the higher one.

    A tie is half a pair. ``low`` and ``high`` are the 95 % interval.
    """

    value: Fraction
    low: float
    high: float
    first: int
    second: int


def auroc(first: Floats, second: Floats) -> Auroc:
    """The area for scores of two groups, (n,) and (m,); infinite scores are ordered like others.

    The interval is the score-type one of Hanley and McNeil's variance, solved for the area (method
    5 of Newcombe, Statistics in Medicine 25, 2006): it stays within 0 and 1 and has a width where
    the groups are wholly apart. Raises ``ValueError`` for an empty group and for NaN.

    >>> auroc(np.array([3.0, 2.0]), np.array([1.0, 2.0])).value
    Fraction(7, 8)
    """
    n, m = len(first), len(second)
    if not n or not m:
        raise ValueError("an empty group separates from nothing")
    if np.isnan(first).any() or np.isnan(second).any():
        raise ValueError("leave out what has no score")
    ordered = np.sort(second)
    below = int(np.searchsorted(ordered, first, side="left").sum())
    upto = int(np.searchsorted(ordered, first, side="right").sum())
    value = Fraction(below + upto, 2 * n * m)
    low, high = _interval(float(value), n, m)
    return Auroc(value=value, low=low, high=high, first=n, second=m)


def _interval(value: float, n: int, m: int) -> tuple[float, float]:
    z = NormalDist().inv_cdf((1 + LEVEL) / 2)

    def apart(area: float) -> bool:
        return abs(area - value) > z * math.sqrt(_variance(area, n, m))

    return _edge(value, 0.0, apart), _edge(value, 1.0, apart)


def _edge(inside: float, outside: float, apart: Callable[[float], bool]) -> float:
    """Where the interval ends between the value and an end of the scale."""
    for _ in range(_STEPS):
        middle = (inside + outside) / 2
        if apart(middle):
            outside = middle
        else:
            inside = middle
    return inside


def _variance(area: float, n: int, m: int) -> float:
    """Hanley and McNeil's variance with both group sizes replaced by their mean."""
    size = (n + m) / 2 - 1
    spread = 1 + size * (1 - area) / (2 - area) + size * area / (1 + area)
    return max(area * (1 - area) * spread / (n * m), 0.0)
