"""Slow general decline over weeks: sources out of step, or validity dates nobody renews."""

from __future__ import annotations

from dataclasses import replace
from itertools import pairwise

import numpy as np

from evalcore.model.message import Message
from evalcore.model.symptom import Series, SymptomName
from evalcore.stats.discrete_holm import DiscreteTest
from evalcore.stats.trend import falling, slope
from evalcore.symptoms.facts import Facts, History
from evalcore.symptoms.reading import Reading, carries

NAME = SymptomName.DECLINE
FEWEST_DAYS = 6
WEEK = 7


def read(facts: Facts) -> tuple[Reading, ...]:
    """Mann-Kendall's test on the mean quality of each day; Theil-Sen's slope in each domain.

    Speaks up where the quality falls, most domains fall, and no single step is more than half
    of the whole fall (that would be a break, not a decline). Advisory: runs over one index are
    not independent of each other.
    """
    history = facts.history
    days = len(history.points)
    if days < FEWEST_DAYS:
        lacks = Message(
            "{n} of the {needed} days that are needed.", {"n": days, "needed": FEWEST_DAYS}
        )
        picture = Series(points=history.points) if days > 1 else None
        return (_reading(sentence=lacks, lacks=lacks, picture=picture),)
    return (_over(history, facts.family),)


def _over(history: History, family: int) -> Reading:
    values = [point.value for point in history.points]
    weeks = [(point.on - history.points[0].on).days / WEEK for point in history.points]
    test = falling(values)
    slopes = {name: slope(weeks, per_day) for name, per_day in history.domains.items()}
    down, weekly = sum(one < 0 for one in slopes.values()), slope(weeks, values)
    reading = _reading(
        sentence=Message(
            "Quality went from {first} to {last} over {n} days with a run, typically {weekly} a "
            "week; {down} of {domains} domains fall.",
            {
                "first": round(values[0], 1),
                "last": round(values[-1], 1),
                "n": len(values),
                "weekly": round(weekly, 2),
                "down": down,
                "domains": len(slopes),
            },
        ),
        cases=history.sunk,
        unlike=Message("It falls in one step, or in few domains: a break, not a slow decline."),
        picture=Series(points=history.points, slopes=tuple(slopes.items())),
    )
    if not carries(float(test.possible[0]), family):
        return reading  # values so equal that no order of them could tell
    speaks = weekly < 0 and 2 * down > len(slopes) and _slow(values)
    return replace(reading, test=DiscreteTest(p=test.p, possible=test.possible, speaks=speaks))


def _slow(values: list[float]) -> bool:
    """No single step is more than half of the whole fall."""
    steps = np.array([earlier - later for earlier, later in pairwise(values)])
    return bool(2 * steps.max() <= values[0] - values[-1])


def _reading(
    *,
    sentence: Message,
    lacks: Message | None = None,
    cases: tuple[str, ...] = (),
    unlike: Message | None = None,
    picture: Series | None = None,
) -> Reading:
    return Reading(
        name=NAME,
        sentence=sentence,
        lacks=lacks,
        unlike=unlike,
        cases=cases,
        picture=picture,
        advisory=True,
    )
