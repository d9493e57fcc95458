"""Ids as rows of 64-bit words, so that they can be hashed and compared as numbers."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass
from hashlib import blake2b

import numpy as np
import numpy.typing as npt

from evalcore.model.ranking import Ints, Longs

Words = npt.NDArray[np.uint64]
Hashes = npt.NDArray[np.uint64]
Bytes = npt.NDArray[np.uint8]

LONGEST = 64
"""Longer ids are told apart by a 64-byte digest, so that one of them cannot bloat the rest."""

_WORD = 8
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
_KEPT = np.array([(1 << (8 * kept)) - 1 for kept in range(_WORD + 1)], dtype=np.uint64)


@dataclass(frozen=True, slots=True, eq=False)
class Texts:
    """n ids as UTF-8 laid end to end: id i is ``data[stops[i]:stops[i + 1]]``, without NUL."""

    stops: Ints
    data: Bytes

    def at(self, row: int) -> bytes:
        """The bytes of one id."""
        return self.data[self.stops[row] : self.stops[row + 1]].tobytes()


def texts_from(ids: Sequence[bytes]) -> Texts:
    """The same of ids one by one."""
    stops = np.cumsum([0, *map(len, ids)], dtype=np.int32)
    return Texts(stops, np.frombuffer(b"".join(ids), dtype=np.uint8))


def words_of(texts: Texts) -> Words:
    """One row of words an id, shape (n, w), filled with zeros; equal rows mean equal ids."""
    starts, lengths = texts.stops[:-1], np.diff(texts.stops)
    if not len(starts):
        return np.zeros((0, 1), dtype=np.uint64)
    longest, shortest = int(lengths.max()), int(lengths.min())
    width = max(1, -(-min(longest, LONGEST) // _WORD))
    every = _words_at_each_byte(texts.data, int(texts.stops[-1]), _WORD * width)
    words = np.empty((len(starts), width), dtype=np.uint64)
    for column in range(width):
        word = every[starts + _WORD * column]
        if shortest < _WORD * (column + 1):
            word &= _KEPT[np.clip(lengths - _WORD * column, 0, _WORD)]
        words[:, column] = word
    for row in _long(texts):
        digest = blake2b(texts.at(row), digest_size=LONGEST).digest()
        words[row] = np.frombuffer(digest, dtype=np.uint64)
    return words


def hashes_of(words: Words) -> Hashes:
    """One number an id, (n,), whose low bits differ as the ids do. Zero words change nothing."""
    mixed = np.zeros(len(words), dtype=np.uint64)
    for column in range(words.shape[1]):
        word = words[:, column] * _ODD[column]
        word ^= word >> np.uint64(31)
        mixed += word
    mixed ^= mixed >> np.uint64(32)
    mixed *= _ODD[0]
    mixed >>= np.uint64(20)
    return mixed


def packed_at(rows: Longs, texts: Texts, words: Words) -> tuple[bytes, Longs]:
    """The bytes of the ids in these rows, end to end, and the length of each, (len(rows),)."""
    lengths = np.diff(texts.stops)[rows].astype(np.int64)
    if (lengths > LONGEST).any():
        return b"".join([texts.at(row) for row in rows.tolist()]), lengths
    chosen = np.ascontiguousarray(words[rows].astype("<u8", copy=False)).view(np.uint8)
    return chosen[chosen != 0].tobytes(), lengths


def _long(texts: Texts) -> list[int]:
    rows: list[int] = np.flatnonzero(np.diff(texts.stops) > LONGEST).tolist()
    return rows


def _words_at_each_byte(data: Bytes, size: int, beyond: int) -> Words:
    """The word that begins at each byte, low byte first, zeros from ``size`` on."""
    padded = np.zeros(size + beyond + _WORD, dtype=np.uint8)
    padded[:size] = data[:size]
    return np.ndarray((size + beyond + 1,), dtype="<u8", buffer=padded, strides=(1,))
