"""Marks of a cut through a chunk: a table, a quote, a sentence or a heading that goes on next door.

Each mark is something a person can see in the two texts; sizes alone are no mark.
"""

from __future__ import annotations

from collections.abc import Iterator, Mapping, Sequence
from dataclasses import dataclass, field, replace
from itertools import pairwise
from typing import Any

from evalcore.diagnosis.corpus import Corpus, begins_with_heading, heading_of
from evalcore.diagnosis.describe import Custom, custom_of
from evalcore.diagnosis.mending import Undoing, headed, rejoined
from evalcore.diagnosis.tables import Table, table_in
from evalcore.diagnosis.words import covered, sequence, within
from evalcore.model.manifest import Chunk
from evalcore.model.message import Message

_SHOWN = 300
_MOST_PIECES = 6
_HALF = 0.5
_ENOUGH_PAIRS, _ONE_IN = 10, 20
_ENDS = '.:;!?…»”")]|'


@dataclass(frozen=True, slots=True, kw_only=True)
class Mark:
    """One visible mark of a defect, what it says, and what would undo it."""

    name: str
    sentence: Message
    undoings: tuple[Undoing, ...]
    evidence: Mapping[str, Any] = field(default_factory=dict)
    weak: bool = False
    """It says nothing unless undoing it surfaces the chunk."""


def cut_marks(corpus: Corpus, chunk: Chunk, quote: str | None) -> Iterator[Mark]:
    """Every mark of a cut between the chunk and its neighbours, the plainest first."""
    for mark in (
        _cut_table(corpus, chunk),
        _spread_quote(corpus, chunk, quote),
        _cut_sentence(corpus, chunk),
        _one_heading(corpus, chunk),
        _stranded_heading(corpus, chunk),
        _no_heading(corpus, chunk),
    ):
        if mark is not None:
            yield mark


def _cut_table(corpus: Corpus, chunk: Chunk) -> Mark | None:
    """Rows without a header beside the chunk that has it, on either side of the cut."""
    table = table_in(chunk.text)
    if table is None:
        return None
    pieces = _table_pieces(corpus, chunk, table)
    if len(pieces) < 2:
        return None
    if table.header:
        sentence = Message(
            "The table was cut: the rows of {other} stand without a header and belong to this one",
            {"other": pieces[-1].chunk_id},
        )
    else:
        sentence = Message(
            "The table was cut: these rows have no header; it stands in {other}",
            {"other": pieces[0].chunk_id},
        )
    return Mark(
        name="table_cut",
        sentence=sentence,
        undoings=rejoined(corpus, chunk, pieces),
        evidence={"pieces": _shown(pieces)},
    )


def _table_pieces(corpus: Corpus, chunk: Chunk, table: Table) -> list[Chunk]:
    """The chunk with the header and the ones that go on with its rows; one if it is whole."""
    start = chunk
    while not (own := table_in(start.text)) or not own.header:
        before = corpus.neighbours(start)[0]
        found = None if before is None else table_in(before.text)
        if before is None or found is None or found.columns != table.columns:
            return [chunk]
        start = before
    pieces = [start]
    while len(pieces) < _MOST_PIECES:
        after = corpus.neighbours(pieces[-1])[1]
        found = None if after is None else table_in(after.text)
        if after is None or found is None or found.header or found.columns != table.columns:
            break
        pieces.append(after)
    return pieces if any(it.chunk_id == chunk.chunk_id for it in pieces) else [chunk]


def _spread_quote(corpus: Corpus, chunk: Chunk, quote: str | None) -> Mark | None:
    """A quote that begins in one chunk and ends in the next, or stands in the next alone."""
    pieces = quote_pieces(corpus, chunk, quote or "")
    if not pieces:
        return None
    return Mark(
        name="quote_spread",
        sentence=Message(
            "The quote of the case is not whole in this chunk: it needs {other} too",
            {"other": ", ".join(it.chunk_id for it in pieces if it is not chunk)},
        ),
        undoings=rejoined(corpus, chunk, pieces),
        evidence={"quote": quote, "pieces": _shown(pieces)},
    )


def quote_pieces(corpus: Corpus, chunk: Chunk, quote: str) -> tuple[Chunk, ...]:
    """The chunk and the neighbours that make the quote whole; none if it is, or never will be.

    The shortest run of at most six. Letters are compared, so that a cut inside a word is seen.
    """
    if not quote or within(quote, chunk.text or ""):
        return ()
    line = corpus.line(chunk)
    at = next((n for n, it in enumerate(line) if it.chunk_id == chunk.chunk_id), None)
    if at is None:
        return ()
    wanted = "".join(sequence(quote))
    for size in range(2, _MOST_PIECES + 1):
        for start in range(max(0, at - size + 1), at + 1):
            pieces = line[start : start + size]
            if wanted in "".join("".join(sequence(it.text or "")) for it in pieces):
                return pieces
    return ()


def _cut_sentence(corpus: Corpus, chunk: Chunk) -> Mark | None:
    """A sentence that stops without an end and goes on in small letters next door."""
    before, after = corpus.neighbours(chunk)
    pieces = [chunk]
    if before is not None and _stops_short(before, chunk):
        pieces = [before, *pieces]
    if after is not None and _stops_short(chunk, after):
        pieces = [*pieces, after]
    if len(pieces) == 1:
        return None
    return Mark(
        name="sentence_cut",
        sentence=Message(
            "A sentence was cut: it goes on in {other}",
            {"other": ", ".join(it.chunk_id for it in pieces if it is not chunk)},
        ),
        undoings=rejoined(corpus, chunk, pieces),
        evidence={"pieces": _shown(pieces)},
    )


def _stops_short(before: Chunk, after: Chunk) -> bool:
    ends, begins = (before.text or "").rstrip(), (after.text or "").lstrip()
    if not ends or not begins or begins_with_heading(after):
        return False
    return ends[-1] not in _ENDS and begins[0].islower()


def _one_heading(corpus: Corpus, chunk: Chunk) -> Mark | None:
    """Neighbours under one heading, where no other chunks of the index share theirs."""
    heading = sequence(chunk.title or "")
    if not heading or not _headings_are_rare(corpus):
        return None
    before, after = corpus.neighbours(chunk)
    same = [it for it in (before, after) if it is not None and sequence(it.title or "") == heading]
    if not same:
        return None
    pieces = [it for it in (before, chunk, after) if it is chunk or it in same]
    return Mark(
        name="one_heading",
        sentence=Message(
            "One heading stands over this chunk and {other}: the text under it was cut",
            {"other": ", ".join(it.chunk_id for it in same)},
        ),
        undoings=rejoined(corpus, chunk, pieces),
        evidence={"heading": chunk.title, "pieces": _shown(pieces)},
    )


def _headings_are_rare(corpus: Corpus) -> bool:
    """Whether nearly every chunk has a heading of its own among its neighbours."""
    shared = pairs = 0
    for members in corpus.documents.values():
        for one, other in pairwise(members):
            pairs += 1
            shared += bool(one.title) and sequence(one.title or "") == sequence(other.title or "")
    return pairs >= _ENOUGH_PAIRS and shared <= max(1, pairs // _ONE_IN)


def _stranded_heading(corpus: Corpus, chunk: Chunk) -> Mark | None:
    """A heading that closes the chunk before, over a text that begins without one."""
    before = corpus.neighbours(chunk)[0]
    if not corpus.keeps_headings or not chunk.text or before is None:
        return None
    body, _, last = (before.text or "").rstrip().rpartition("\n")
    if not body.strip() or begins_with_heading(chunk) or not corpus.looks_like_heading(last):
        return None
    return Mark(
        name="heading_stranded",
        sentence=Message(
            "Its heading was left behind: it is the last line of {other}",
            {"other": before.chunk_id},
        ),
        undoings=headed(corpus, chunk, _under(before, last.strip())),
        evidence={"heading": last.strip(), "pieces": _shown([before, chunk])},
    )


def _under(before: Chunk, heading: str) -> str:
    """A title of the document that the chunk before is of."""
    document = (before.title or "").rpartition(": ")[0]
    return ": ".join(it for it in (document, heading) if it)


def _no_heading(corpus: Corpus, chunk: Chunk) -> Mark | None:
    """A text without the heading that the others begin with, and that is not held either."""
    if not corpus.keeps_headings or not chunk.text or begins_with_heading(chunk):
        return None
    before = corpus.neighbours(chunk)[0]
    title = chunk.title or (None if before is None else before.title)
    if not title or (chunk.title and _holds_heading(corpus, chunk, title)):
        return None
    return Mark(
        name="heading_missing",
        sentence=Message(
            "Its heading is missing: the other chunks begin with theirs, this one does not",
        ),
        undoings=headed(corpus, chunk, title),
        evidence={
            "heading": heading_of(replace(chunk, title=title)),
            "before": None if before is None else before.chunk_id,
            "begins": chunk.text[:_SHOWN],
        },
    )


def _holds_heading(corpus: Corpus, chunk: Chunk, title: str) -> bool:
    """Whether the index holds the heading although the text lacks it."""
    custom = custom_of(corpus, chunk)
    if custom is Custom.TITLED:
        return within(title, corpus.held(chunk))
    return custom is Custom.OWN and covered(heading_of(chunk), corpus.held(chunk)) >= _HALF


def _shown(pieces: Sequence[Chunk]) -> list[dict[str, Any]]:
    return [
        {"chunk_id": it.chunk_id, "position": it.position, "text": (it.text or "")[:_SHOWN]}
        for it in pieces
    ]
