"""Codes for ids, ten million at a time: a hash table whose every step is an array operation.

A Python dict takes seconds for that many ids, and Arrow's dictionaries must be merged block by
block. Here an id is the 64-bit words of its bytes, compared in full, so two ids get one code
only if they are the same bytes. Ids hold no NUL (the readers refuse it), so the zeros that fill
the last word cannot confuse two of them.
"""

from __future__ import annotations

import numpy as np
import numpy.typing as npt

from evalcore.formats.trec_words import Words
from evalcore.model.ranking import Ints, Longs

_FREE = -1
_ODD = np.array(
    [
        0x9E3779B97F4A7C15,
        0xBF58476D1CE4E5B9,
        0x94D049BB133111EB,
        0xD6E8FEB86659FD93,
        0xA0761D6478BD642F,
        0xE7037ED1A0B428DB,
        0x8EBC6AF09C88C6E3,
        0x589965CC75374CC3,
    ],
    dtype=np.uint64,
)
"""One odd multiplier a word (the digits of well-known mixing functions)."""


class Interner:
    """Gives each distinct id the next code, from 0, in an order that depends on the file only."""

    def __init__(self) -> None:
        self.count = 0
        self._keys = np.zeros((1024, 1), dtype=np.uint64)
        self._table = np.full(1 << 12, _FREE, dtype=np.int32)

    def codes(self, words: Words) -> tuple[Ints, Longs]:
        """The code of each id, shape (n,), and the rows that brought new ids, in code order.

        ``words`` has shape (n, w), one row an id; w is 8 at most and may differ from call to call.
        """
        self._reserve(*words.shape)
        width = self._keys.shape[1]
        if words.shape[1] < width:
            words = np.pad(words, ((0, 0), (0, width - words.shape[1])))
        out = np.empty(len(words), dtype=np.int32)
        fresh: list[Longs] = []
        rows = np.arange(len(words), dtype=np.int64)
        slots = self._slots(words)
        while len(rows):
            rows, slots = self._round(words, rows, slots, out, fresh)
        return out, np.concatenate(fresh) if fresh else rows

    def find(self, words: Words) -> Ints:
        """The code of each id, shape (n,); -1 for those that were never given one."""
        self._reserve(0, words.shape[1])
        width = self._keys.shape[1]
        words = np.pad(words, ((0, 0), (0, width - words.shape[1])))
        out = np.full(len(words), _FREE, dtype=np.int32)
        rows, slots = np.arange(len(words), dtype=np.int64), self._slots(words)
        while len(rows):
            found = self._table[slots]
            known = self._keys.take(found, axis=0, mode="clip")
            same = (found != _FREE) & (known == words[rows]).all(axis=1)
            out[rows[same]] = found[same]
            left = ~same & (found != _FREE)
            rows, slots = rows[left], (slots[left] + 1) & (len(self._table) - 1)
        return out

    def _round(
        self, words: Words, rows: Longs, slots: Longs, out: Ints, fresh: list[Longs]
    ) -> tuple[Longs, Longs]:
        """One look at each row's slot; the rows still without a code and where they look next."""
        found = self._table[slots]
        asked = words if len(rows) == len(words) else words[rows]
        known = self._keys.take(found, axis=0, mode="clip")
        same = found != _FREE
        for column in range(known.shape[1]):
            same &= known[:, column] == asked[:, column]
        out[rows] = found
        left = np.flatnonzero(~same)
        rows, slots, found = rows[left], slots[left], found[left]
        free = found == _FREE
        won = self._claim(rows[free], slots[free], words, out, fresh)
        slots = np.where(free, slots, (slots + 1) & (len(self._table) - 1))
        keep = np.ones(len(rows), dtype=np.bool_)
        keep[np.flatnonzero(free)[won]] = False
        return rows[keep], slots[keep]

    def _claim(
        self, rows: Longs, slots: Longs, words: Words, out: Ints, fresh: list[Longs]
    ) -> npt.NDArray[np.bool_]:
        """Give free slots to one row each. True for the rows that got theirs."""
        marks = (-2 - rows).astype(np.int32)
        self._table[slots] = marks
        won: npt.NDArray[np.bool_] = self._table[slots] == marks
        winners = rows[won]
        codes = np.arange(self.count, self.count + len(winners), dtype=np.int32)
        self._table[slots[won]] = codes
        self._keys[self.count : self.count + len(winners)] = words[winners]
        out[winners] = codes
        self.count += len(winners)
        fresh.append(winners)
        return won

    def _slots(self, words: Words) -> Longs:
        mixed = np.zeros(len(words), dtype=np.uint64)
        for column in range(words.shape[1]):
            word = words[:, column] * _ODD[column]
            word ^= word >> np.uint64(31)
            mixed += word
        mixed ^= mixed >> np.uint64(32)
        mixed *= _ODD[0]
        mixed >>= np.uint64(20)
        return (mixed & np.uint64(len(self._table) - 1)).astype(np.int64)

    def _reserve(self, rows: int, width: int) -> None:
        needed, (capacity, old_width) = self.count + rows, self._keys.shape
        if needed > capacity or width > old_width:
            grown = max(needed, 2 * capacity) if needed > capacity else capacity
            keys = np.zeros((grown, max(width, old_width)), dtype=np.uint64)
            keys[: self.count, :old_width] = self._keys[: self.count]
            self._keys = keys
        if 3 * needed > len(self._table):  # sparse, so that few ids ask for the same slot
            self._rehash(1 << (8 * needed).bit_length())

    def _rehash(self, size: int) -> None:
        self._table = np.full(size, _FREE, dtype=np.int32)
        codes = np.arange(self.count, dtype=np.int32)
        slots = self._slots(self._keys[: self.count])
        while len(codes):
            free = self._table[slots] == _FREE
            self._table[slots[free]] = codes[free]
            lost = self._table[slots] != codes
            codes, slots = codes[lost], (slots[lost] + 1) & (size - 1)
