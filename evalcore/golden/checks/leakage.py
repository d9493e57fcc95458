"""Questions that repeat their own chunk: found by anybody, they examine nothing."""

from __future__ import annotations

from collections.abc import Iterator

from evalcore.golden.finding import Finding, Severity
from evalcore.golden.subject import Subject
from evalcore.model.case import Case
from evalcore.model.folding import fold
from evalcore.model.manifest import Manifest
from evalcore.model.message import Message

NEAR = 88
"""Likeness of question and the most similar passage (rapidfuzz, partial ratio, 0 to 100)."""

_LEAST_WORDS = 6
_ASKING = frozenset(
    {
        *("que", "cual", "cuales", "cuanto", "cuanta", "cuantos", "cuantas", "como", "cuando"),
        *("donde", "quien", "quienes", "por", "para", "a", "de", "en", "what", "which", "how"),
        *("much", "many", "when", "where", "who", "whom", "whose", "why", "is", "are", "do"),
        *("does", "did", "es", "son", "el", "la", "los", "las", "un", "una", "the", "an"),
    }
)


def check(subject: Subject) -> Iterator[Finding]:
    """Cases whose question is nearly a passage of a chunk that it expects (a synthetic smell)."""
    if subject.manifest is None:
        return
    cases = [case for case in subject.answerable if repeats_its_chunk(case, subject.manifest)]
    if cases:
        yield subject.finding(
            "leakage",
            Severity.WARNING,
            what=Message("Questions that repeat the words of their own chunk: {n} of {N}."),
            do=Message("Rewrite them in a user's words: as they stand, any search finds them."),
            cases=cases,
            details=(f"{case.id}: {case.question}" for case in cases if subject.tellable(case)),
        )


def repeats_its_chunk(case: Case, manifest: Manifest) -> bool:
    """Whether the question, without its question word, is nearly a passage of an expected chunk."""
    from rapidfuzz.fuzz import partial_ratio

    asked = _words(case.question)
    while asked and asked[0] in _ASKING:
        asked = asked[1:]
    if len(asked) < _LEAST_WORDS:
        return False
    sought = " ".join(asked)
    for label in case.expected:
        chunk = manifest.by_id.get(label.chunk_id)
        if chunk is None or not chunk.text or label.grade <= 0:
            continue
        text = " ".join(_words(chunk.text))
        if len(text) >= len(sought) and partial_ratio(sought, text, score_cutoff=NEAR):
            return True
    return False


def _words(text: str) -> list[str]:
    return "".join(sign if sign.isalnum() else " " for sign in fold(text)).split()
