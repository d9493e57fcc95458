"""What the system under test answered to a case, and what people said of such answers."""

from __future__ import annotations

import hashlib
from dataclasses import dataclass

from evalcore.model.judgement import JudgedMeasure


def text_hash(text: str) -> str:
    """SHA-256 of a text: what a verdict on an answer is tied to."""
    return hashlib.sha256(text.encode("utf-8", "surrogatepass")).hexdigest()


@dataclass(frozen=True, slots=True, kw_only=True)
class Answer:
    """One answer. ``error`` instead of ``text`` where the system failed.

    ``contexts`` are the texts it answered from, ``chunk_ids`` their ids, where it said; None is
    not said, empty is none. ``model`` wrote it.
    """

    case_id: str
    text: str | None = None
    error: str | None = None
    contexts: tuple[str, ...] | None = None
    chunk_ids: tuple[str, ...] | None = None
    model: str | None = None


@dataclass(frozen=True, slots=True, kw_only=True)
class HumanVerdict:
    """A person's verdict on one answer, tied to it by the answer's hash.

    ``passed`` is None on a sheet that was not filled in there yet. ``drawn_from`` says that the
    answer was drawn at random, and from how many: only such verdicts may correct a mean.
    """

    case_id: str
    measure: JudgedMeasure
    answer: str
    passed: bool | None
    by: str | None = None
    drawn_from: int | None = None
