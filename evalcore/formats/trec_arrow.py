"""Between Arrow and numpy by their buffers, without copies.

Arrow's own conversions look for pandas first, and loading it takes longer than reading a run of
seven thousand cases.
"""

from __future__ import annotations

from typing import Any

import numpy as np
import numpy.typing as npt

from evalcore.formats.trec_words import Bytes
from evalcore.model.ranking import Ints


def numpy_of(column: Any, dtype: npt.DTypeLike) -> npt.NDArray[Any]:
    """The numbers of an Arrow array without nulls, as a read-only view."""
    buffer = column.buffers()[1]
    if not len(column):
        return np.zeros(0, dtype=dtype)
    whole = np.frombuffer(buffer, dtype=dtype)
    return whole[column.offset : column.offset + len(column)]


def bytes_of(column: Any) -> tuple[Ints, Bytes]:
    """Offsets (n + 1) and bytes of an Arrow binary array without nulls, as read-only views."""
    _, offsets, data = column.buffers()
    if not len(column):
        return np.zeros(1, dtype=np.int32), np.zeros(0, dtype=np.uint8)
    ends = np.frombuffer(offsets, dtype=np.int32)
    whole = np.frombuffer(data, dtype=np.uint8) if data else np.zeros(0, dtype=np.uint8)
    return ends[column.offset : column.offset + len(column) + 1], whole


def arrow_of(values: npt.NDArray[Any], kind: Any) -> Any:
    """The numbers of a contiguous numpy array of that Arrow type, sharing its memory."""
    import pyarrow as pa

    return pa.Array.from_buffers(kind, len(values), [None, pa.py_buffer(values)])
