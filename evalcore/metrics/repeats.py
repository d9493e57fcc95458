"""Chunks that a list names more than once."""

from __future__ import annotations

import numpy as np

from evalcore.metrics.blocks import row_blocks
from evalcore.metrics.sheet import Sheet
from evalcore.model.ranking import Rankings
from evalcore.model.ratios import Mask
from evalcore.model.words import Level

_KEYS = 2**32
_RESULTS = 2**18


def repeated(sheet: Sheet) -> Mask:
    """Cases whose list names a chunk more than once (B10); shape (n,).

    At document level a document comes back once for each of its chunks, which is no
    repetition: there it is False throughout.
    """
    if sheet.exam.level is Level.DOCUMENT:
        return np.zeros(len(sheet), dtype=np.bool_)
    by_row = np.append(repeated_rows(sheet.rankings), False)
    again: Mask = by_row[sheet.row] & sheet.answered
    return again


def repeated_rows(rankings: Rankings) -> Mask:
    """The lists of ``rankings`` that name a chunk more than once, in their order."""
    width = max(len(rankings.chunk_ids), 1)
    found = np.zeros(len(rankings), dtype=np.bool_)
    lengths = rankings.lengths
    # Row and chunk share one 32-bit key, which sorts fastest: blocks are cut to make them fit.
    blocks = row_blocks(rankings.starts, results=_RESULTS, rows=max(_KEYS // width, 1))
    for first, last in blocks:
        row = np.repeat(np.arange(last - first, dtype=np.uint32), lengths[first:last])
        chunks = rankings.chunks[int(rankings.starts[first]) : int(rankings.starts[last])]
        keys = row * np.uint32(width) + chunks.astype(np.uint32)
        keys.sort()
        twice = keys[1:][keys[1:] == keys[:-1]]
        found[first + twice // np.uint32(width)] = True
    return found
