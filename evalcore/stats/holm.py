"""Holm's correction: p-values of a family of tests that are read together (Holm, 1979)."""

from __future__ import annotations

from collections.abc import Sequence


def holm(p_values: Sequence[float | None]) -> list[float | None]:
    """The adjusted p-values in the given order; None (not tested) stays None and counts for none.

    Rejecting where the adjusted value is at most alpha keeps the chance of any false alarm in
    the family at most alpha, whatever the tests have to do with each other. Adjusted values
    are at most 1 and never lower than the p they came from. Raises ``ValueError`` for NaN and
    for what is no probability.

    >>> holm([0.01, None, 0.04, 0.03])
    [0.03, None, 0.06, 0.06]
    """
    tested = sorted((p, place) for place, p in enumerate(p_values) if p is not None)
    if any(not 0.0 <= p <= 1.0 for p, _ in tested):
        raise ValueError("a p-value lies between 0 and 1")
    adjusted: list[float | None] = [None] * len(p_values)
    least = 0.0
    for done, (p, place) in enumerate(tested):
        least = max(least, min(1.0, (len(tested) - done) * p))
        adjusted[place] = least
    return adjusted
