"""Ties decide: equal scores across the cutoff, and which of them is found is chance."""

from __future__ import annotations

from evalcore.model.message import Message
from evalcore.model.symptom import Bar, Bars, SymptomName
from evalcore.stats.binomial import interval
from evalcore.symptoms.facts import Facts
from evalcore.symptoms.reading import Reading
from evalcore.symptoms.share import above_healthy, too_few

NAME = SymptomName.TIES


def read(facts: Facts) -> tuple[Reading, ...]:
    """How many cases could have been found better or worse by the order of equal scores."""
    n, hits = len(facts), int(facts.tied.sum())
    return (
        Reading(
            name=NAME,
            sentence=Message(
                "Equal scores at the cutoff decide {hits} of {n} questions.",
                {"hits": hits, "n": n},
            ),
            test=above_healthy(hits, n),
            interval=interval(hits, n),
            cases=facts.of(facts.tied),
            lacks=too_few(n, facts.family),
            picture=Bars(inside=(Bar(name=Message("tied"), hits=hits, n=n),), failing=False),
        ),
    )
