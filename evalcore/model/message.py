"""A sentence for people whose words and figures are kept apart, so it can be translated."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass, field
from fractions import Fraction

Figure = str | int | float | Fraction


@dataclass(frozen=True, slots=True)
class Message:
    """An English template, which is also the key of its translation, and its figures.

    >>> str(Message("{n} of {N} cases failed", {"n": 2, "N": 50}))
    '2 of 50 cases failed'
    """

    template: str
    figures: Mapping[str, Figure] = field(default_factory=dict)

    def __str__(self) -> str:
        return self.template.format(**self.figures)
