"""Only numeric questions fail: chunking of tables, or descriptions that are missing."""

from __future__ import annotations

from evalcore.model.symptom import SymptomName
from evalcore.symptoms.facts import Facts
from evalcore.symptoms.only import read_only
from evalcore.symptoms.reading import Reading

NAME = SymptomName.NUMERIC


def read(facts: Facts) -> tuple[Reading, ...]:
    """The one reading of these cases against the rest."""
    return (read_only(facts, NAME),)
