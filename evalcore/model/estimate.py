"""A mean with what surrounds it: its interval, its bounds, and how many cases it speaks of."""

from __future__ import annotations

from dataclasses import dataclass


@dataclass(frozen=True, slots=True, kw_only=True)
class Estimate:
    """``mean`` over the n measured of N cases; None where nothing was measured.

    ``low`` and ``high`` are the 95 % interval; ``worst`` and ``best`` the mean if every
    unmeasured case were at its worst or at its best.
    """

    mean: float | None
    low: float | None
    high: float | None
    worst: float | None
    best: float | None
    n: int
    N: int
