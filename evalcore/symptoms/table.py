"""The table: every symptom read, all tests as one family, one row a symptom."""

from __future__ import annotations

from collections.abc import Callable, Sequence
from dataclasses import replace
from itertools import groupby

from evalcore.model.message import Message
from evalcore.model.symptom import Bars, Picture, Symptom, SymptomState
from evalcore.stats.discrete_holm import adjusted
from evalcore.symptoms import (
    codes,
    decline,
    domain,
    gold,
    half_found,
    index,
    noise,
    numeric,
    old_version,
    overfit,
    regression,
    ties,
    vocabulary,
)
from evalcore.symptoms.chapters import GUIDES
from evalcore.symptoms.facts import Facts
from evalcore.symptoms.reading import LEVEL, Reading

READERS: tuple[Callable[[Facts], tuple[Reading, ...]], ...] = (
    domain.read,
    numeric.read,
    gold.read,
    regression.read,
    decline.read,
    noise.read,
    codes.read,
    vocabulary.read,
    old_version.read,
    half_found.read,
    overfit.read,
    ties.read,
    index.read,
)
"""The registry, in the table's order: a new symptom is one file, one name and one line here."""


def rows_of(facts: Facts) -> tuple[Symptom, ...]:
    """One row a symptom, in the registry's order; p values within their one family."""
    readings = readings_of(facts)
    by_name = groupby(readings, key=lambda one: one.name)
    return tuple(_row(list(of_name)) for _, of_name in by_name)


def readings_of(facts: Facts) -> tuple[Reading, ...]:
    """Every reading, each tested one with its p value within the family of all tests."""
    readings = [one for read in READERS for one in read(facts)]
    tested = [i for i, one in enumerate(readings) if is_tested(one)]
    family = [test for i in tested if (test := readings[i].test) is not None]
    for place, p_holm in zip(tested, adjusted(family), strict=True):
        readings[place] = readings[place].within(p_holm)
    return tuple(readings)


def is_tested(reading: Reading) -> bool:
    """Whether the reading is one of the family."""
    return reading.test is not None and reading.lacks is None


def _row(readings: Sequence[Reading]) -> Symptom:
    """The readings of one symptom as a row: the active ones together, else the likeliest."""
    active = [one for one in readings if one.state is SymptomState.ACTIVE]
    shown = sorted(active or readings, key=_likelihood)
    lead, guide = shown[0], GUIDES[shown[0].name]
    tested = is_tested(lead)
    return Symptom(
        name=lead.name,
        state=lead.state,
        sentence=lead.sentence,
        p=lead.test.p if tested and lead.test is not None else None,
        p_holm=lead.p_holm,
        interval=lead.interval,
        cases=tuple(dict.fromkeys(i for one in active or [lead] for i in one.cases)),
        where=tuple(one.where for one in active if one.where is not None),
        chapters=guide.chapters,
        points_to=guide.points_to,
        review=guide.review,
        lacks=lead.lacks,
        unlike=_unlike(lead),
        picture=_picture(lead, active),
        advisory=lead.advisory,
    )


def _unlike(lead: Reading) -> Message | None:
    """Why not, where the figures alone would be significant."""
    told = lead.test is not None and not lead.test.speaks and lead.p_holm is not None
    return lead.unlike if told and (lead.p_holm or 0.0) <= LEVEL else None


def _likelihood(reading: Reading) -> tuple[bool, float]:
    return (reading.test is None, 1.0 if reading.test is None else reading.test.p)


def _picture(lead: Reading, active: Sequence[Reading]) -> Picture | None:
    """The picture of the leading reading; several domains that fail stand in it together."""
    if not isinstance(lead.picture, Bars) or len(active) < 2:
        return lead.picture
    bars = [one.picture for one in active if isinstance(one.picture, Bars)]
    inside = tuple(bar for picture in bars for bar in picture.inside)
    rest = lead.picture.rest
    if rest is None:
        return lead.picture
    more = inside[1:]
    others = replace(
        rest,
        hits=rest.hits - sum(bar.hits for bar in more),
        n=rest.n - sum(bar.n for bar in more),
    )
    return replace(lead.picture, inside=inside, rest=others)
