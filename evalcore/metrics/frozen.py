"""Read-only arrays inside what was measured."""

from __future__ import annotations

from dataclasses import fields

import numpy as np

from evalcore.model.measured import Measured
from evalcore.model.ratios import Ratios


def frozen(measured: Measured) -> Measured:
    """The same value, its arrays made read-only."""
    for field in fields(measured):
        value = getattr(measured, field.name)
        arrays = (value.num, value.den) if isinstance(value, Ratios) else (value,)
        for array in arrays:
            if isinstance(array, np.ndarray):
                array.flags.writeable = False
    return measured
