"""A million ids as one text: what a large run names, without a Python object an id."""

from __future__ import annotations

from collections.abc import Callable, Iterable, Iterator, Sequence
from itertools import pairwise
from typing import overload

import numpy as np

from evalcore.model.ranking import Ints, Longs

_AT_ONCE = 4096


class PackedIds(Sequence[str]):
    """n distinct ids, UTF-8 laid end to end: id i is ``text[stops[i]:stops[i + 1]]``.

    Reads like a tuple of texts, which are made when they are asked for. ``find`` gives the
    place of each id of a sequence, -1 where it is none of these; without it they are looked up
    one by one.
    """

    __hash__ = None  # type: ignore[assignment]  # as long as a run; nothing is keyed by it

    def __init__(
        self,
        text: bytes,
        stops: Longs,
        find: Callable[[Sequence[str]], Ints] | None = None,
    ) -> None:
        self.text = text
        self.stops = stops
        self._find = find

    def __len__(self) -> int:
        return len(self.stops) - 1

    @overload
    def __getitem__(self, place: int) -> str: ...

    @overload
    def __getitem__(self, place: slice) -> tuple[str, ...]: ...

    def __getitem__(self, place: int | slice) -> str | tuple[str, ...]:
        if isinstance(place, slice):
            return tuple(self[one] for one in range(*place.indices(len(self))))
        if not -len(self) <= place < len(self):
            raise IndexError(place)
        at = place % len(self)
        return self.text[self.stops[at] : self.stops[at + 1]].decode()

    def __iter__(self) -> Iterator[str]:
        for first in range(0, len(self), _AT_ONCE):
            yield from self._texts(first, min(first + _AT_ONCE, len(self)))

    def __eq__(self, other: object) -> bool:
        if isinstance(other, PackedIds):
            return self.text == other.text and np.array_equal(self.stops, other.stops)
        return isinstance(other, tuple) and tuple(self) == other

    def __repr__(self) -> str:
        return f"PackedIds({len(self)} ids)"

    def codes_of(self, ids: Sequence[str]) -> Ints:
        """The place of each id, shape (len(ids),); -1 for those that are not here."""
        if self._find is not None:
            return self._find(ids)
        places = {one: place for place, one in enumerate(self)}
        return np.fromiter((places.get(one, -1) for one in ids), dtype=np.int32, count=len(ids))

    def _texts(self, first: int, last: int) -> Iterable[str]:
        stops: list[int] = self.stops[first : last + 1].tolist()
        part = self.text[stops[0] : stops[-1]]
        cuts = pairwise(stops)
        if part.isascii():
            letters, start = part.decode(), stops[0]
            return [letters[a - start : b - start] for a, b in cuts]
        return [self.text[a:b].decode() for a, b in cuts]
