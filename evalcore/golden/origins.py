"""Where a question comes from: the sources of the golden-set text, in their order of worth."""

from __future__ import annotations

import re
from enum import StrEnum
from functools import lru_cache

from evalcore.model.case import Case
from evalcore.model.folding import fold


class Origin(StrEnum):
    """From the most representative of real users to the least; ``UNKNOWN`` was not said."""

    LOG = "query logs"
    SUPPORT = "support"
    INTERVIEW = "interviews"
    COVERAGE = "corpus coverage"
    GENERATED = "generated"
    UNKNOWN = "unknown"


REAL_USERS = (Origin.LOG, Origin.SUPPORT)
"""Sources whose questions real users asked."""

_WORDS = (
    (Origin.GENERATED, "generad|generat|synthetic|sintetic|llm|gpt|modelo|model|ragas|autorag"),
    (Origin.COVERAGE, "cobertura|coverage"),
    (Origin.INTERVIEW, "entrevist|interview"),
    (Origin.SUPPORT, "soporte|support|ticket|chat|correo|mail|atencion|buzon|dudas|telefon|foro"),
    (Origin.LOG, "logs?|registros?|consultas?|produccion|production|queries|query|search"),
)
_PATTERNS = tuple(
    (origin, re.compile(rf"(?<![a-z])(?:{words})", re.ASCII)) for origin, words in _WORDS
)


def origin_of(case: Case) -> Origin:
    """The origin that the case's source names, by its words; the least worthy where it names two.

    An interview with the support team is an interview: nobody asked that question for real.
    """
    return _origin(case.source or "")


@lru_cache(maxsize=1_024)  # a set of 100,000 cases names the same few sources
def _origin(text: str) -> Origin:
    source = fold(text)
    return next((origin for origin, words in _PATTERNS if words.search(source)), Origin.UNKNOWN)
