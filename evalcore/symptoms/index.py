"""The index loses what it should hold: a diagnosis of many failures says so."""

from __future__ import annotations

from evalcore.model.message import Message
from evalcore.model.symptom import Bar, Bars, SymptomName
from evalcore.stats.binomial import interval
from evalcore.symptoms.facts import Diagnosed, Facts
from evalcore.symptoms.reading import Reading
from evalcore.symptoms.share import above_healthy, too_few

NAME = SymptomName.INDEX


def read(facts: Facts) -> tuple[Reading, ...]:
    """How many of the diagnosed failures the index itself explains (probe "index")."""
    if not facts.failures:
        return (Reading(name=NAME, sentence=Message("No question fails, so none was lost.")),)
    if facts.diagnosed is None:
        lacks = Message("The failures have not been diagnosed; unbury diagnose asks the index.")
        return (Reading(name=NAME, sentence=lacks, lacks=lacks),)
    return (_of(facts.diagnosed, facts.family),)


def _of(diagnosed: Diagnosed, family: int) -> Reading:
    n, hits = len(diagnosed.cases), len(diagnosed.lost_in_index)
    return Reading(
        name=NAME,
        sentence=Message(
            "The index itself explains {hits} of {n} diagnosed failures.", {"hits": hits, "n": n}
        ),
        test=above_healthy(hits, n),
        interval=interval(hits, n),
        cases=diagnosed.lost_in_index,
        lacks=too_few(n, family),
        picture=Bars(inside=(Bar(name=Message("index"), hits=hits, n=n),)),
    )
