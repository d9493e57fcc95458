"""Exact ratios from integers of any size."""

from __future__ import annotations

from typing import Any

import numpy as np
import numpy.typing as npt

from evalcore.model.ratios import Ratios

_SAFE = 2**31


def exact_ratios(num: npt.NDArray[Any], den: npt.NDArray[Any]) -> Ratios:
    """Reduced ratios of Python integers; undefined where ``den`` is 0.

    They are int64 where every part is below 2**31, so that products of two cannot overflow.
    Otherwise (averages over many samples) the Python integers are kept: slow, but exact.
    """
    common = np.maximum(np.gcd(num, den), 1)
    num = np.where(den == 0, 0, num // common)
    den = den // common
    sizes = np.concatenate([np.abs(num), den])
    if len(sizes) and sizes.max() >= _SAFE:
        return Ratios(num.astype(object), den.astype(object))
    return Ratios(num.astype(np.int64), den.astype(np.int64))
