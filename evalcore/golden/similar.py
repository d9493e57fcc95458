"""The passage most like a quote that is no longer there: a proposal, never an answer."""

from __future__ import annotations

import re
from collections import Counter
from collections.abc import Iterable, Sequence
from dataclasses import dataclass
from difflib import SequenceMatcher
from functools import cached_property

from evalcore.golden.figures import figures
from evalcore.golden.passages import normal
from evalcore.model.manifest import Chunk

LEAST_WORDS = 5
LEAST_CHARACTERS = 25
"""A shorter quote resembles too much of anything: it is never matched by likeness."""

LEAST_LIKENESS = 80
_CANDIDATES = 25
_WORD = re.compile(r"\w+")


@dataclass(frozen=True, slots=True)
class Similar:
    """A chunk's passage like the quote. ``likeness`` is 0 to 100 (rapidfuzz, partial ratio)."""

    chunk: Chunk
    passage: str
    likeness: float


def is_distinctive(quote: str) -> bool:
    """Whether a quote is long enough to be told from others by its own words."""
    text = normal(quote)
    return len(text) >= LEAST_CHARACTERS and len(_WORD.findall(text)) >= LEAST_WORDS


def changes(before: str, after: str) -> tuple[tuple[str, str], ...]:
    """The words that differ, as (before, after) pairs in order; an empty text was not there."""
    old, new = before.split(), after.split()
    matcher = SequenceMatcher(a=old, b=new, autojunk=False)
    return tuple(
        (" ".join(old[a:b]), " ".join(new[c:d]))
        for tag, a, b, c, d in matcher.get_opcodes()
        if tag != "equal"
    )


def same_figures(before: str, after: str) -> bool:
    """Whether both texts hold the same figures in the same order."""
    return figures(normal(before)) == figures(normal(after))


class Likeness:
    """Chunks by their words, so that only the few that share many with a quote are compared."""

    def __init__(self, chunks: Sequence[Chunk]) -> None:
        self._chunks = [chunk for chunk in chunks if chunk.text]

    def closest(self, quote: str, doc_id: str | None) -> Similar | None:
        """The most similar passage, of the quote's own document if that has one; None if none."""
        if not is_distinctive(quote):
            return None
        rows = self._sharing(quote)
        own = [row for row in rows if doc_id is not None and self._chunks[row].doc_id == doc_id]
        for chosen in (own, rows):
            found = self._best(quote, chosen[:_CANDIDATES])
            if found is not None:
                return found
        return None

    def _best(self, quote: str, rows: Iterable[int]) -> Similar | None:
        from rapidfuzz.fuzz import partial_ratio_alignment

        best: Similar | None = None
        sought = normal(quote)
        for row in rows:
            text = self._normal[row]
            if len(text) < len(sought) // 2:
                continue
            found = partial_ratio_alignment(sought, text, score_cutoff=LEAST_LIKENESS)
            if found is None or (best is not None and found.score <= best.likeness):
                continue
            passage = _trimmed(_whole_words(text, found.dest_start, found.dest_end), sought)
            best = Similar(self._chunks[row], passage, found.score)
        return best

    def _sharing(self, quote: str) -> list[int]:
        """Rows of the chunks that share words with the quote, rare words counting most."""
        shared: Counter[int] = Counter()
        for word in set(_WORD.findall(normal(quote))):
            rows = self._rows_of.get(word, ())
            for row in rows:
                shared[row] += 1 / len(rows)  # type: ignore[assignment]  # a weight, not a count
        return [row for row, _ in shared.most_common()]

    @cached_property
    def _normal(self) -> list[str]:
        return [normal(chunk.text or "") for chunk in self._chunks]

    @cached_property
    def _rows_of(self) -> dict[str, list[int]]:
        rows: dict[str, list[int]] = {}
        for row, text in enumerate(self._normal):
            for word in set(_WORD.findall(text)):
                rows.setdefault(word, []).append(row)
        return rows


def _whole_words(text: str, start: int, end: int) -> str:
    """The slice, widened to whole words so that a figure is never shown cut."""
    while start > 0 and not text[start - 1].isspace():
        start -= 1
    while end < len(text) and not text[end].isspace():
        end += 1
    return text[start:end].strip()


def _trimmed(passage: str, sought: str) -> str:
    """The passage without a word at either end that makes it less like the quote."""
    from rapidfuzz.fuzz import ratio

    words = passage.split(" ")
    ends = [words, words[1:], words[:-1], words[1:-1]]
    best = max((" ".join(some) for some in ends if some), key=lambda text: ratio(text, sought))
    return best.rstrip(".,;:") if sought[-1].isalnum() else best
