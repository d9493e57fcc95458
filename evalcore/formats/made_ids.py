"""Ids for questions and texts that came without: the same text has the same id everywhere."""

from __future__ import annotations

import hashlib

_DIGITS = 16
QUESTION, TEXT = "q-", "text-"


def folded(text: str) -> str:
    """The text with every run of white space as one blank, none at its ends."""
    return " ".join(text.split())


def question_id(question: str) -> str:
    """The id of a case that is known by its question only."""
    return QUESTION + _digest(question)


def text_id(text: str) -> str:
    """The id of a chunk that is known by its text only, until the manifest names it."""
    return TEXT + _digest(text)


def _digest(text: str) -> str:
    return hashlib.sha256(folded(text).encode()).hexdigest()[:_DIGITS]
