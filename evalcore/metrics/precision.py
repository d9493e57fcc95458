"""Precision: of what came out, how much was wanted."""

from __future__ import annotations

import numpy as np

from evalcore.metrics.sheet import Sheet
from evalcore.model.ratios import Ratios


def precision(sheet: Sheet) -> Ratios:
    """Relevant chunks within K / K, also where fewer than K came back (B18).

    Undefined where no chunk is relevant: it could be nothing but 0.
    """
    slots = np.full(len(sheet), sheet.exam.cutoff, dtype=np.int64)
    return sheet.ratios(sheet.found, slots).where(sheet.expected > 0)


def precision_returned(sheet: Sheet) -> Ratios:
    """Relevant chunks within K / results within K; undefined where nothing came back."""
    return sheet.ratios(sheet.found, sheet.returned).where(sheet.expected > 0)
