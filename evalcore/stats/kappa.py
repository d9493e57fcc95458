"""Agreement beyond chance of two raters who each say yes or no (Cohen, 1960)."""

from __future__ import annotations

from dataclasses import dataclass
from fractions import Fraction

import numpy as np

from evalcore.stats.binomial import LEVEL

_DRAWS = 20_000
_PRIOR = 0.5


@dataclass(frozen=True, slots=True, kw_only=True)
class Kappa:
    """``value`` is exact, and None where chance alone would agree always (one word only).

    ``low`` and ``high`` are the 95 % interval over n pairs; None without any pair.
    """

    value: Fraction | None
    low: float | None
    high: float | None
    n: int


def kappa(
    *, both_yes: int, yes_no: int, no_yes: int, both_no: int, rng: np.random.Generator
) -> Kappa:
    """Cohen's kappa of a two by two table of counts, with its interval.

    The interval is the central 95 % of the posterior of kappa under Jeffreys' prior (half a
    pair in each cell), widened to hold the value. The large-sample standard error of Fleiss,
    Cohen and Everitt (1969) is 0 where nobody ever disagreed; this is not, and for many pairs
    the two agree. Raises ``ValueError`` for negative counts.

    >>> kappa(both_yes=20, yes_no=5, no_yes=10, both_no=15, rng=np.random.default_rng(1)).value
    Fraction(2, 5)
    """
    counts = (both_yes, yes_no, no_yes, both_no)
    if min(counts) < 0:
        raise ValueError("a table of pairs holds no negative counts")
    n = sum(counts)
    if not n:
        return Kappa(value=None, low=None, high=None, n=0)
    value = _exact(counts, n)
    cells = rng.dirichlet(np.array(counts, dtype=np.float64) + _PRIOR, size=_DRAWS)
    low, high = np.quantile(_of_shares(cells), [(1 - LEVEL) / 2, (1 + LEVEL) / 2])
    if value is None:
        return Kappa(value=None, low=float(low), high=float(high), n=n)
    return Kappa(
        value=value, low=min(float(low), float(value)), high=max(float(high), float(value)), n=n
    )


def _exact(counts: tuple[int, int, int, int], n: int) -> Fraction | None:
    both_yes, yes_no, no_yes, both_no = counts
    agreed = Fraction(both_yes + both_no, n)
    yes = Fraction(both_yes + yes_no, n) * Fraction(both_yes + no_yes, n)
    no = Fraction(both_no + no_yes, n) * Fraction(both_no + yes_no, n)
    chance = yes + no
    return None if chance == 1 else (agreed - chance) / (1 - chance)


def _of_shares(cells: np.ndarray) -> np.ndarray:
    """Kappa of each row of cell shares (m, 4): both yes, yes-no, no-yes, both no."""
    agreed = cells[:, 0] + cells[:, 3]
    one, other = cells[:, 0] + cells[:, 1], cells[:, 0] + cells[:, 2]
    chance = one * other + (1 - one) * (1 - other)
    found: np.ndarray = (agreed - chance) / (1 - chance)
    return found
