"""A repair of one chunk, tried on a copy of the index, and the task that keeps it."""

from __future__ import annotations

from dataclasses import dataclass
from enum import StrEnum
from fractions import Fraction

from evalcore.model.manifest import Chunk


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
    """The chunk as it would be, under its own id; ``without`` are chunks joined into it."""

    chunk: Chunk
    without: tuple[str, ...] = ()


@dataclass(frozen=True, slots=True, kw_only=True)
class Standing:
    """What one case gets: the chunk's rank (None: not found), and the case's own figures."""

    rank: int | None
    recall: Fraction | None
    quality: Fraction | None
    passes: bool


@dataclass(frozen=True, slots=True, kw_only=True)
class Effect:
    """One case before and after the repair."""

    case_id: str
    before: Standing
    after: Standing


@dataclass(frozen=True, slots=True, kw_only=True)
class Gain:
    """One edit of several alone: the rank of the chunk with nothing else changed."""

    edit: Edit
    rank: int | None


@dataclass(frozen=True, slots=True, kw_only=True)
class Tried:
    """What a repair does. ``checked`` counts the other cases that were asked again.

    ``others`` are those of them that changed, ``worse`` the ids of those that lost something.
    ``gains`` tell each edit apart where there are several; empty otherwise.
    """

    chunk_id: str
    edits: tuple[Edit, ...]
    here: Effect
    others: tuple[Effect, ...]
    checked: int
    worse: tuple[str, ...]
    gains: tuple[Gain, ...] = ()


@dataclass(frozen=True, slots=True, kw_only=True)
class Task:
    """An accepted repair on the list, as it was tried. Times are ISO 8601 in UTC."""

    suite: str
    run_id: str
    case_id: str
    before: Chunk
    repair: Repair
    tried: Tried
    author: str
    written: str
