"""A whole domain fails: trouble in that domain's ingest or classification, not in the index."""

from __future__ import annotations

from math import ceil

import numpy as np

from evalcore.model.message import Message
from evalcore.model.symptom import Bar, Bars, SymptomName
from evalcore.stats.tail import Stratum, hits_in_group
from evalcore.symptoms.facts import Facts
from evalcore.symptoms.only import REST
from evalcore.symptoms.reading import WHOLE, Reading, at_least, cases_needed

NAME = SymptomName.DOMAIN


def read(facts: Facts) -> tuple[Reading, ...]:
    """A reading for every domain that is large enough, else one that says what is missing.

    Each domain is held against all other cases (Fisher's exact test, one-sided), and speaks up
    where at least seven in ten of its cases fail.
    """
    readings = tuple(_of(facts, domain) for domain in facts.domains)
    able = tuple(one for one in readings if one.lacks is None)
    if able or readings:
        return able or readings[:1]
    lacks = Message("No case says its domain, so none can fail as a whole.")
    return (Reading(name=NAME, sentence=lacks, lacks=lacks),)


def _of(facts: Facts, domain: str) -> Reading:
    inside = np.fromiter((name == domain for name in facts.domain), np.bool_, len(facts))
    n, hits = int(inside.sum()), int((facts.failed & inside).sum())
    rest, others = len(facts) - n, facts.failures - hits
    tail = hits_in_group([Stratum(n=len(facts), group=n, hits=facts.failures)])
    return Reading(
        name=NAME,
        sentence=Message(
            "{hits} of {n} failed in {domain}, and {others} of the {rest} others.",
            {"hits": hits, "n": n, "domain": domain, "others": others, "rest": rest},
        ),
        test=at_least(tail, hits, ceil(WHOLE * n)),
        cases=facts.of(facts.failed & inside),
        where=domain,
        picture=Bars(
            inside=(Bar(name=domain, hits=hits, n=n),), rest=Bar(name=REST, hits=others, n=rest)
        ),
        lacks=_lacks(n, rest, facts.family),
        unlike=Message("It fails more often than the others, but less than 70% of it does."),
    )


def _lacks(n: int, rest: int, family: int) -> Message | None:
    if not rest:
        return Message("Every case is of one domain: there is nothing to compare it with.")
    needed = cases_needed(rest, family)
    if n >= needed:
        return None
    return Message(
        "No domain is large enough: {needed} cases of one are needed to tell.", {"needed": needed}
    )
