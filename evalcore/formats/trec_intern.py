"""Codes for ids, ten million at a time: a hash table whose every step is an array operation.

A Python dict takes seconds for that many ids, and Arrow's dictionaries must be merged block by
block. Here an id is the 64-bit words of its bytes, compared in full, so two ids get one code
only if they are the same bytes. Ids hold no NUL (the readers refuse it), so the zeros that fill
the last word cannot confuse two of them.
"""

from __future__ import annotations

import numpy as np

from evalcore.formats.trec_words import Hashes, Words, hashes_of
from evalcore.model.ranking import Ints, Longs
from evalcore.model.ratios import Mask

_FREE = -1


class Interner:
    """Gives each distinct id the next code, from 0, in an order that depends on the file only."""

    def __init__(self) -> None:
        self.count = 0
        self._width = 1
        self._keys = np.zeros((1024, 1), dtype=np.uint64)
        self._table = np.full(1 << 12, _FREE, dtype=np.int32)

    def codes(self, words: Words, hashes: Hashes) -> tuple[Ints, Longs]:
        """The code of each id, shape (n,), and the rows that brought new ids, in code order.

        ``words`` has shape (n, w), one row an id; w is 8 at most and may differ from call to call.
        ``hashes`` are those of the words, (n,).
        """
        self._reserve(*words.shape)
        fresh: list[Longs] = []
        slots = self._slots(hashes)
        out = self._table.take(slots)
        rows = np.flatnonzero(~self._same(out, words))
        slots, found = slots[rows], out[rows]
        while len(rows):
            free = found == _FREE
            won = self._claim(rows[free], slots[free], words, out, fresh)
            slots = np.where(free, slots, self._next(slots))
            keep = np.ones(len(rows), dtype=np.bool_)
            keep[np.flatnonzero(free)[won]] = False
            rows, slots = rows[keep], slots[keep]
            found = self._table.take(slots)
            out[rows] = found
            left = ~self._same(found, words[rows])
            rows, slots, found = rows[left], slots[left], found[left]
        return out, np.concatenate(fresh) if fresh else rows

    def find(self, words: Words) -> Ints:
        """The code of each id, shape (n,); -1 for those that were never given one."""
        self._reserve(0, words.shape[1])
        slots = self._slots(hashes_of(words))
        out = self._table.take(slots)
        rows = np.flatnonzero(~self._same(out, words) & (out != _FREE))
        slots = slots[rows]
        while len(rows):
            slots = self._next(slots)
            found = self._table.take(slots)
            out[rows] = found
            left = ~self._same(found, words[rows]) & (found != _FREE)
            rows, slots = rows[left], slots[left]
        return out

    def _same(self, codes: Ints, words: Words) -> Mask:
        """Where the id of the code is the one asked for, every byte of it."""
        known = self._keys.take(codes, axis=0, mode="clip")
        same: Mask = codes != _FREE
        for column in range(self._width):
            asked = words[:, column] if column < words.shape[1] else 0
            same &= known[:, column] == asked
        return same

    def _claim(
        self, rows: Longs, slots: Longs, words: Words, out: Ints, fresh: list[Longs]
    ) -> Mask:
        """Give free slots to one row each. True for the rows that got theirs."""
        marks = (-2 - rows).astype(np.int32)
        self._table[slots] = marks
        won: Mask = self._table[slots] == marks
        winners = rows[won]
        codes = np.arange(self.count, self.count + len(winners), dtype=np.int32)
        self._table[slots[won]] = codes
        self._keys[self.count : self.count + len(winners), : words.shape[1]] = words[winners]
        out[winners] = codes
        self.count += len(winners)
        fresh.append(winners)
        return won

    def _slots(self, hashes: Hashes) -> Longs:
        return (hashes & np.uint64(len(self._table) - 1)).astype(np.int64)

    def _next(self, slots: Longs) -> Longs:
        return (slots + 1) & (len(self._table) - 1)

    def _reserve(self, rows: int, width: int) -> None:
        needed, (capacity, room) = self.count + rows, self._keys.shape
        self._width = max(width, self._width)
        if needed > capacity or width > room:
            grown = max(needed, 2 * capacity) if needed > capacity else capacity
            # Rows of a power of two are copied in one step each, and never straddle two lines.
            keys = np.zeros((grown, 1 << (self._width - 1).bit_length()), dtype=np.uint64)
            keys[: self.count, :room] = self._keys[: self.count]
            self._keys = keys
        if 3 * needed > len(self._table):  # sparse, so that few ids ask for the same slot
            self._rehash(1 << (8 * needed).bit_length())

    def _rehash(self, size: int) -> None:
        self._table = np.full(size, _FREE, dtype=np.int32)
        codes = np.arange(self.count, dtype=np.int32)
        slots = self._slots(hashes_of(self._keys[: self.count]))
        while len(codes):
            free = self._table[slots] == _FREE
            self._table[slots[free]] = codes[free]
            lost = self._table[slots] != codes
            codes, slots = codes[lost], self._next(slots[lost])
