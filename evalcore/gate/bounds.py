"""A rule holds when even its worst case holds, and fails when even its best case fails."""

from __future__ import annotations

from fractions import Fraction

from evalcore.model.words import RuleStatus


def at_least(worst: Fraction, best: Fraction, limit: Fraction) -> RuleStatus:
    """Status of "value >= limit" where the value lies between ``worst`` and ``best``."""
    if worst >= limit:
        return RuleStatus.HOLDS
    return RuleStatus.FAILS if best < limit else RuleStatus.NOT_EVALUATED


def at_most(best: Fraction, worst: Fraction, limit: Fraction) -> RuleStatus:
    """Status of "value <= limit" where the value lies between ``best`` and ``worst``."""
    return at_least(-worst, -best, -limit)
