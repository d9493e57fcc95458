"""Who came to stand above a chunk: above = kept + displacers, always."""

from __future__ import annotations

from collections.abc import Hashable, Iterable, Sequence
from dataclasses import dataclass
from typing import Generic, TypeVar

Name = TypeVar("Name", bound=Hashable)


@dataclass(frozen=True, slots=True, kw_only=True)
class Above(Generic[Name]):
    """What stands above a chunk now, in rank order, each chunk once.

    ``kept`` stood above it before as well, ``displacers`` did not. Where the chunk is absent,
    the whole list stands above it.
    """

    kept: tuple[Name, ...]
    displacers: tuple[Name, ...]


def above(before: Sequence[Name], after: Sequence[Name], chunk: Name) -> Above[Name]:
    """The chunks above ``chunk`` in the list ``after``, told apart by the list ``before``."""
    stood = frozenset(_over(before, chunk))
    now = tuple(dict.fromkeys(_over(after, chunk)))
    return Above(
        kept=tuple(one for one in now if one in stood),
        displacers=tuple(one for one in now if one not in stood),
    )


def first_ranks(chunks: Iterable[Name]) -> dict[Name, int]:
    """The rank of each chunk, from 1; of one that is listed twice, the first."""
    ranks: dict[Name, int] = {}
    for rank, chunk in enumerate(chunks, start=1):
        ranks.setdefault(chunk, rank)
    return ranks


def _over(chunks: Sequence[Name], chunk: Name) -> Sequence[Name]:
    """The list above the first place of a chunk; all of it where the chunk is not there."""
    return chunks[: chunks.index(chunk)] if chunk in chunks else chunks
