"""Normalised discounted cumulative gain: grades weighed by how high they stand."""

from __future__ import annotations

import numpy as np

from evalcore.metrics.sheet import Sheet
from evalcore.model.ranking import Floats, Longs
from evalcore.model.words import Gain


def ndcg(sheet: Sheet) -> Floats:
    """DCG@K / DCG@K of the best list the labels allow (B22), from 0 to 1; shape (n,).

    Gain is the grade, or 2**grade - 1 where the exam says exponential (B23); every positive
    grade gains, also below ``min_grade`` (B27), a negative one gains 0 (B24). The discount is
    log2(rank + 1). NaN where no label has a positive grade.
    """
    gain = _gains(sheet)
    hits, n = sheet.hits, len(sheet)
    inside = hits.first & (hits.rank <= sheet.exam.cutoff)
    case, rank = hits.case[inside], hits.rank[inside]
    reached = _discounted(gain[hits.label[inside]], rank, case, n)
    ideal = _ideal(sheet, gain)
    defined = ideal > 0
    return sheet.floats(np.minimum(reached / np.where(defined, ideal, 1.0), 1.0), defined)


def _gains(sheet: Sheet) -> Floats:
    """Gain of each label up to a factor of its case, which cancels out in the quotient."""
    grade: Floats = np.maximum(sheet.labels.grade, 0).astype(np.float64)
    if sheet.exam.gain is Gain.LINEAR:
        return grade
    # 2**grade of a great grade would overflow; halved as often as the case's highest, it cannot.
    highest = np.zeros(len(sheet))
    np.maximum.at(highest, sheet.labels.case, grade)
    top = highest[sheet.labels.case]
    scaled: Floats = np.exp2(grade - top) - np.exp2(-top)
    return scaled


def _ideal(sheet: Sheet, gain: Floats) -> Floats:
    chosen = np.flatnonzero(sheet.own & (gain > 0))
    case = sheet.labels.case[chosen].astype(np.int64)
    order = np.lexsort((-gain[chosen], case))
    chosen, case = chosen[order], case[order]
    begins = np.searchsorted(case, case, side="left")
    rank = np.arange(1, len(case) + 1, dtype=np.int64) - begins
    inside = rank <= sheet.exam.cutoff
    return _discounted(gain[chosen[inside]], rank[inside], case[inside], len(sheet))


def _discounted(gain: Floats, rank: Longs, case: Longs, n: int) -> Floats:
    # Both sums run in rank order, so that a perfect list scores exactly 1.
    weights = gain / np.log2(rank + 1.0)
    return np.bincount(case, weights=weights, minlength=n).astype(np.float64, copy=False)
