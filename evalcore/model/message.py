"""A sentence for people whose words and figures are kept apart, so it can be translated."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass, field
from fractions import Fraction
from math import floor

Figure = str | int | float | Fraction
"""Text, a count, a plain number, or (a Fraction) a share, which is said in per cent."""


@dataclass(frozen=True, slots=True)
class Message:
    """An English template, which is also the key of its translation, and its figures.

    >>> str(Message("{n} of {N} cases failed, more than {limit}",
    ...     {"n": 2, "N": 50, "limit": Fraction(1, 40)}))
    '2 of 50 cases failed, more than 2.5%'
    """

    template: str
    figures: Mapping[str, Figure] = field(default_factory=dict)

    def __str__(self) -> str:
        return self.template.format(**{name: _said(it) for name, it in self.figures.items()})


def _said(figure: Figure) -> str:
    if isinstance(figure, Fraction):
        return f"{_short(float(figure * 100))}%"
    return _short(figure) if isinstance(figure, float) else str(figure)


def _short(number: float) -> str:
    """At most two decimals, cut rather than rounded, so that 94.999 never reads 95."""
    return f"{floor(number * 100 + 1e-9) / 100:.2f}".rstrip("0").rstrip(".")
