"""Recall: of the truth that should come out, how much did."""

from __future__ import annotations

import numpy as np

from evalcore.metrics.sheet import Sheet
from evalcore.model.ratios import Ratios


def recall(sheet: Sheet) -> Ratios:
    """Relevant chunks within K / relevant chunks; undefined where none is relevant (B17).

    A repeated chunk counts once (B10). The denominator is every relevant chunk, also where
    more are expected than K can hold (B19): see ``max_possible``.
    """
    return sheet.ratios(sheet.found, sheet.expected)


def max_possible(sheet: Sheet) -> Ratios:
    """The highest recall that K leaves room for: min(K, |E|) / |E|."""
    return sheet.ratios(np.minimum(sheet.exam.cutoff, sheet.expected), sheet.expected)
