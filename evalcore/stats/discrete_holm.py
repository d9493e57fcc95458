"""Holm's correction for tests whose p values cannot take every value."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass

import numpy as np
import numpy.typing as npt

Floats = npt.NDArray[np.float64]


@dataclass(frozen=True, eq=False)
class DiscreteTest:
    """One test of a family.

    ``possible`` are the p values, rising, with which this test could speak up at all, its
    margins given. ``speaks`` False: the outcome is not of the kind the test looks for, whatever
    its ``p``.
    """

    p: float
    possible: Floats
    speaks: bool = True

    def reaches(self, level: float) -> float:
        """The chance, under its null, that it speaks up with a p of at most ``level``."""
        place = int(np.searchsorted(self.possible, level * (1 + 1e-9), side="right"))
        return float(self.possible[place - 1]) if place else 0.0


def adjusted(family: Sequence[DiscreteTest]) -> tuple[float, ...]:
    """The p value of each test within its family.

    Holm's step-down, where every test still in the family adds not the level itself but the
    largest chance at or below it that it can attain (Westfall and Wolfinger, 1997): a test that
    cannot speak up at that level adds nothing. Never above plain Holm, and the chance of any
    false alarm stays at or below the level. A test that does not ``speak`` gets what it would
    have got first in line.
    """
    order = sorted(range(len(family)), key=lambda i: (not family[i].speaks, family[i].p))
    found, floor = [0.0] * len(family), 0.0
    for place, index in enumerate(order):
        one = family[index]
        others = order[place + 1 :] if one.speaks else [i for i in order if i != index]
        total = one.p + sum(family[i].reaches(one.p) for i in others)
        floor = max(floor, min(total, 1.0)) if one.speaks else floor
        found[index] = floor if one.speaks else min(total, 1.0)
    return tuple(found)
