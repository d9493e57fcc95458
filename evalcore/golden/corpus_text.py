"""The manifest's texts laid out as documents again, so that a quote has one place or several.

Overlapping chunkers repeat the end of one chunk at the start of the next. Laid over each other,
the two copies fall on the same place of the document; two places mean two different sentences.
Where most neighbours of the manifest do not overlap, no chunker did it: a heading that its first
sentence repeats is an accident, and two places.
"""

from __future__ import annotations

from bisect import bisect_right
from collections.abc import Callable, Iterator, Sequence
from dataclasses import dataclass
from functools import cached_property
from itertools import accumulate, pairwise

from evalcore.golden.passages import is_whole, normal, places_in
from evalcore.model.manifest import Chunk, Manifest

LEAST_OVERLAP = 20
"""Characters that two neighbours must share for that to be an overlap and no accident."""

_GAP = "\n\x00\n"
_PROBE = 20


@dataclass(frozen=True, slots=True)
class Spot:
    """One place of a passage: its document (None where not said), offset there, and holders.

    ``chunk_ids`` name the chunks that hold the passage whole, or, where ``across`` is true, the
    neighbours over which it runs.
    """

    doc_id: str | None
    at: int
    chunk_ids: tuple[str, ...]
    across: bool = False


@dataclass(frozen=True, slots=True)
class _Laid:
    """A chunk laid out: its text as compared, the document, and where it begins there."""

    chunk: Chunk
    text: str
    document: int
    at: int


class CorpusText:
    """Where passages stand in a manifest. Texts are laid out once, when first asked for."""

    def __init__(self, manifest: Manifest) -> None:
        self.manifest = manifest

    @cached_property
    def has_texts(self) -> bool:
        """Whether any chunk has a text; without texts no quote can be missed."""
        return any(chunk.text for chunk in self.manifest.chunks)

    def holds(self, quote: str) -> bool:
        """Whether the quote is still there: verbatim, typeset anew, or cut between neighbours."""
        return bool(self.verbatim(quote) or self.typeset_anew(quote) or self.across(quote))

    def verbatim(self, quote: str) -> tuple[Spot, ...]:
        """Every place where a chunk holds the quote byte for byte."""
        return self._raw.spots(quote)

    def typeset_anew(self, quote: str) -> tuple[Spot, ...]:
        """Every place where a chunk holds the quote but for spaces, case and quotation marks."""
        return self._normal.spots(normal(quote))

    def across(self, quote: str) -> tuple[Spot, ...]:
        """Every place where the quote runs over neighbours of one document."""
        return self._normal.across(normal(quote))

    def around(self, spot: Spot, length: int, reach: int = 40) -> tuple[str, str]:
        """What stands before and after a verbatim place in its document, as compared."""
        text = self._raw.document_of(spot.chunk_ids[0])
        before = text[max(0, spot.at - 2 * reach) : spot.at]
        after = text[spot.at + length : spot.at + length + 2 * reach]
        return normal(before)[-reach:], normal(after)[:reach]

    @cached_property
    def _raw(self) -> _Layout:
        return _Layout(self.manifest.chunks, str.strip)

    @cached_property
    def _normal(self) -> _Layout:
        return _Layout(self.manifest.chunks, normal)


class _Layout:
    """The texts in one form (raw or normal), joined for searching and laid out by document."""

    def __init__(self, chunks: Sequence[Chunk], form: Callable[[str], str]) -> None:
        self._laid: list[_Laid] = []
        self._documents: list[str] = []
        documents = list(_documents(chunks))
        texts = [[form(chunk.text or "") for chunk in document] for document in documents]
        self._overlaps = _mostly_overlap(texts)
        for number, document in enumerate(documents):
            self._lay(document, texts[number], number)
        self._joined = _GAP.join(laid.text for laid in self._laid)
        lengths = (len(laid.text) + len(_GAP) for laid in self._laid)
        self._starts = [0, *accumulate(lengths)][:-1]
        self._row = {laid.chunk.chunk_id: row for row, laid in enumerate(self._laid)}

    def _lay(self, document: Sequence[Chunk], texts: Sequence[str], number: int) -> None:
        whole = ""
        for chunk, piece in zip(document, texts, strict=True):
            shared = _overlap(whole, piece) if self._overlaps else 0
            if whole and not shared:
                whole += " "
            self._laid.append(_Laid(chunk, piece, number, len(whole) - shared))
            whole += piece[shared:]
        self._documents.append(whole)

    def document_of(self, chunk_id: str) -> str:
        """The text of the document that the chunk belongs to."""
        return self._documents[self._laid[self._row[chunk_id]].document]

    def spots(self, passage: str) -> tuple[Spot, ...]:
        """Every place of a passage that a chunk holds whole, in document order."""
        found: dict[tuple[int, int], list[Chunk]] = {}
        for start in places_in(self._joined, passage):
            row = bisect_right(self._starts, start) - 1
            laid = self._laid[row]
            place = (laid.document, laid.at + start - self._starts[row])
            found.setdefault(place, []).append(laid.chunk)
        return tuple(
            Spot(chunks[0].doc_id, at, tuple(chunk.chunk_id for chunk in chunks))
            for (_, at), chunks in found.items()
        )

    def across(self, passage: str) -> tuple[Spot, ...]:
        """Every place of a passage that no single chunk holds, only neighbours together."""
        return tuple(self._across(passage))

    def _across(self, passage: str) -> Iterator[Spot]:
        for number, text in enumerate(self._documents):
            for at in places_in(text, passage):
                end = at + len(passage)
                touched = [
                    laid
                    for laid in self._laid
                    if laid.document == number and laid.at < end and at < laid.at + len(laid.text)
                ]
                whole = any(it.at <= at and end <= it.at + len(it.text) for it in touched)
                if len(touched) > 1 and not whole and is_whole(text, at, end):
                    needed = tuple(chunk.chunk_id for chunk in _fewest(touched, at, end))
                    yield Spot(touched[0].chunk.doc_id, at, needed, across=True)


def _fewest(touched: Sequence[_Laid], start: int, end: int) -> tuple[Chunk, ...]:
    """The fewest neighbours that cover the passage from start to end."""
    chosen: list[Chunk] = []
    reached = start
    while reached < end:
        ahead = [it for it in touched if it.at <= reached + 1]
        best = max(ahead, key=lambda it: it.at + len(it.text), default=None)
        if best is None or best.at + len(best.text) <= reached:
            return tuple(it.chunk for it in touched)
        chosen.append(best.chunk)
        reached = best.at + len(best.text)
    return tuple(chosen)


def _documents(chunks: Sequence[Chunk]) -> Iterator[list[Chunk]]:
    """Chunks by document, in their order there; a chunk without document stands alone."""
    grouped: dict[str, list[Chunk]] = {}
    for chunk in chunks:
        if chunk.doc_id is not None:
            grouped.setdefault(chunk.doc_id, []).append(chunk)
    for document in grouped.values():
        if all(chunk.position is not None for chunk in document):
            document.sort(key=lambda chunk: chunk.position or 0)
        yield document
    for chunk in chunks:
        if chunk.doc_id is None:
            yield [chunk]


def _mostly_overlap(texts: Sequence[Sequence[str]]) -> bool:
    """Whether at least half of all neighbours share an end and a start: a chunker's doing."""
    pairs = [pair for document in texts for pair in pairwise(document)]
    return 2 * sum(_overlap(*pair) > 0 for pair in pairs) >= len(pairs)


def _overlap(before: str, text: str) -> int:
    """How many characters the start of ``text`` repeats of the end of ``before``; else 0."""
    if len(text) < LEAST_OVERLAP or len(before) < LEAST_OVERLAP:
        return 0
    probe = text[:_PROBE]
    start = before.find(probe, max(0, len(before) - len(text)))
    while start >= 0:
        tail = len(before) - start
        if before.endswith(text[:tail]):
            return tail
        start = before.find(probe, start + 1)
    return 0
