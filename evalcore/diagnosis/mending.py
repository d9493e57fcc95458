"""Chunks as they would be if nobody had cut or fused them, ready to be asked for."""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from dataclasses import replace

from evalcore.diagnosis.asker import Change
from evalcore.diagnosis.corpus import Corpus, heading_of
from evalcore.diagnosis.describe import as_others_are, describe, holding
from evalcore.diagnosis.words import within
from evalcore.model.manifest import Chunk

Undoing = tuple[str, Change]
"""A counterfactual: its name for the record, and the change to ask under."""


def rejoined(corpus: Corpus, chunk: Chunk, pieces: Sequence[Chunk]) -> tuple[Undoing, ...]:
    """The chunk with the pieces cut from it put back, in order, under its own id.

    Its description is made as the others are, or written from heading and column names, or
    put together from the pieces' own: each is one question.
    """
    first = pieces[0]
    others = tuple(it.chunk_id for it in pieces if it.chunk_id != chunk.chunk_id)
    whole = replace(
        chunk,
        title=next((it.title for it in pieces if it.title), None),
        kind=first.kind or chunk.kind,
        text=joined([it.text or "" for it in pieces]),
        position=first.position,
    )
    parts = [corpus.held(it) for it in pieces]
    put_together = " ".join(dict.fromkeys(part.strip() for part in parts if part.strip()))
    return tuple(_undoings(corpus, whole, "rejoined", others, put_together))


def cut_back(corpus: Corpus, chunk: Chunk, part: str) -> tuple[Undoing, ...]:
    """The chunk with only one part of its text, described anew."""
    alone = replace(chunk, text=part.strip())
    heading = part.strip().partition("\n")[0]
    if not within(heading, chunk.title or "") and len(heading) < len(part.strip()):
        document = (chunk.title or "").rpartition(": ")[0]
        alone = replace(alone, title=": ".join(it for it in (document, heading) if it))
    return tuple(_undoings(corpus, alone, "cut back", (), ""))


def headed(corpus: Corpus, chunk: Chunk, title: str) -> tuple[Undoing, ...]:
    """The chunk under a title, its heading before its text as the others have theirs."""
    titled = replace(chunk, title=title)
    with_heading = replace(titled, text=f"{heading_of(titled)}\n{chunk.text or ''}")
    own = f"{title}. {corpus.held(chunk)}"
    return tuple(_undoings(corpus, with_heading, "with its heading", (), own))


def joined(texts: Sequence[str]) -> str:
    """Pieces of one text put together: a cut sentence goes on in its line."""
    whole = texts[0].rstrip()
    for text in texts[1:]:
        piece = text.strip()
        whole += (" " if _goes_on(whole, piece) else "\n") + piece
    return whole


def _goes_on(before: str, after: str) -> bool:
    row = before.rpartition("\n")[2].lstrip().startswith("|") or after.startswith("|")
    return not row and before[-1:] not in ".:;!?" and after[:1].islower()


def _undoings(
    corpus: Corpus, chunk: Chunk, name: str, without: tuple[str, ...], own: str
) -> Iterator[Undoing]:
    if corpus.field == "text":
        yield name, Change(chunk=chunk, without=without)
        return
    made = {
        f"{name}, described as the others are": as_others_are(corpus, chunk),
        f"{name}, described from its heading": describe(chunk),
        f"{name}, with the descriptions it had": own,
    }
    seen: set[str] = set()
    for what, held in made.items():
        if held and held.strip() and held not in seen:
            seen.add(held)
            yield what, Change(chunk=holding(corpus, chunk, held), without=without)
