"""What one symptom finds before the table is closed: its figures and its test."""

from __future__ import annotations

import math
from dataclasses import dataclass, replace
from fractions import Fraction

import numpy as np

from evalcore.model.message import Message
from evalcore.model.symptom import Picture, SymptomName, SymptomState
from evalcore.stats.discrete_holm import DiscreteTest
from evalcore.stats.tail import Tail

LEVEL = 0.05
"""The chance of any false alarm in one table."""

HEALTHY = Fraction(1, 10)
"""At most this share of the rest fails where "only X fails" is said (design.md, section 7)."""

WHOLE = Fraction(7, 10)
"""At least this share of a domain fails where "a whole domain" is said."""


@dataclass(frozen=True, eq=False, kw_only=True)
class Reading:
    """One candidate row. ``test`` None: nothing to test, the row is quiet.

    ``lacks`` says what is missing for an answer; it then never fires. ``unlike`` says what keeps
    figures whose test does not speak up from being this pattern.
    """

    name: SymptomName
    sentence: Message
    test: DiscreteTest | None = None
    interval: tuple[float, float] | None = None
    cases: tuple[str, ...] = ()
    where: str | None = None
    lacks: Message | None = None
    unlike: Message | None = None
    picture: Picture | None = None
    advisory: bool = False
    p_holm: float | None = None

    @property
    def state(self) -> SymptomState:
        """What the row says, once its test has been read within the family."""
        if self.lacks is not None:
            return SymptomState.NOT_ENOUGH_DATA
        if self.test is None or not self.test.speaks or self.p_holm is None:
            return SymptomState.QUIET
        return SymptomState.ACTIVE if self.p_holm <= LEVEL else SymptomState.QUIET

    def within(self, p_holm: float) -> Reading:
        """The same reading with its p value within the family."""
        return replace(self, p_holm=p_holm)


def at_least(tail: Tail, count: int, least: int) -> DiscreteTest:
    """The test that speaks up from ``least`` hits on; ``count`` were seen."""
    start = max(least - tail.first, 0)
    possible = tail.chances[start:][::-1] if start < len(tail.chances) else np.empty(0)
    return DiscreteTest(p=tail.at_least(count), possible=possible, speaks=count >= least)


def carries(smallest: float, family: int) -> bool:
    """Whether an outcome with this p, the smallest there can be, would survive in the family."""
    return smallest * family <= LEVEL


def cases_needed(rest: int, family: int) -> int:
    """The fewest cases that could carry a symptom beside ``rest`` others (a bound: one stratum)."""
    needed = 1
    while needed < MANY and not carries(1 / math.comb(rest + needed, needed), family):
        needed += 1
    return needed


MANY = 1_000
"""Beyond this no number of cases is asked for: there is nothing to compare with."""


def trials_needed(chance: float, family: int) -> int:
    """The fewest trials of which, all hit, a share above ``chance`` could be told."""
    return math.ceil(math.log(LEVEL / family) / math.log(chance))
