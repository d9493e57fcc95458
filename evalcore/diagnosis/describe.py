"""A description written from what a chunk says of itself: the draft that a repair begins with."""

from __future__ import annotations

import re
from collections.abc import Iterator
from enum import StrEnum

from evalcore.diagnosis.corpus import Corpus, begins_with_heading, heading_of
from evalcore.diagnosis.tables import table_in
from evalcore.diagnosis.words import sequence
from evalcore.model.manifest import Chunk

_SENTENCE = re.compile(r"(?<=[.!?])\s+(?=[A-ZÁÉÍÓÚÑ¿¡])")
_MOST_PEERS = 200
_FEW_PEERS = 5


class Custom(StrEnum):
    """How the other chunks of an index are described."""

    TEXT = "text"
    TITLED = "titled"
    OWN = "own"


def describe(chunk: Chunk) -> str:
    """Title, names of columns and rows, and first sentence of a chunk; empty if it has none.

    The same chunk gives the same words. Figures of a table are left out: no question looks
    like them.
    """
    parts = [chunk.title or heading_of(chunk)]
    table = table_in(chunk.text)
    if table is not None:
        parts += [", ".join(table.header), ", ".join(table.row_names)]
        parts.append(_first_sentence(_body(chunk, table.before)))
    else:
        parts.append(_first_sentence(_body(chunk, chunk.text or "")))
    return ". ".join(part.strip().rstrip(".") for part in parts if part.strip(" .")).strip()


def descriptions(corpus: Corpus, chunk: Chunk) -> tuple[str, ...]:
    """The descriptions worth trying, best first: as the others are made, then from itself."""
    made = (as_others_are(corpus, chunk), describe(chunk))
    return tuple(dict.fromkeys(text for text in made if text and text.strip()))


def as_others_are(corpus: Corpus, chunk: Chunk) -> str | None:
    """What the index would hold of the chunk if it were made as most of its kind are.

    None where they are described one by one, in words of their own.
    """
    custom = custom_of(corpus, chunk)
    if custom is Custom.OWN:
        return None
    return _held_as(custom, chunk)


def custom_of(corpus: Corpus, chunk: Chunk) -> Custom:
    """How three in five of the others of its kind are described."""
    peers = list(_peers(corpus, chunk))
    if len(peers) < _FEW_PEERS:
        return Custom.OWN
    for custom in (Custom.TEXT, Custom.TITLED):
        made = sum(_as(custom, peer) == sequence(corpus.held(peer)) for peer in peers)
        if made * 5 >= len(peers) * 3:
            return custom
    return Custom.OWN


def holding(corpus: Corpus, chunk: Chunk, held: str) -> Chunk:
    """The chunk with another text for the index to hold; its own text stays what it is.

    Where the suite has the index hold texts, the description goes before the text.
    """
    from dataclasses import replace

    if corpus.field == "text":
        return replace(chunk, text="\n".join((held, chunk.text or "")).strip())
    return replace(chunk, representation=held)


def _peers(corpus: Corpus, chunk: Chunk) -> Iterator[Chunk]:
    kind = [
        other
        for other in corpus.manifest.chunks
        if other.kind == chunk.kind and other.chunk_id != chunk.chunk_id and corpus.held(other)
    ]
    step = max(1, len(kind) // _MOST_PEERS)
    yield from kind[::step]


def _as(custom: Custom, chunk: Chunk) -> tuple[str, ...]:
    return sequence(_held_as(custom, chunk))


def _held_as(custom: Custom, chunk: Chunk) -> str:
    if custom is Custom.TEXT:
        return chunk.text or ""
    body = " ".join(_body(chunk, chunk.text or "").split())
    return ". ".join(part for part in ((chunk.title or "").rstrip("."), body) if part)


def _body(chunk: Chunk, text: str) -> str:
    """The text without the heading it begins with."""
    if not begins_with_heading(chunk):
        return text
    return text.strip().partition("\n")[2].strip()


def _first_sentence(text: str) -> str:
    return " ".join(_SENTENCE.split(" ".join(text.split()), maxsplit=1)[0].split())
