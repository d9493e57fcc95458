"""An old version outranks the new one: temporal questions get what no longer holds."""

from __future__ import annotations

from dataclasses import replace

from evalcore.model.message import Message
from evalcore.model.symptom import SymptomName
from evalcore.symptoms.facts import Facts
from evalcore.symptoms.only import read_only
from evalcore.symptoms.reading import Reading

NAME = SymptomName.OLD_VERSION
NO_OLD_ONE = Message("The diagnosis found no old version above them.")


def read(facts: Facts) -> tuple[Reading, ...]:
    """Temporal cases against the rest.

    Where the failures were diagnosed and an old version stands above none of them, the pattern
    is another one and this stays quiet.
    """
    temporal = set(facts.of(facts.failed & facts.groups[NAME]))
    if facts.diagnosed is None or not temporal & set(facts.diagnosed.cases):
        return (read_only(facts, NAME),)
    outranked = temporal & set(facts.diagnosed.outranked_by_old)
    reading = read_only(facts, NAME, barred=not outranked)
    sentence = Message(
        "{hits} of {n} failed, and {others} of the {rest} others; an old version stands above {k}.",
        {**reading.sentence.figures, "k": len(outranked)},
    )
    unlike = reading.unlike if outranked else NO_OLD_ONE
    return (replace(reading, sentence=sentence, unlike=unlike),)
