"""More than one in ten: a share that is looked at on its own, without a rest to compare with."""

from __future__ import annotations

from math import floor

from evalcore.model.message import Message
from evalcore.stats.discrete_holm import DiscreteTest
from evalcore.stats.tail import successes
from evalcore.symptoms.reading import HEALTHY, at_least, trials_needed


def above_healthy(hits: int, n: int) -> DiscreteTest:
    """The exact binomial test that the share is above one in ten, one-sided."""
    tail = successes(n, float(HEALTHY))
    return at_least(tail, hits, floor(HEALTHY * n) + 1)


def too_few(n: int, family: int) -> Message | None:
    """What is missing where not even n of n could tell the share from one in ten."""
    needed = trials_needed(float(HEALTHY), family)
    if n >= needed:
        return None
    return Message(
        "{n} to look at; {needed} are needed to tell, {more} more.",
        {"n": n, "needed": needed, "more": needed - n},
    )
