"""Figures as people read them: exact fractions beside percentages, never rounded onto a limit."""

from __future__ import annotations

from fractions import Fraction
from itertools import pairwise

from evalcore.model.ratios import Ratios
from evalcore.views.language import Translator

MOST_DECIMALS = 9
NOTHING = "—"


def ratio(ratios: Ratios, index: int) -> str:
    """``2/3`` as it was counted (not reduced); a dash where undefined."""
    den = int(ratios.den[index])
    return f"{int(ratios.num[index])}/{den}" if den else NOTHING


def ratio_and_percent(value: Fraction | None, t: Translator) -> str:
    """``2/3 (66.7%)``; whole values as the percentage alone; a dash for None."""
    if value is None:
        return NOTHING
    if value.denominator == 1:
        return t.percent(value)
    decimals = 0 if (value * 100).denominator == 1 else 1
    return f"{value.numerator}/{value.denominator} ({t.percent(value, decimals)})"


def apart(value: Fraction, limit: Fraction | None, *, least: int = 0) -> int:
    """How many decimals keep ``value`` from looking like a ``limit`` that it is not."""
    if limit is None or value == limit:
        return least
    for decimals in range(least, MOST_DECIMALS):
        if round(value, decimals) != round(limit, decimals):
            return decimals
    return MOST_DECIMALS


def points(value: Fraction | None, limit: Fraction | None, t: Translator) -> str:
    """A value on the 0-100 scale with one decimal, or as many as tell it from the limit."""
    if value is None:
        return NOTHING
    least = 0 if value.denominator == 1 else 1
    return t.number(value, apart(value, limit, least=least))


def share(value: Fraction | None, limit: Fraction | None, t: Translator) -> str:
    """A share as a percentage, with as many decimals as tell it from the limit."""
    if value is None:
        return NOTHING
    hundred = value * 100
    least = 0 if hundred.denominator == 1 else 1
    other = None if limit is None else limit * 100
    return t.percent(value, apart(hundred, other, least=least))


def score_decimals(scores: list[float], most: int = 6) -> int:
    """The fewest decimals (three or more) that tell different neighbouring scores apart."""
    for decimals in range(3, most):
        told = (a == b or round(a, decimals) != round(b, decimals) for a, b in pairwise(scores))
        if all(told):
            return decimals
    return most
