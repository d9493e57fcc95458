"""Reciprocal rank: how high the first relevant chunk stands."""

from __future__ import annotations

import numpy as np

from evalcore.metrics.sheet import Sheet
from evalcore.model.measured import ABSENT
from evalcore.model.ratios import Mask, Ratios


def rr(sheet: Sheet) -> Ratios:
    """1 / rank of the first relevant chunk in the whole list, 0/1 where there is none.

    Undefined where no chunk is relevant. Later relevant chunks do not matter (B28).
    """
    return _first_of(sheet, sheet.relevant)


def gold_rr(sheet: Sheet) -> Ratios:
    """The same of gold chunks only; undefined for a case that expects no gold."""
    return _first_of(sheet, sheet.relevant & sheet.labels.gold)


def _first_of(sheet: Sheet, wanted: Mask) -> Ratios:
    case, rank = sheet.labels.case, sheet.placements.rank
    nowhere = np.iinfo(np.int64).max
    best = np.full(len(sheet), nowhere, dtype=np.int64)
    placed = wanted & (rank != ABSENT)
    np.minimum.at(best, case[placed], rank[placed].astype(np.int64))
    found = best < nowhere
    expects = sheet.count(case[wanted]) > 0
    return sheet.ratios(found.astype(np.int64), np.where(found, best, 1) * expects)
