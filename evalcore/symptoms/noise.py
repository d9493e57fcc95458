"""Recall is green and noise is high: the lists bring the truth, and much beside it."""

from __future__ import annotations

import numpy as np
import numpy.typing as npt

from evalcore.model.message import Message
from evalcore.model.ratios import Mask
from evalcore.model.symptom import Spread, SymptomName
from evalcore.stats.binomial import interval
from evalcore.stats.discrete_holm import DiscreteTest
from evalcore.symptoms.facts import Facts
from evalcore.symptoms.reading import HEALTHY, Reading
from evalcore.symptoms.share import above_healthy, too_few

NAME = SymptomName.NOISE
TENTHS = 10


def read(facts: Facts) -> tuple[Reading, ...]:
    """How many of the cases that pass are over their ceiling, where recall is green.

    Structural: significantly more than one in ten of them (a single case over its ceiling is
    the gate's business). Recall is green where at most one case in ten fails.
    """
    if facts.noise is None or facts.over is None:
        lacks = Message("The lists carry no scores, so noise cannot be measured.")
        return (Reading(name=NAME, sentence=lacks, lacks=lacks),)
    measured = ~np.isnan(facts.noise)
    n, hits = int(measured.sum()), int(facts.over.sum())
    test, green = above_healthy(hits, n), facts.failures <= HEALTHY * len(facts)
    if not green:
        test = DiscreteTest(p=test.p, possible=np.empty(0), speaks=False)
    return (
        Reading(
            name=NAME,
            sentence=_sentence(hits, n, green=green),
            test=test,
            interval=interval(hits, n),
            cases=facts.of(facts.over),
            lacks=too_few(n, facts.family),
            unlike=Message("Noise is read only where recall is green: at most 10% fails."),
            picture=_spread(facts.noise[measured], facts.over[measured]),
        ),
    )


def _sentence(hits: int, n: int, *, green: bool) -> Message:
    figures = {"hits": hits, "n": n}
    if green:
        return Message("{hits} of {n} passing questions are over their noise ceiling.", figures)
    return Message(
        "{hits} of {n} passing questions are over their noise ceiling, and recall is not green.",
        figures,
    )


def _spread(noise: npt.NDArray[np.float64], over: Mask) -> Spread:
    tenth = np.minimum((noise * TENTHS + 1e-9).astype(np.int64), TENTHS - 1)
    return Spread(
        within=tuple(np.bincount(tenth[~over], minlength=TENTHS).tolist()),
        over=tuple(np.bincount(tenth[over], minlength=TENTHS).tolist()),
    )
