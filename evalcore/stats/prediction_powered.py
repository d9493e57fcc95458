"""A mean that a judge measured, corrected by the few cases that people measured too.

Prediction-powered inference: Angelopoulos, Bates, Fannjiang, Jordan and Zrnic, Science 382
(2023) 669; with the weight of PPI++ (Angelopoulos, Duchi and Zrnic, arXiv 2311.01453, 2023).
"""

from __future__ import annotations

from dataclasses import dataclass
from math import sqrt

import numpy as np
import numpy.typing as npt

Floats = npt.NDArray[np.float64]

_Z = 1.959963984540054
"""The normal quantile of the two-sided 95 % level (``LEVEL``)."""

_CORNERS = ((0.0, 0.0), (0.0, 1.0), (1.0, 0.0), (1.0, 1.0))
_WEIGHT = 0.5


@dataclass(frozen=True, slots=True, kw_only=True)
class Corrected:
    """The mean people would give, from n of N cases that they judged and N that the judge did.

    ``weight`` is how far the judge was trusted: 0 leaves only what people said.
    """

    mean: float
    low: float
    high: float
    weight: float
    n: int
    N: int


def corrected_mean(people: Floats, judge: Floats, rest: Floats) -> Corrected:
    """The corrected mean of values from 0 to 1 and its 95 % interval.

    ``people`` and ``judge`` (n,) are both verdicts on the labelled cases, which must have been
    drawn at random from all; ``rest`` (N - n,) is what the judge said of the others. With the
    weight w the estimate is

        mean(people) + w (mean(rest) - mean(judge))
        w = cov(people, judge) / ((1 + n/m) var(judge))

    over m = N - n unlabelled cases, w cut to 0..1; its variance is var(people - w judge)/n +
    w^2 var(rest)/m. Variances are those of the labelled pairs with half a pair added in each
    corner of the square (Agresti and Min, Biometrics 61 (2005) 515), so that a judge who was
    never seen to err is not taken to be infallible. The interval is cut to 0..1 and is never of
    zero width. Raises ``ValueError`` for no labels, unequal lengths or values outside 0..1.
    """
    _check(people, judge, rest)
    n, m = len(people), len(rest)
    y, f, weights = _with_corners(people, judge)
    weight = _weight(y, f, weights, n=n, m=m)
    mean = float(people.mean())
    if m:
        mean += weight * float(rest.mean() - judge.mean())
    variance = _variance(y - weight * f, weights) / n
    if m:
        variance += weight**2 * _variance_of_rest(rest) / m
    half = _Z * sqrt(variance)
    mean = min(max(mean, 0.0), 1.0)
    low, high = max(mean - half, 0.0), min(mean + half, 1.0)
    return Corrected(mean=mean, low=low, high=high, weight=weight, n=n, N=n + m)


def _weight(y: Floats, f: Floats, weights: Floats, *, n: int, m: int) -> float:
    if not m:
        return 0.0
    spread = _variance(f, weights)
    shared = _covariance(y, f, weights)
    return min(max(shared / ((1 + n / m) * spread), 0.0), 1.0)


def _with_corners(people: Floats, judge: Floats) -> tuple[Floats, Floats, Floats]:
    corners = np.array(_CORNERS)
    weights = np.concatenate([np.ones(len(people)), np.full(len(corners), _WEIGHT)])
    return (
        np.concatenate([people, corners[:, 0]]),
        np.concatenate([judge, corners[:, 1]]),
        weights,
    )


def _variance_of_rest(rest: Floats) -> float:
    ends = np.array([0.0, 1.0])
    values = np.concatenate([rest, ends])
    return _variance(values, np.concatenate([np.ones(len(rest)), np.full(2, _WEIGHT)]))


def _variance(values: Floats, weights: Floats) -> float:
    return _covariance(values, values, weights)


def _covariance(one: Floats, other: Floats, weights: Floats) -> float:
    total = weights.sum()
    a = one - (weights @ one) / total
    b = other - (weights @ other) / total
    return float(weights @ (a * b) / total)


def _check(people: Floats, judge: Floats, rest: Floats) -> None:
    if not len(people) or len(people) != len(judge):
        raise ValueError("every labelled case has one verdict of a person and one of the judge")
    for values in (people, judge, rest):
        if not ((values >= 0.0) & (values <= 1.0)).all():
            raise ValueError("verdicts lie between 0 and 1")
