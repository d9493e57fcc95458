"""What became of a label's anchor, and what a person may decide about it."""

from __future__ import annotations

from dataclasses import dataclass
from enum import StrEnum


class AnchorState(StrEnum):
    """How a label's quote stands in the new manifest. Only ``EXACT`` is taken by itself."""

    EXACT = "exact"
    NORMALISED = "normalised"
    MOVED = "moved"
    SPLIT = "split"
    MERGED = "merged"
    AMBIGUOUS = "ambiguous"
    FUZZY = "fuzzy"
    ORPHAN = "orphan"
    QUOTE = "quote"
    """A quote proposed for a label that has none; its chunk stays."""


class Ruling(StrEnum):
    """What is done with one line of a patch. ``AUTOMATIC`` belongs to exact anchors alone."""

    AUTOMATIC = "automatic"
    PENDING = "pending"
    ACCEPT = "accept"
    REFUSE = "refuse"
    RETIRE = "retire"


class Join(StrEnum):
    """How several chunks stand for one label: each holds the quote, or all hold it together."""

    ONE = "one"
    ANY = "any"
    ALL = "all"


class Why(StrEnum):
    """The reason behind a state, for those who must decide."""

    ONE_PLACE = "one place, same document"
    TYPESET = "same words, typeset anew"
    OTHER_DOCUMENT = "same words, in another document"
    UNKNOWN_DOCUMENT = "same words, but the label names no document"
    OTHER_SURROUNDINGS = "same words, in other surroundings"
    SHORT = "too short to be told apart without the old manifest"
    SEVERAL = "it stands in several places"
    SEVERAL_BEFORE = "it stood in several places before"
    CUT = "the new cut runs through it"
    SAME_CHUNK = "another label of the case stands in the same chunk"
    SIMILAR = "similar words"
    FIGURE = "similar words, but a figure changed"
    NOWHERE = "nothing like it is left"
    NO_QUOTE = "there is no quote to look for"
    REMOVED = "its removal was declared"
    PROPOSED = "a quote from the chunk as it stands"


@dataclass(frozen=True, slots=True, kw_only=True)
class Candidate:
    """Chunks that may take a label's place; ``passages`` are their own words for the quote.

    A chunk that holds only a word or two of the quote has an empty passage.
    """

    chunk_ids: tuple[str, ...]
    passages: tuple[str, ...]
    join: Join = Join.ONE
    doc_id: str | None = None


@dataclass(frozen=True, slots=True, kw_only=True)
class Proposal:
    """One line of a patch: a label as it is, what is proposed, and the ruling.

    ``to``, ``found`` (the passage of each, which becomes its quote) and ``join`` are written
    when the ruling takes it; where several candidates stand, a person puts one of them there.
    ``changes`` are the words that differ between quote and passage, as (before, after). ``by``
    is who ruled.
    """

    case_id: str
    chunk_id: str
    state: AnchorState
    why: Why
    ruling: Ruling = Ruling.PENDING
    doc_id: str | None = None
    quote: str | None = None
    to: tuple[str, ...] = ()
    join: Join = Join.ONE
    new_doc_id: str | None = None
    found: tuple[str, ...] = ()
    changes: tuple[tuple[str, str], ...] = ()
    candidates: tuple[Candidate, ...] = ()
    by: str | None = None

    @property
    def takes(self) -> bool:
        """Whether applying the patch changes the golden set by this line."""
        return self.ruling in (Ruling.AUTOMATIC, Ruling.ACCEPT, Ruling.RETIRE)
