"""From Arrow to numpy by the buffers, without copies.

Arrow's own conversions and functions load pandas and more first, which takes longer than reading
a run of seven thousand cases.
"""

from __future__ import annotations

from typing import Any

import numpy as np
import numpy.typing as npt

from evalcore.formats.trec_words import Texts


def numpy_of(column: Any, dtype: npt.DTypeLike) -> npt.NDArray[Any]:
    """The numbers of an Arrow array without nulls, as a read-only view."""
    if not len(column):
        return np.zeros(0, dtype=dtype)
    whole = np.frombuffer(column.buffers()[1], dtype=dtype)
    return whole[column.offset : column.offset + len(column)]


def texts_of(column: Any) -> Texts:
    """The ids of an Arrow binary array without nulls, as read-only views."""
    _, offsets, data = column.buffers()
    if not len(column):
        return Texts(np.zeros(1, dtype=np.int32), np.zeros(0, dtype=np.uint8))
    stops = np.frombuffer(offsets, dtype=np.int32)
    whole = np.frombuffer(data, dtype=np.uint8) if data else np.zeros(0, dtype=np.uint8)
    return Texts(stops[column.offset : column.offset + len(column) + 1], whole)
