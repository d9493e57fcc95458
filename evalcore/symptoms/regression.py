"""A case that passed now fails, its domain unchanged: something new buried what was there."""

from __future__ import annotations

from dataclasses import replace

from evalcore.model.message import Message
from evalcore.model.symptom import Bar, Bars, SymptomName
from evalcore.stats.tail import Stratum, hits_in_group
from evalcore.symptoms.facts import Facts, Since
from evalcore.symptoms.reading import Reading, at_least, carries

NAME = SymptomName.REGRESSION


def read(facts: Facts) -> tuple[Reading, ...]:
    """Of the chunks that newly stand above what sank, how many came in since the last green run.

    They are held against the share of the index that came in since (hypergeometric tail): where
    chance could have brought so many of them up, the ingest is not blamed. Each chunk counts
    once, however many cases it sank.
    """
    if facts.since is None:
        lacks = Message("No earlier run of this exam was green, so nothing can have regressed.")
        return (Reading(name=NAME, sentence=lacks, lacks=lacks),)
    sunk = tuple(one for one in facts.since.flipped if one.unchanged)
    if not sunk:
        return (_nothing(facts.since),)
    reading = Reading(
        name=NAME,
        sentence=Message("Passed before and fail now: {n}.", {"n": len(sunk)}),
        cases=tuple(one.case_id for one in sunk),
    )
    above = frozenset(chunk for one in sunk for chunk in one.displacers)
    return (_against_the_index(reading, facts.since, above, facts.family),)


def _nothing(since: Since) -> Reading:
    changed = len(since.flipped)
    if changed:
        sentence = Message(
            "Passed before and fail now: {n}, and what they expect, or their domain, was changed.",
            {"n": changed},
        )
    else:
        sentence = Message("None of the {n} questions compared has sunk.", {"n": since.compared})
    return Reading(name=NAME, sentence=sentence, cases=tuple(it.case_id for it in since.flipped))


def _against_the_index(
    reading: Reading, since: Since, above: frozenset[str], family: int
) -> Reading:
    if since.entered is None or since.held is None:
        lacks = Message("A manifest is missing, so it cannot be told what came in.")
        return replace(reading, lacks=lacks)
    n, entered = len(above), len(since.entered)
    hits = len(above & since.entered)
    figures = {"n": len(reading.cases), "hits": hits, "above": n, "entered": entered}
    reading = replace(
        reading,
        sentence=Message(
            "Passed before and fail now: {n}; of the {above} chunks that rose above what they "
            "expect, {hits} came in since.",
            figures,
        ),
        picture=Bars(
            inside=(Bar(name=Message("above"), hits=hits, n=n),),
            rest=Bar(name=Message("index"), hits=entered, n=since.held),
            failing=False,
        ),
    )
    if not entered or not n:
        return reading
    tail = hits_in_group([Stratum(n=since.held, group=n, hits=entered)])
    if not carries(tail.at_least(tail.last), family):
        lacks = Message("Too few chunks rose above to tell whether what came in is the reason.")
        return replace(reading, lacks=lacks)
    return replace(reading, test=at_least(tail, hits, 1))
