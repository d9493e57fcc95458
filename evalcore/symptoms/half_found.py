"""Multi-hop questions are half found: one leg comes back, the other does not."""

from __future__ import annotations

from dataclasses import replace

from evalcore.model.message import Message
from evalcore.model.symptom import SymptomName
from evalcore.symptoms.facts import Facts
from evalcore.symptoms.only import read_only
from evalcore.symptoms.reading import Reading

NAME = SymptomName.HALF_FOUND
NOT_HALF = Message("Most of those that fail found nothing of what they expect.")


def read(facts: Facts) -> tuple[Reading, ...]:
    """Multi-hop cases against the rest; at least half of those that fail are half found."""
    failing = facts.failed & facts.groups[NAME]
    half, hits = int((facts.half & failing).sum()), int(failing.sum())
    reading = read_only(facts, NAME, barred=2 * half < hits)
    if not hits:
        return (reading,)
    sentence = Message(
        "{hits} of {n} failed ({half} of them half found), and {others} of the {rest} others.",
        {**reading.sentence.figures, "half": half},
    )
    unlike = NOT_HALF if 2 * half < hits else reading.unlike
    return (replace(reading, sentence=sentence, unlike=unlike),)
