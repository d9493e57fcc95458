"""Whether a short history falls: Mann and Kendall's test, exactly, and Theil and Sen's slope."""

from __future__ import annotations

from collections import Counter
from collections.abc import Sequence
from dataclasses import dataclass
from itertools import combinations
from statistics import median

import numpy as np
import numpy.typing as npt

Floats = npt.NDArray[np.float64]


@dataclass(frozen=True, eq=False)
class Falling:
    """``p``: the chance of so many rises or fewer if the order in time were by chance.

    ``possible`` are all p values that these values could have given, rising.
    """

    p: float
    possible: Floats


def falling(values: Sequence[float]) -> Falling:
    """Mann-Kendall's test, one-sided, exact with ties: the values' own, in every order.

    The count of pairs that rise, over all orders of a multiset, is spread like its inversions,
    whose generating function is the Gaussian multinomial. Fewer than two values: p is 1.

    >>> falling([100, 98, 97, 95, 94, 90]).p * 720
    1.0
    """
    law = _inversions(tuple(Counter(values).values()))
    chances = np.cumsum(law / law.sum())
    rises = sum(later > earlier for earlier, later in combinations(values, 2))
    return Falling(p=float(min(chances[rises], 1.0)), possible=np.minimum(chances, 1.0))


def slope(days: Sequence[float], values: Sequence[float]) -> float:
    """Theil and Sen's slope: the median over all pairs; 0 for fewer than two days.

    >>> slope([0, 7, 14], [100, 99, 95])
    -0.35714285714285715
    """
    pairs = combinations(zip(days, values, strict=True), 2)
    slopes = [(b[1] - a[1]) / (b[0] - a[0]) for a, b in pairs if b[0] != a[0]]
    return float(median(slopes)) if slopes else 0.0


def _inversions(counts: tuple[int, ...]) -> Floats:
    """How many orders of the multiset have 0, 1, 2 ... inversions (as floats)."""
    law, placed = np.ones(1), 0
    for count in counts:
        law = np.convolve(law, _gaussian_binomial(placed + count, count))
        placed += count
    return law


def _gaussian_binomial(n: int, k: int) -> Floats:
    """Coefficients of the Gaussian binomial [n choose k], by Pascal's rule."""
    row = [np.ones(1)]
    for size in range(1, n + 1):
        above = row
        row = [np.ones(1)]
        for part in range(1, min(size, k) + 1):
            if part == size:
                row.append(np.ones(1))
            else:
                row.append(_plus(above[part - 1], above[part], part))
    return row[k]


def _plus(one: Floats, other: Floats, shift: int) -> Floats:
    """``one + q**shift * other``."""
    total = np.zeros(max(len(one), len(other) + shift))
    total[: len(one)] += one
    total[shift : shift + len(other)] += other
    return total
