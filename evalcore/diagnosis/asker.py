"""What a probe may ask of the index: the same question with one thing undone.

The diagnosis does no input or output; who asks is handed to it (``evalcore.workflows``).
"""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass
from typing import Literal, Protocol

from evalcore.model.diagnosis import Asked
from evalcore.model.manifest import Chunk


@dataclass(frozen=True, slots=True, kw_only=True)
class Change:
    """What is different from the suite's own search. The default changes nothing.

    ``mode`` asks BM25 or the vectors alone. ``exact`` asks an exact search where the index is
    approximate. ``text`` asks another question (the chunk's own description). ``chunk`` is the
    buried chunk as it would be after a repair: it replaces the indexed one under the same id;
    ``without`` are chunks that the repair removes (the other half of a split).
    """

    filters_off: bool = False
    boost_off: bool = False
    cut_off: bool = False
    exact: bool = False
    mode: Literal["bm25", "vectors"] | None = None
    text: str | None = None
    chunk: Chunk | None = None
    without: tuple[str, ...] = ()


@dataclass(frozen=True, slots=True, kw_only=True)
class Ask:
    """Where does ``chunk_id`` stand for the question of ``case_id`` under ``change``.

    ``what`` names the question for the record.
    """

    case_id: str
    chunk_id: str
    what: str
    change: Change


class Asker(Protocol):
    """Puts questions in batches. What the retriever cannot do is left out by ``can``."""

    def can(self, change: Change) -> bool:
        """Whether this change can be asked at all; otherwise the probe has no data."""
        ...

    def ask(self, asks: Sequence[Ask]) -> Sequence[Asked]:
        """The rank of each chunk over the whole index, in the order of the asks."""
        ...
