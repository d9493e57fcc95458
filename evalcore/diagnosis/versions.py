"""Old and new versions of one matter: who takes over from whom, and when."""

from __future__ import annotations

import re
from datetime import date

from evalcore.diagnosis.corpus import Corpus
from evalcore.diagnosis.words import likeness, sequence
from evalcore.model.manifest import Chunk

_COPY = 0.85
_KIN = 0.3
_YEAR = re.compile(r"\b(?:19|20)\d\d\b")


def valid_on(chunk: Chunk, day: date) -> bool:
    """From ``valid_from`` to ``valid_to``, both days included; a missing bound is open."""
    begun = chunk.valid_from is None or chunk.valid_from <= day
    return begun and (chunk.valid_to is None or day <= chunk.valid_to)


def is_older(other: Chunk, chunk: Chunk) -> bool:
    """Whether ``other`` is an earlier version of ``chunk``: same matter, and it ended first."""
    if other.chunk_id == chunk.chunk_id or other.valid_to is None:
        return False
    if chunk.valid_from is None or other.valid_to > chunk.valid_from:
        return False
    begins = other.valid_from is None or other.valid_from < chunk.valid_from
    return begins and same_matter(other, chunk)


def successor(corpus: Corpus, chunk: Chunk, day: date) -> Chunk | None:
    """The chunk that took over from an expired one and is valid on ``day``; None if none did.

    It begins after the expired one began and no earlier than it ended (the same day counts).
    Where several could be meant, or the title is the whole document's, only a near-copy is one.
    """
    if chunk.valid_to is None or chunk.valid_to >= day:
        return None
    begun = chunk.valid_from or date.min
    heirs = [
        other
        for other in corpus.manifest.chunks
        if other.valid_from is not None
        and other.valid_from > begun
        and other.valid_from >= chunk.valid_to
        and valid_on(other, day)
        and other.chunk_id != chunk.chunk_id
        and same_matter(other, chunk)
    ]
    if len(heirs) > 1 or _title_is_shared(corpus, chunk, day):
        heirs = [it for it in heirs if likeness(it.text or "", chunk.text or "") >= _COPY]
    return min(heirs, key=lambda it: it.valid_from or date.max, default=None)


def _title_is_shared(corpus: Corpus, chunk: Chunk, day: date) -> bool:
    """Whether several chunks that are valid together have this title: then it is no heading."""
    title = _timeless(chunk.title)
    same = (
        it for it in corpus.manifest.chunks if valid_on(it, day) and _timeless(it.title) == title
    )
    return bool(title) and sum(1 for _ in same) > 1


def same_matter(one: Chunk, other: Chunk) -> bool:
    """Whether two chunks speak of the same thing at different times.

    Equal titles but for the years in them and texts that share some of their words, or titles
    that differ and texts that are near-copies within one document family.
    """
    left, right = _timeless(one.title), _timeless(other.title)
    if left and left == right:
        return likeness(one.text or "", other.text or "") >= _KIN
    kin = one.doc_id is not None and _timeless(one.doc_id) == _timeless(other.doc_id)
    return kin and likeness(one.text or "", other.text or "") >= _COPY


def _timeless(name: str | None) -> tuple[str, ...]:
    return sequence(_YEAR.sub(" ", name or ""))
