"""The blind reserve does far worse than the visible cases: the index was tuned to the exam."""

from __future__ import annotations

from fractions import Fraction
from math import ceil

from evalcore.model.message import Message
from evalcore.model.symptom import Bar, Bars, SymptomName
from evalcore.stats.tail import Stratum, hits_in_group
from evalcore.symptoms.facts import Facts, Reserve
from evalcore.symptoms.reading import HEALTHY, Reading, at_least, cases_needed

NAME = SymptomName.OVERFIT


def read(facts: Facts) -> tuple[Reading, ...]:
    """The reserve as an aggregate against the visible cases (Fisher's exact test, one-sided).

    Far below: its failing share is higher by at least ten points. No blind case is named.
    """
    if facts.reserve is None:
        lacks = Message("The blind cases were not asked; unbury run --blind asks them.")
        return (Reading(name=NAME, sentence=lacks, lacks=lacks),)
    return (_of(facts, facts.reserve),)


def _of(facts: Facts, reserve: Reserve) -> Reading:
    n, rest = reserve.measured, len(facts)
    hits, others = reserve.failed, facts.failures
    tail = hits_in_group([Stratum(n=n + rest, group=n, hits=hits + others)])
    needed = cases_needed(rest, facts.family)
    return Reading(
        name=NAME,
        sentence=Message(
            "{hits} of {n} blind questions fail, and {others} of the {rest} visible ones.",
            {"hits": hits, "n": n, "others": others, "rest": rest},
        ),
        test=at_least(tail, hits, _far(hits + others, n, rest)),
        unlike=Message("It does worse, but by less than ten points."),
        lacks=None if n >= needed else _too_few(n, needed),
        picture=Bars(
            inside=(Bar(name=Message("blind"), hits=hits, n=n),),
            rest=Bar(name=Message("visible"), hits=others, n=rest),
        ),
    )


def _far(failures: int, n: int, rest: int) -> int:
    """From how many blind failures on their share is ten points above that of the visible."""
    if not n or not rest:
        return n + 1
    # x / n - (failures - x) / rest >= HEALTHY, solved for x
    return ceil((HEALTHY + Fraction(failures, rest)) * Fraction(n * rest, n + rest))


def _too_few(n: int, needed: int) -> Message:
    return Message(
        "{n} blind questions measured; {needed} are needed to tell, {more} more.",
        {"n": n, "needed": needed, "more": needed - n},
    )
