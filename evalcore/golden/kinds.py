"""The kinds of case that a golden set must contain on purpose (the golden-set text)."""

from __future__ import annotations

from enum import StrEnum
from functools import lru_cache

from evalcore.model.case import Case
from evalcore.model.folding import fold
from evalcore.model.words import Behaviour


class Kind(StrEnum):
    """The known ways to fail, in the text's order; ``PLAIN`` is a clean question."""

    NO_ANSWER = "no answer"
    MULTI_HOP = "multi-hop"
    AMBIGUOUS = "ambiguous"
    VOCABULARY = "foreign vocabulary"
    CODES = "codes"
    TEMPORAL = "temporal"
    OUT_OF_SCOPE = "out of scope"
    PLAIN = "plain"


_WORDS = {
    Kind.NO_ANSWER: ("no-answer", "sin-respuesta", "unanswerable"),
    Kind.MULTI_HOP: ("multi-hop", "multihop", "multi-salto", "multisalto"),
    Kind.AMBIGUOUS: ("ambiguous", "ambigua", "ambiguo", "contexto", "context"),
    Kind.VOCABULARY: ("vocabulary", "vocabulario", "foreign-vocabulary"),
    Kind.CODES: ("codes", "code", "codigos", "codigo", "referencias", "references", "names"),
    Kind.TEMPORAL: ("temporal", "temporales", "time"),
    Kind.OUT_OF_SCOPE: ("out-of-scope", "fuera-de-alcance"),
}
ON_PURPOSE = tuple(_WORDS)
"""Every kind but the plain one."""


def kinds_of(case: Case) -> frozenset[Kind]:
    """The kinds a case is of, by its type, difficulty, behaviour and vocabulary; it may be several.

    A case to be declined is out of scope and not counted among those without answer.
    """
    kinds = {*_named(case.type, case.difficulty)}
    if case.behaviour is Behaviour.ABSTAIN:
        kinds.add(Kind.NO_ANSWER)
    if case.behaviour is Behaviour.DECLINE:
        kinds.add(Kind.OUT_OF_SCOPE)
    if case.behaviour is Behaviour.ASK_BACK:
        kinds.add(Kind.AMBIGUOUS)
    if case.user_vocabulary:
        kinds.add(Kind.VOCABULARY)
    return frozenset(kinds or {Kind.PLAIN})


@lru_cache(maxsize=1_024)  # a set of 100,000 cases says the same few words
def _named(*words: str | None) -> frozenset[Kind]:
    said = {_slug(word) for word in words if word}
    return frozenset(kind for kind, names in _WORDS.items() if not said.isdisjoint(names))


def _slug(word: str) -> str:
    return "-".join(fold(word).replace("_", " ").replace("-", " ").split())
