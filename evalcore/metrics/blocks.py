"""Rankings taken a block of whole lists at a time, so that memory does not grow with the run."""

from __future__ import annotations

from collections.abc import Iterator

import numpy as np

from evalcore.model.ranking import Longs

RESULTS_PER_BLOCK = 2**20
"""Results held at once by a pass over all of them."""


def row_blocks(
    starts: Longs, *, results: int = RESULTS_PER_BLOCK, rows: int | None = None
) -> Iterator[tuple[int, int]]:
    """Ranges (first, last + 1) of lists that hold about ``results`` results together.

    Together they cover every list once, in order. A list longer than that is a block of its
    own; ``rows`` also bounds the number of lists in a block.
    """
    first, n = 0, len(starts) - 1
    while first < n:
        last = int(np.searchsorted(starts, starts[first] + results, side="right")) - 1
        last = max(last, first + 1)
        if rows is not None:
            last = min(last, first + rows)
        yield first, last
        first = last


def ranges(starts: Longs, lengths: Longs) -> Longs:
    """The integers of many ranges end to end: ``starts[i]`` .. ``starts[i] + lengths[i] - 1``."""
    ends = np.cumsum(lengths)
    offsets = np.repeat(starts - (ends - lengths), lengths)
    return offsets + np.arange(len(offsets), dtype=np.int64)
