"""Figures in a terminal, cut rather than rounded: nothing may look better than it is."""

from __future__ import annotations

from fractions import Fraction
from math import floor

_MOST = 9


def cut(value: Fraction | float, decimals: int) -> str:
    """``value`` with so many decimals, cut: 94.999 is 94.99."""
    exact = Fraction(value)
    scaled = floor(exact * 10**decimals)
    return f"{float(Fraction(scaled, 10**decimals)):.{decimals}f}"


def against(value: Fraction, limit: Fraction | None, *, least: int) -> str:
    """``value`` with the fewest decimals (``least`` or more) that tell it from its limit."""
    if limit is None or value == limit:
        return cut(value, least)
    decimals = range(least, _MOST)
    enough = (d for d in decimals if cut(value, d) != cut(limit, d))
    return cut(value, next(enough, _MOST))


def mean(value: float) -> str:
    """A mean with three decimals; a trace of something is not shown as nothing."""
    shown = cut(value + 1e-12, 3)
    return "<0.001" if value > 0 and float(shown) == 0 else shown
