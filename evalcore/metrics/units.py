"""The units of a case: what must come back, where chunks of a group stand for each other."""

from __future__ import annotations

from dataclasses import dataclass

import numpy as np

from evalcore.model.measured import ABSENT, Placements
from evalcore.model.ranking import Floats, Ints, Longs
from evalcore.model.ratios import Mask


@dataclass(frozen=True, eq=False, kw_only=True)
class Units:
    """U units in case order: ``case``, and ``rank`` and ``score`` of the best-ranked member.

    ``rank`` is 0 and ``score`` NaN where no member is within the depth.
    """

    case: Ints
    rank: Ints
    score: Floats

    def met(self, cutoff: int) -> Mask:
        """Units with a member at rank ``cutoff`` or better."""
        within: Mask = (self.rank != ABSENT) & (self.rank <= cutoff)
        return within


def units_of(placements: Placements, relevant: Mask, *, merge: Mask | None = None) -> Units:
    """The units that have a relevant member; cases in ``merge`` (n,) are one unit each."""
    chosen = np.flatnonzero(relevant)
    labels = placements.labels
    case = labels.case[chosen]
    group = labels.group[chosen]
    if merge is not None:
        group = np.where(merge[case], 0, group)
    best = _best_of(case, group, placements.rank[chosen])
    label = chosen[best]
    return Units(case=case[best], rank=placements.rank[label], score=placements.score[label])


def _best_of(case: Ints, group: Ints, rank: Ints) -> Longs:
    """Index of the best-ranked member of each (case, group), units in order."""
    last = np.iinfo(np.int32).max
    order = np.lexsort((np.where(rank == ABSENT, last, rank), group, case))
    case, group = case[order], group[order]
    opens = np.ones(len(order), dtype=np.bool_)
    opens[1:] = (case[1:] != case[:-1]) | (group[1:] != group[:-1])
    best: Longs = order[opens]
    return best
