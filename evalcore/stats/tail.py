"""Exact upper tails of counts: the chance of at least so many."""

from __future__ import annotations

import math
from collections.abc import Iterable
from dataclasses import dataclass

import numpy as np
import numpy.typing as npt

Floats = npt.NDArray[np.float64]


@dataclass(frozen=True, eq=False)
class Tail:
    """The chance of ``first + i`` or more, at index ``i``, for every possible count."""

    first: int
    chances: Floats

    @property
    def last(self) -> int:
        """The largest possible count."""
        return self.first + len(self.chances) - 1

    def at_least(self, count: int) -> float:
        """The chance of ``count`` or more: 1 below the support, 0 above it."""
        if count <= self.first:
            return 1.0
        return 0.0 if count > self.last else float(self.chances[count - self.first])


@dataclass(frozen=True, slots=True)
class Stratum:
    """A group of ``group`` among ``n``, of whom ``hits`` in all are hit."""

    n: int
    group: int
    hits: int


def hits_in_group(strata: Iterable[Stratum]) -> Tail:
    """The exact null law of the hits that fall into the group, its margins given.

    One stratum is Fisher's test; several are the exact conditional Cochran-Mantel-Haenszel
    test: within each stratum hits fall by chance, between strata they may differ. Against
    scipy's ``fisher_exact`` to 1e-12.

    >>> round(hits_in_group([Stratum(n=50, group=6, hits=13)]).at_least(5), 5)
    0.0031
    """
    first, law = 0, np.ones(1)
    for one in strata:
        low = max(0, one.hits - (one.n - one.group))
        first += low
        law = np.convolve(law, _hypergeometric(one, low))
    return _tail(first, law)


def successes(trials: int, chance: float) -> Tail:
    """The exact law of the successes in ``trials`` independent trials (binomial)."""
    if not 0.0 < chance < 1.0:
        raise ValueError(f"a chance lies between 0 and 1, not {chance}")
    counts = np.arange(trials + 1)
    logs = _log_choose(trials, counts) + counts * math.log(chance)
    return _tail(0, np.exp(logs + (trials - counts) * math.log1p(-chance)))


def _hypergeometric(stratum: Stratum, low: int) -> Floats:
    n, group, hits = stratum.n, stratum.group, stratum.hits
    counts = np.arange(low, min(group, hits) + 1)
    logs = _log_choose(group, counts) + _log_choose(n - group, hits - counts)
    law: Floats = np.exp(logs - _log_choose(n, np.array([hits])))
    return law


def _tail(first: int, law: Floats) -> Tail:
    chances = np.minimum(np.cumsum(law[::-1])[::-1], 1.0)
    chances[0] = 1.0
    return Tail(first, chances)


def _log_choose(n: int, k: npt.NDArray[np.int64]) -> Floats:
    logs = _log_factorials(n)
    chosen: Floats = logs[n] - logs[k] - logs[n - k]
    return chosen


def _log_factorials(n: int) -> Floats:
    return np.concatenate([[0.0], np.cumsum(np.log(np.arange(1, n + 1)))])
