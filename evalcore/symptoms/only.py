"""Only X fails: X fails significantly more, within domains, and the rest is healthy."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import replace
from math import ceil, floor, prod

import numpy as np

from evalcore.model.message import Message
from evalcore.model.ratios import Mask
from evalcore.model.symptom import Bar, Bars, SymptomName
from evalcore.stats.tail import Stratum, hits_in_group
from evalcore.symptoms.facts import Facts
from evalcore.symptoms.reading import (
    HEALTHY,
    Reading,
    at_least,
    carries,
    cases_needed,
)

REST = Message("the rest")
UNHEALTHY = Message("They fail more often, but not only they: more than 10% of the rest fails too.")
KINDS: Mapping[SymptomName, Message] = {
    SymptomName.NUMERIC: Message("numeric"),
    SymptomName.GOLD: Message("expects gold"),
    SymptomName.CODES: Message("codes"),
    SymptomName.VOCABULARY: Message("foreign words"),
    SymptomName.OLD_VERSION: Message("temporal"),
    SymptomName.HALF_FOUND: Message("multi-hop"),
}
"""What the cases of each comparing symptom are called in a picture."""


def read_only(facts: Facts, name: SymptomName, *, barred: bool = False) -> Reading:
    """The reading of "only the cases of this kind fail".

    The test is the exact Cochran-Mantel-Haenszel test with the domains as strata, so that a
    kind that fails because its domain does is not blamed. ``barred``: something else says that
    this is not the pattern, whatever the figures.
    """
    inside = facts.groups[name]
    strata = _strata(facts, inside)
    n, hits = int(inside.sum()), int((facts.failed & inside).sum())
    rest = len(facts) - n
    reading = Reading(
        name=name,
        sentence=_sentence(hits, n, facts.failures - hits, rest),
        cases=facts.of(facts.failed & inside),
        picture=_picture(name, hits, n, facts.failures - hits, rest),
        lacks=_lacks(strata, n, rest, facts.family),
        unlike=UNHEALTHY,
    )
    if reading.lacks is not None:
        return reading
    least = n + 1 if barred else _least(facts.failures, n, rest)
    return replace(reading, test=at_least(hits_in_group(strata), hits, least))


def _strata(facts: Facts, inside: Mask) -> list[Stratum]:
    codes, size = facts.domain_code, len(set(facts.domain))
    n = np.bincount(codes, minlength=size)
    group = np.bincount(codes[inside], minlength=size)
    hits = np.bincount(codes[facts.failed], minlength=size)
    return [Stratum(*map(int, one)) for one in zip(n, group, hits, strict=True)]


def _least(failures: int, n: int, rest: int) -> int:
    """From how many failures in the group on the rest is healthy and the group is the worse."""
    allowed = floor(HEALTHY * rest)
    worse = ceil(failures * n / (n + rest)) if failures else 1
    return max(failures - allowed, worse, 1)


def _lacks(strata: list[Stratum], n: int, rest: int, family: int) -> Message | None:
    """What is missing where not even "all of these fail and nothing else does" could be told."""
    needed = cases_needed(rest, family)
    if n < needed:
        return Message(
            "{n} of these questions measured; {needed} are needed to tell, {more} more.",
            {"n": n, "needed": needed, "more": needed - n},
        )
    best = prod(
        hits_in_group([Stratum(one.n, one.group, one.group)]).at_least(one.group) for one in strata
    )
    if carries(best, family):
        return None
    return Message(
        "These questions can hardly be told from their domains: too few domains hold both these "
        "and other questions."
    )


def _sentence(hits: int, n: int, others: int, rest: int) -> Message:
    return Message(
        "{hits} of {n} failed, and {others} of the {rest} others.",
        {"hits": hits, "n": n, "others": others, "rest": rest},
    )


def _picture(name: SymptomName, hits: int, n: int, others: int, rest: int) -> Bars:
    return Bars(
        inside=(Bar(name=KINDS[name], hits=hits, n=n),), rest=Bar(name=REST, hits=others, n=rest)
    )
