"""Noise: what stands below the worst chunk the case needs, by the scores it came with."""

from __future__ import annotations

import numpy as np

from evalcore.metrics.blocks import ranges, row_blocks
from evalcore.metrics.sheet import Sheet
from evalcore.model.measured import ABSENT
from evalcore.model.ranking import Floats, Longs
from evalcore.model.ratios import Ratios
from evalcore.model.words import Direction


def noise_threshold(sheet: Sheet) -> Floats:
    """Score of the worst chunk of the best set that satisfies the case, shape (n,).

    The set holds the best-ranked relevant chunk of each unit needed, or the single best-ranked
    one where any suffices. NaN where the lists carry no scores, nothing is relevant, or a
    needed unit is wholly absent. A misranked chunk counts (chapter 17: worst expected).
    """
    if sheet.rankings.scores is None:
        return np.full(len(sheet), np.nan)
    needed = sheet.needed
    placed = needed.rank != ABSENT
    absent = sheet.count(needed.case[~placed])
    lower_is_better = sheet.exam.direction is Direction.LOWER
    worst = np.full(len(sheet), -np.inf if lower_is_better else np.inf)
    worse = np.maximum if lower_is_better else np.minimum
    worse.at(worst, needed.case[placed], needed.score[placed])
    return sheet.floats(worst, (absent == 0) & (sheet.expected > 0))


def noise(sheet: Sheet, threshold: Floats) -> Ratios:
    """Results within K with a score strictly worse than ``threshold`` / results within K.

    Undefined where the threshold is, and where nothing came back. Without ties it is
    (|T| - rank of the worst chunk needed) / |T|, and 0 where that chunk is below K.
    """
    counted = np.flatnonzero(~np.isnan(threshold))
    worse = np.zeros(len(sheet), dtype=np.int64)
    sizes = sheet.returned[counted]
    cuts = np.concatenate([[0], np.cumsum(sizes)])
    for first, last in row_blocks(cuts):
        some = counted[first:last]
        worse[some] = _worse_than(sheet, some, threshold[some])
    return sheet.ratios(worse, np.where(np.isnan(threshold), 0, sheet.returned))


def _worse_than(sheet: Sheet, cases: Longs, threshold: Floats) -> Longs:
    if sheet.rankings.scores is None:
        return np.zeros(len(cases), dtype=np.int64)
    sizes = sheet.returned[cases]
    scores = sheet.rankings.scores[ranges(sheet.starts[cases], sizes)]
    limits = np.repeat(threshold, sizes)
    is_worse = scores > limits if sheet.exam.direction is Direction.LOWER else scores < limits
    counted = np.concatenate([[0], np.cumsum(is_worse)])
    ends = np.cumsum(sizes)
    total: Longs = counted[ends] - counted[ends - sizes]
    return total
