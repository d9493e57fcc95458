"""Marks of a chunk fused with others: their headings or texts stand inside its own."""

from __future__ import annotations

import re
from collections.abc import Sequence
from typing import Any

from evalcore.diagnosis.corpus import Corpus
from evalcore.diagnosis.cuts import Mark
from evalcore.diagnosis.mending import cut_back
from evalcore.diagnosis.words import content, sequence, within
from evalcore.model.manifest import Chunk
from evalcore.model.message import Message

_LONG = 1.7
_BLANK_LINE = re.compile(r"\n\s*\n")
_SHOWN = 300


def fusion_mark(corpus: Corpus, chunk: Chunk, quote: str | None, question: str) -> Mark | None:
    """The mark of parts under headings that are not the chunk's own; None without.

    A line that heads another chunk, or begins as headings here do, is a sign by itself. One that
    only looks like a title is a sign in a chunk that is much longer than others.
    """
    text = (chunk.text or "").strip()
    usual = corpus.usual_length(chunk)
    if not usual:
        return None
    long = len(sequence(text)) >= usual * _LONG
    parts = _parts(corpus, chunk, text, long=long)
    if len(parts) < 2:
        return _paragraphs_mark(corpus, chunk, quote) if long else None
    part = _part_meant(parts, quote, question)
    return Mark(
        name="fused",
        sentence=Message(
            "It was fused with others: {n} parts with headings of their own stand in it",
            {"n": len(parts)},
        ),
        undoings=cut_back(corpus, chunk, part),
        evidence=_evidence(parts, part, len(sequence(text)), usual),
    )


def _paragraphs_mark(corpus: Corpus, chunk: Chunk, quote: str | None) -> Mark | None:
    """A long chunk of several paragraphs, one of which holds the quote: weak by itself."""
    text = (chunk.text or "").strip()
    parts = [it.strip() for it in _BLANK_LINE.split(text) if it.strip()]
    part = next((it for it in parts if quote and within(quote, it)), None)
    if part is None or len(parts) < 2:
        return None
    usual = corpus.usual_length(chunk)
    return Mark(
        name="fused",
        sentence=Message(
            "It was fused with others: it is much longer than they are, and one of its {n}"
            " paragraphs alone would be found",
            {"n": len(parts)},
        ),
        undoings=cut_back(corpus, chunk, part),
        evidence=_evidence(parts, part, len(sequence(text)), usual),
        weak=True,
    )


def _evidence(parts: Sequence[str], part: str, words: int, usual: float) -> dict[str, Any]:
    return {
        "parts": [it[:_SHOWN] for it in parts],
        "part_meant": part[:_SHOWN],
        "words": words,
        "usual_words": usual,
    }


def _parts(corpus: Corpus, chunk: Chunk, text: str, *, long: bool) -> list[str]:
    """The text cut before every line that is somebody else's heading."""
    parts: list[list[str]] = [[]]
    for line in text.splitlines():
        if any(it.strip() for it in parts[-1]) and _foreign(corpus, chunk, line, long=long):
            parts.append([])
        parts[-1].append(line)
    return [it for part in parts if (it := "\n".join(part).strip())]


def _foreign(corpus: Corpus, chunk: Chunk, line: str, *, long: bool) -> bool:
    """Whether a line inside the text heads another chunk, or looks just like such a heading."""
    words = sequence(line)
    if not words or not corpus.looks_like_heading(line):
        return False
    owners = [it for it in corpus.headings.get(words, ()) if it != chunk.chunk_id]
    if owners:
        return True
    return corpus.keeps_headings and (long or words[0] in corpus.heading_words)


def _part_meant(parts: Sequence[str], quote: str | None, question: str) -> str:
    """The part with the quote, else the one that shares most words with the question."""
    if quote:
        for part in parts:
            if within(quote, part):
                return part
    asked = content(question)
    return max(parts, key=lambda part: len(asked & content(part)))
