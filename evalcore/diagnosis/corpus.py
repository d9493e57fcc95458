"""What the chunks of one index have in common: documents, neighbours, customs of describing."""

from __future__ import annotations

from collections import Counter, defaultdict
from collections.abc import Mapping, Sequence
from dataclasses import dataclass
from functools import cached_property
from statistics import median

from evalcore.diagnosis.words import content, sequence
from evalcore.model.manifest import Chunk, Manifest

TEXT, REPRESENTATION, TEXT_IF_MISSING = "text", "representation", "text_if_missing"
_FEW_PEERS = 5
_HEADING_WORDS = 25
_TITLE_WORDS = 12


@dataclass(frozen=True, eq=False, kw_only=True)
class Corpus:
    """The manifest, read once for all cases of a run.

    ``field`` is what the suite's index holds of a chunk: ``representation``, ``text`` or
    ``text_if_missing``.
    """

    manifest: Manifest
    field: str = REPRESENTATION

    def by_id(self, chunk_id: str) -> Chunk | None:
        """The chunk of this id, None if the manifest has none."""
        return self.manifest.by_id.get(chunk_id)

    def held(self, chunk: Chunk) -> str:
        """The text that the index holds of a chunk; empty where nothing is held."""
        if self.field == TEXT:
            return chunk.text or ""
        if self.field == TEXT_IF_MISSING and not (chunk.representation or "").strip():
            return chunk.text or ""
        return chunk.representation or ""

    @property
    def describes(self) -> bool:
        """Whether any chunk has a representation at all."""
        return any(chunk.representation for chunk in self.manifest.chunks)

    @cached_property
    def documents(self) -> Mapping[str, Sequence[Chunk]]:
        """The chunks of each document by position; without one, as the manifest has them."""
        found: dict[str, list[Chunk]] = defaultdict(list)
        for chunk in self.manifest.chunks:
            if chunk.doc_id is not None:
                found[chunk.doc_id].append(chunk)
        for chunks in found.values():
            if all(chunk.position is not None for chunk in chunks):
                chunks.sort(key=lambda chunk: chunk.position or 0)
        return found

    def siblings(self, chunk: Chunk) -> tuple[Chunk, ...]:
        """The other chunks of its document, in order."""
        members = self.documents.get(chunk.doc_id or "", ())
        return tuple(it for it in members if it.chunk_id != chunk.chunk_id)

    def neighbours(self, chunk: Chunk) -> tuple[Chunk | None, Chunk | None]:
        """The chunk before and the one after it in its document, of the same validity.

        None at an end, and where the document or the positions are not said. Other versions
        of a document under one id are not its neighbours.
        """
        line = self.line(chunk)
        at = next((n for n, it in enumerate(line) if it.chunk_id == chunk.chunk_id), None)
        if at is None:
            return None, None
        return (line[at - 1] if at else None), (line[at + 1] if at + 1 < len(line) else None)

    def line(self, chunk: Chunk) -> tuple[Chunk, ...]:
        """The chunk among the others of its document and validity, in order; empty if unsaid."""
        if chunk.position is None or chunk.doc_id is None:
            return ()
        return tuple(
            it
            for it in self.documents.get(chunk.doc_id, ())
            if it.position is not None and (it.chunk_id == chunk.chunk_id or _coexist(it, chunk))
        )

    @cached_property
    def spread(self) -> Counter[str]:
        """In how many chunks' held texts each content word stands."""
        return Counter(word for chunk in self.manifest.chunks for word in content(self.held(chunk)))

    def usual_words(self, chunk: Chunk) -> float:
        """Content words that the index holds of a chunk of this kind, in the median."""
        return median(self._word_counts(chunk.kind) or [0])

    def usual_length(self, chunk: Chunk) -> float:
        """Words of the text of a chunk of this kind, in the median; 0 where no text is kept."""
        return median(self._lengths(chunk.kind) or [0])

    def _word_counts(self, kind: str | None) -> list[int]:
        return self._by_kind(self._counts, kind)

    def _lengths(self, kind: str | None) -> list[int]:
        return self._by_kind(self._sizes, kind)

    @cached_property
    def _counts(self) -> Mapping[str | None, list[int]]:
        found: dict[str | None, list[int]] = defaultdict(list)
        for chunk in self.manifest.chunks:
            found[chunk.kind].append(len(content(self.held(chunk))))
        return found

    @cached_property
    def _sizes(self) -> Mapping[str | None, list[int]]:
        found: dict[str | None, list[int]] = defaultdict(list)
        for chunk in self.manifest.chunks:
            if chunk.text is not None:
                found[chunk.kind].append(len(sequence(chunk.text)))
        return found

    @staticmethod
    def _by_kind(found: Mapping[str | None, list[int]], kind: str | None) -> list[int]:
        own = found.get(kind, [])
        return own if len(own) >= _FEW_PEERS else [n for numbers in found.values() for n in numbers]

    @cached_property
    def headings(self) -> Mapping[tuple[str, ...], tuple[str, ...]]:
        """The ids of the chunks under each heading, as the heading's words."""
        found: dict[tuple[str, ...], list[str]] = defaultdict(list)
        for chunk in self.manifest.chunks:
            words = sequence(heading_of(chunk))
            if words:
                found[words].append(chunk.chunk_id)
        return {words: tuple(ids) for words, ids in found.items()}

    @cached_property
    def heading_words(self) -> frozenset[str]:
        """First words of headings that say which kind of part it is: many headings begin so.

        "Artículo", "Anexo": at least one in twenty of all headings, and no fewer than five.
        """
        first = Counter(words[0] for words, ids in self.headings.items() for _ in ids)
        least = max(_FEW_PEERS, sum(first.values()) // 20)
        return frozenset(word for word, number in first.items() if number >= least)

    def looks_like_heading(self, line: str) -> bool:
        """Whether a line by itself is in the form of a heading here.

        Somebody's heading word for word; or one line that begins as many headings do; or few
        words that begin with a capital and end without a stop, as a title does.
        """
        words, text = sequence(line), line.strip()
        if not words or len(words) > _HEADING_WORDS or text.startswith("|"):
            return False
        if words in self.headings or (words[0] in self.heading_words and text[0].isupper()):
            return True
        return text[0].isupper() and text[-1] not in ".,;:)" and len(words) <= _TITLE_WORDS

    @cached_property
    def keeps_headings(self) -> bool:
        """Whether texts begin with their heading here: four in five of those that have one."""
        told = [c for c in self.manifest.chunks if c.title and c.text]
        kept = sum(begins_with_heading(chunk) for chunk in told)
        return len(told) >= _FEW_PEERS and kept * 5 >= len(told) * 4


def heading_of(chunk: Chunk) -> str:
    """The chunk's own heading: its title after the document's, where the title names both."""
    title = (chunk.title or "").strip()
    first = _first_line(chunk.text)
    if first and title.endswith(first):
        return first
    return title.rsplit(": ", 1)[-1]


def begins_with_heading(chunk: Chunk) -> bool:
    """Whether the text's first line is the end of its title."""
    first = sequence(_first_line(chunk.text))
    title = sequence(chunk.title or "")
    return bool(first) and bool(title) and title[-len(first) :] == first


def _first_line(text: str | None) -> str:
    return (text or "").strip().partition("\n")[0].strip()


def _coexist(one: Chunk, other: Chunk) -> bool:
    """Whether both can be of one edition of a document: neither ended before the other began."""
    return not (_ended_before(one, other) or _ended_before(other, one))


def _ended_before(one: Chunk, other: Chunk) -> bool:
    if one.valid_to is None or other.valid_from is None:
        return False
    return one.valid_to <= other.valid_from
