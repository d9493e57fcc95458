"""Ties at the cutoff: equal scores on both sides of K, and what recall could have been."""

from __future__ import annotations

from dataclasses import dataclass

import numpy as np

from evalcore.metrics.blocks import ranges, row_blocks
from evalcore.metrics.sheet import Sheet
from evalcore.model.ranking import Floats, Longs
from evalcore.model.ratios import Mask, Ratios


@dataclass(frozen=True, eq=False, kw_only=True)
class Ties:
    """The tie that crosses K, by case (n,): its first and last rank, 0 where there is none."""

    first: Longs
    last: Longs

    @property
    def at_cutoff(self) -> Mask:
        """Cases whose results at K and K + 1 have equal scores."""
        crossing: Mask = self.first > 0
        return crossing


def ties_at_cutoff(sheet: Sheet) -> Ties:
    """The run of equal scores around K in each list; none where there are no scores."""
    first = np.zeros(len(sheet), dtype=np.int64)
    last = np.zeros(len(sheet), dtype=np.int64)
    scores = sheet.rankings.scores
    if scores is not None:
        tied = _tied(sheet, scores)
        cuts = np.concatenate([[0], np.cumsum(sheet.lengths[tied])])
        for begin, end in row_blocks(cuts):
            some = tied[begin:end]
            first[some], last[some] = _run_around_cutoff(sheet, scores, some)
    return Ties(first=first, last=last)


def recall_bounds(sheet: Sheet, ties: Ties) -> tuple[Ratios, Ratios]:
    """Lowest and highest recall over every order of the tie that crosses K (B01).

    Equal to recall where no tie crosses it; undefined where recall is.
    """
    certain, low, high = _orders(sheet, ties)
    return (
        sheet.ratios(certain + low, sheet.expected),
        sheet.ratios(certain + high, sheet.expected),
    )


def _tied(sheet: Sheet, scores: Floats) -> Longs:
    """Cases whose list goes on after K with an equal score."""
    longer = np.flatnonzero(sheet.lengths > sheet.exam.cutoff)
    after = sheet.starts[longer] + sheet.exam.cutoff
    tied: Longs = longer[scores[after - 1] == scores[after]]
    return tied


def _run_around_cutoff(sheet: Sheet, scores: Floats, cases: Longs) -> tuple[Longs, Longs]:
    lengths = sheet.lengths[cases]
    begins = np.cumsum(lengths) - lengths
    values = scores[ranges(sheet.starts[cases], lengths)]
    opens = np.ones(len(values) + 1, dtype=np.bool_)
    opens[1:-1] = values[1:] != values[:-1]
    opens[begins] = True
    edges = np.flatnonzero(opens)
    run = np.searchsorted(edges, begins + sheet.exam.cutoff - 1, side="right") - 1
    return edges[run] - begins + 1, edges[run + 1] - begins


def _orders(sheet: Sheet, ties: Ties) -> tuple[Longs, Longs, Longs]:
    """Relevant chunks that are in T in any order, and fewest and most that the tie adds."""
    case, copies, certain = _tied_chunks(sheet, ties)
    slots = np.where(ties.at_cutoff, sheet.exam.cutoff - ties.first + 1, 0)
    useless = np.where(ties.at_cutoff, ties.last - ties.first + 1, 0)
    np.subtract.at(useless, case, copies)
    forced = np.maximum(slots - useless, 0)
    # At worst the useless results come first, then the chunks with the most copies.
    order = np.lexsort((-copies, case))
    case, copies = case[order], copies[order]
    before = np.cumsum(copies) - copies
    opening = np.searchsorted(case, case, side="left")
    spent = before - before[opening]
    low = sheet.count(case[spent < forced[case]])
    high = np.minimum(sheet.count(case), slots)
    return certain, low, high


def _tied_chunks(sheet: Sheet, ties: Ties) -> tuple[Longs, Longs, Longs]:
    """Case and copies of each relevant chunk that begins within a tie; those above it, by case."""
    hits = sheet.hits
    relevant = sheet.relevant[hits.label]
    begin = np.where(ties.at_cutoff, ties.first, sheet.exam.cutoff + 1)[hits.case]
    certain = sheet.count(hits.case[relevant & hits.first & (hits.rank < begin)])
    within = relevant & (hits.rank >= begin) & (hits.rank <= ties.last[hits.case])
    begins_here = sheet.placements.rank[hits.label] >= begin
    labels, copies = np.unique(hits.label[within & begins_here], return_counts=True)
    return sheet.labels.case[labels].astype(np.int64), copies.astype(np.int64), certain
