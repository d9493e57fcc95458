"""An array that is filled piece by piece, without holding every piece twice at the end."""

from __future__ import annotations

from typing import Any

import numpy as np
import numpy.typing as npt


class Growing:
    """Room for about ``expected`` numbers, more where they come."""

    def __init__(self, dtype: npt.DTypeLike, expected: int) -> None:
        self._array: npt.NDArray[Any] = np.empty(max(expected, 1024), dtype=dtype)
        self._used = 0

    def extend(self, values: npt.NDArray[Any]) -> None:
        """Append the values, converted to this array's type."""
        end = self._used + len(values)
        if end > len(self._array):
            grown = np.empty(max(end, len(self._array) * 3 // 2), dtype=self._array.dtype)
            grown[: self._used] = self.filled()
            self._array = grown
        self._array[self._used : end] = values
        self._used = end

    def filled(self) -> npt.NDArray[Any]:
        """What was appended so far, as a view."""
        return self._array[: self._used]

    def __len__(self) -> int:
        return self._used
