"""Only questions that expect a curated synthesis fail: the layer of authority does not emerge."""

from __future__ import annotations

from dataclasses import replace

from evalcore.model.message import Message
from evalcore.model.symptom import SymptomName
from evalcore.symptoms.facts import Facts
from evalcore.symptoms.only import read_only
from evalcore.symptoms.reading import Reading

NAME = SymptomName.GOLD


def read(facts: Facts) -> tuple[Reading, ...]:
    """The one reading of these cases; nothing can be said where nothing tells what is gold."""
    reading = read_only(facts, NAME)
    if facts.gold_known:
        return (reading,)
    lacks = Message("Neither manifest nor golden set says which chunks are curated syntheses.")
    return (replace(reading, lacks=lacks, test=None, picture=None, cases=()),)
