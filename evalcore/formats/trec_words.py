"""Ids as rows of 64-bit words, so that they can be hashed and compared as numbers."""

from __future__ import annotations

from hashlib import blake2b

import numpy as np
import numpy.typing as npt

from evalcore.model.ranking import Ints

Words = npt.NDArray[np.uint64]
Bytes = npt.NDArray[np.uint8]

LONGEST = 64
"""Longer ids are told apart by a 64-byte digest, so that one of them cannot bloat the rest."""

_WORD = 8
_KEPT = np.array([(1 << (8 * kept)) - 1 for kept in range(_WORD + 1)], dtype=np.uint64)


def words_of(offsets: Ints, data: Bytes) -> Words:
    """One row of words an id, shape (n, w), filled with zeros; equal rows mean equal ids.

    Id i is ``data[offsets[i]:offsets[i + 1]]`` and holds no zero byte.
    """
    if len(offsets) < 2:
        return np.zeros((0, 1), dtype=np.uint64)
    starts, lengths = offsets[:-1], np.diff(offsets)
    longest = int(lengths.max())
    width = max(1, -(-min(longest, LONGEST) // _WORD))
    every = _words_at_each_byte(data, int(offsets[-1]), _WORD * width)
    words = np.empty((len(starts), width), dtype=np.uint64)
    shortest = int(lengths.min())
    for column in range(width):
        word = every[starts + _WORD * column]
        if shortest < _WORD * (column + 1):
            word &= _KEPT[np.clip(lengths - _WORD * column, 0, _WORD)]
        words[:, column] = word
    for row in np.flatnonzero(lengths > LONGEST) if longest > LONGEST else ():
        digest = blake2b(data[offsets[row] : offsets[row + 1]].tobytes(), digest_size=LONGEST)
        words[row] = np.frombuffer(digest.digest(), dtype=np.uint64)
    return words


def _words_at_each_byte(data: Bytes, size: int, beyond: int) -> Words:
    """The word that begins at each byte, low byte first, zeros from ``size`` on."""
    padded = np.zeros(size + beyond + _WORD, dtype=np.uint8)
    padded[:size] = data[:size]
    return np.ndarray((size + beyond + 1,), dtype="<u8", buffer=padded, strides=(1,))
