"""A repair of one chunk, tried on a copy of the index, and the task that keeps it."""

from __future__ import annotations

from dataclasses import dataclass
from enum import StrEnum
from fractions import Fraction

from evalcore.model.manifest import Chunk
from evalcore.model.words import State


class Edit(StrEnum):
    """What a person may change of a chunk on the repair bench."""

    DESCRIPTION = "description"
    LABELS = "labels"
    DOMAIN = "domain"
    VALIDITY = "validity"
    CUT = "cut"
    """Its text: split off what is foreign, or joined with chunks that it was cut from."""


@dataclass(frozen=True, slots=True, kw_only=True)
class Repair:
    """The chunk as it would be, under its own id; ``without`` are chunks joined into it.

    ``added`` are the other pieces of a split, under new ids, in their order after the chunk.
    """

    chunk: Chunk
    without: tuple[str, ...] = ()
    added: tuple[Chunk, ...] = ()


@dataclass(frozen=True, slots=True, kw_only=True)
class Standing:
    """What one case gets: the chunk's rank (None: not found), and the case's own figures."""

    rank: int | None
    recall: Fraction | None
    quality: Fraction | None
    passes: bool
    state: State | None = None
    noise: Fraction | None = None


@dataclass(frozen=True, slots=True, kw_only=True)
class Moved:
    """An expected chunk of a case and its rank (None: not found) before and after."""

    chunk_id: str
    before: int | None
    after: int | None


@dataclass(frozen=True, slots=True, kw_only=True)
class Effect:
    """One case before and after the repair; ``expected`` are its own chunks."""

    case_id: str
    before: Standing
    after: Standing
    expected: tuple[Moved, ...] = ()


@dataclass(frozen=True, slots=True, kw_only=True)
class Gain:
    """One edit of several alone: the rank of the chunk with nothing else changed."""

    edit: Edit
    rank: int | None


@dataclass(frozen=True, slots=True, kw_only=True)
class Reserve:
    """What a repair does to the reserved cases: counts only, never which."""

    checked: int
    worse: int
    improved: int


@dataclass(frozen=True, slots=True, kw_only=True)
class Tried:
    """What a repair does. ``checked`` counts the other cases that were asked again.

    ``others`` are those of them that changed, ``worse`` the ids of those that lost something.
    ``gains`` tell each edit apart where there are several; empty otherwise. ``unchecked`` are
    counted cases whose lists could not be compared. ``reserve`` is None without reserved cases.
    """

    chunk_id: str
    edits: tuple[Edit, ...]
    here: Effect
    others: tuple[Effect, ...]
    checked: int
    worse: tuple[str, ...]
    gains: tuple[Gain, ...] = ()
    unchecked: tuple[str, ...] = ()
    reserve: Reserve | None = None


class TaskStatus(StrEnum):
    """What became of an accepted repair."""

    OPEN = "open"
    DONE = "done"
    DROPPED = "dropped"


@dataclass(frozen=True, slots=True, kw_only=True)
class Task:
    """An accepted repair on the list, as it was tried. Times are ISO 8601 in UTC.

    ``before`` is the chunk that the repair was made for. ``key`` is the task's number in its
    database, 0 before it is stored.
    """

    suite: str
    run_id: str
    case_id: str
    before: Chunk
    repair: Repair
    tried: Tried
    author: str
    written: str
    key: int = 0
    status: TaskStatus = TaskStatus.OPEN
