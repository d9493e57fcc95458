"""Documents put together from a manifest's own texts, and cut in other sizes.

Where a label's quote stood is known to the character, so whether a new chunk holds that very
place needs no trust in the search under test.
"""

from __future__ import annotations

import re
from collections.abc import Sequence
from dataclasses import dataclass

from evalcore.model.case import Case
from evalcore.model.manifest import Chunk, Manifest


@dataclass(frozen=True, kw_only=True)
class Place:
    """Where a label's quote stood: document, first character, one past the last."""

    doc_id: str
    start: int
    end: int


@dataclass(frozen=True, kw_only=True)
class Cut:
    """Documents cut anew: the manifest, and where each chunk begins and ends."""

    manifest: Manifest
    spans: dict[str, Place]


def documents(manifest: Manifest) -> dict[str, tuple[str, dict[str, int]]]:
    """Each document's text and where each of its chunks begins in it."""
    found: dict[str, list[Chunk]] = {}
    for chunk in manifest.chunks:
        found.setdefault(chunk.doc_id or "", []).append(chunk)
    laid: dict[str, tuple[str, dict[str, int]]] = {}
    for doc_id, chunks in found.items():
        text, starts = "", {}
        for chunk in sorted(chunks, key=lambda it: it.position or 0):
            starts[chunk.chunk_id] = len(text)
            text += (chunk.text or "") + "\n\n"
        laid[doc_id] = (text, starts)
    return laid


def places(cases: Sequence[Case], manifest: Manifest) -> dict[tuple[str, str], Place]:
    """Where the quote of each label stands, by case and chunk id."""
    laid = documents(manifest)
    found: dict[tuple[str, str], Place] = {}
    for case in cases:
        for label in case.expected:
            chunk = manifest.by_id.get(label.chunk_id)
            if chunk is None or not label.quote or not chunk.text or chunk.doc_id is None:
                continue
            at = chunk.text.find(label.quote)
            if at >= 0:
                start = laid[chunk.doc_id][1][chunk.chunk_id] + at
                end = start + len(label.quote)
                found[case.id, label.chunk_id] = Place(doc_id=chunk.doc_id, start=start, end=end)
    return found


def cut_anew(manifest: Manifest, words: int, overlap: int) -> Cut:
    """Every document cut into chunks of so many words, each repeating the end of the last."""
    chunks: list[Chunk] = []
    spans: dict[str, Place] = {}
    for doc_id, (text, _) in documents(manifest).items():
        tokens = [match.span() for match in re.finditer(r"\S+", text)]
        for number, first in enumerate(range(0, len(tokens), words - overlap), start=1):
            here = tokens[first : first + words]
            place = Place(doc_id=doc_id, start=here[0][0], end=here[-1][1])
            name = f"{doc_id}/{words}/{number}"
            piece = text[place.start : place.end]
            chunks.append(Chunk(chunk_id=name, doc_id=doc_id, text=piece, position=number))
            spans[name] = place
    return Cut(manifest=Manifest(chunks=tuple(chunks)), spans=spans)


def paragraphs(manifest: Manifest) -> Cut:
    """Every document cut at its empty lines."""
    chunks: list[Chunk] = []
    spans: dict[str, Place] = {}
    for doc_id, (text, _) in documents(manifest).items():
        for number, match in enumerate(re.finditer(r"(?s)\S.*?(?=\n\s*\n|\Z)", text), start=1):
            piece = match[0].rstrip()
            name = f"{doc_id}/p{number}"
            place = Place(doc_id=doc_id, start=match.start(), end=match.start() + len(piece))
            chunks.append(Chunk(chunk_id=name, doc_id=doc_id, text=piece, position=number))
            spans[name] = place
    return Cut(manifest=Manifest(chunks=tuple(chunks)), spans=spans)
