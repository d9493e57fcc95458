"""Success: was anything found, was everything found."""

from __future__ import annotations

import numpy as np

from evalcore.metrics.sheet import Sheet
from evalcore.model.ratios import Ratios


def hit(sheet: Sheet) -> Ratios:
    """1/1 if a relevant chunk is within K, else 0/1; undefined where none is relevant."""
    return sheet.ratios(np.minimum(sheet.found, 1), np.minimum(sheet.expected, 1))


def all_found(sheet: Sheet) -> Ratios:
    """1/1 if every relevant chunk (one of each group) is within K, else 0/1.

    Also of cases that one chunk would satisfy; whether a case got what it needs is supply.
    """
    units = sheet.units
    missing = sheet.count(units.case[~units.met(sheet.exam.cutoff)])
    return sheet.ratios((missing == 0).astype(np.int64), np.minimum(sheet.expected, 1))
