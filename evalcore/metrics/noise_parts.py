"""Every result within the cutoff as what it is to its case: expected, noise, or neither."""

from __future__ import annotations

from dataclasses import dataclass

import numpy as np

from evalcore.metrics.blocks import ranges
from evalcore.metrics.noise import noise_threshold
from evalcore.metrics.sheet import Sheet
from evalcore.model.ranking import Floats, Ints, Longs
from evalcore.model.ratios import Mask, Ratios
from evalcore.model.words import Direction

EXPECTED, REST, NOISE = 0, 1, 2
"""Kinds of a result: relevant; at least as good as the noise line; strictly worse than it."""


@dataclass(frozen=True, eq=False, kw_only=True)
class NoiseParts:
    """The m results within K of the cases that have a noise line, and what surrounds the line.

    ``case``, ``rank``, ``chunk`` (index into the rankings' ids), ``kind`` and ``height`` have
    shape (m,). ``height`` is where a score lies between the worst (0) and the best (1) of its
    own list's first K, whatever the scale and direction; 1 where all are equal.
    ``margin`` (n,) is the height of the noise line minus that of the best result that is not
    relevant: over 0 where everything expected stands above everything else. NaN without a
    line, without other results, or where the line lies below K.
    ``perfect`` (n,) is the noise of the list with everything needed at its top: 1 - |E| / |T|.
    """

    case: Longs
    rank: Longs
    chunk: Ints
    kind: Ints
    height: Floats
    margin: Floats
    perfect: Ratios

    def of_kind(self, kind: int, cases: Mask) -> Mask:
        """The results of one kind in the cases of a mask (n,), shape (m,)."""
        chosen: Mask = (self.kind == kind) & cases[self.case]
        return chosen


def noise_parts(sheet: Sheet) -> NoiseParts:
    """The parts of every case of a sheet whose results carry scores."""
    threshold = noise_threshold(sheet)
    cases = np.flatnonzero(~np.isnan(threshold) & (sheet.returned > 0))
    sizes = sheet.returned[cases]
    places = ranges(sheet.starts[cases], sizes)
    case = np.repeat(cases, sizes)
    rank = places - np.repeat(sheet.starts[cases], sizes) + 1
    sign = -1.0 if sheet.exam.direction is Direction.LOWER else 1.0
    scores = sheet.rankings.scores
    score = sign * (np.zeros(0) if scores is None else scores[places])
    line = sign * threshold
    kind = np.where(score < line[case], NOISE, REST).astype(np.int32)
    kind[_relevant(sheet, case, rank)] = EXPECTED
    low, high = _ends(len(sheet), case, score)
    return NoiseParts(
        case=case,
        rank=rank,
        chunk=sheet.rankings.chunks[places],
        kind=kind,
        height=_height(score, low[case], high[case]),
        margin=_margin(case, score, kind, line, (low, high)),
        perfect=_perfect(sheet, threshold),
    )


def _relevant(sheet: Sheet, case: Longs, rank: Longs) -> Mask:
    """Results that bear a relevant label (repeats too), shape (m,)."""
    hits = sheet.hits
    chosen = sheet.relevant[hits.label] & (hits.rank <= sheet.exam.cutoff)
    width = sheet.exam.cutoff + 1
    found: Mask = np.isin(case * width + rank, hits.case[chosen] * width + hits.rank[chosen])
    return found


def _ends(n: int, case: Longs, score: Floats) -> tuple[Floats, Floats]:
    low, high = np.full(n, np.inf), np.full(n, -np.inf)
    np.minimum.at(low, case, score)
    np.maximum.at(high, case, score)
    return low, high


def _height(score: Floats, low: Floats, high: Floats) -> Floats:
    spread = high - low
    height: Floats = np.where(spread > 0, (score - low) / np.where(spread > 0, spread, 1.0), 1.0)
    return height


def _margin(
    case: Longs, score: Floats, kind: Ints, line: Floats, ends: tuple[Floats, Floats]
) -> Floats:
    low, high = ends
    other = np.full(len(line), -np.inf)
    outside = kind != EXPECTED
    np.maximum.at(other, case[outside], score[outside])
    known = np.isfinite(other) & np.isfinite(line) & (line >= low) & (high > low)
    margin = np.full(len(line), np.nan)
    margin[known] = (line[known] - other[known]) / (high[known] - low[known])
    return margin


def _perfect(sheet: Sheet, threshold: Floats) -> Ratios:
    needed = np.minimum(sheet.count(sheet.needed.case), sheet.returned)
    size = np.where(np.isnan(threshold), 0, sheet.returned)
    return sheet.ratios(sheet.returned - needed, size)
