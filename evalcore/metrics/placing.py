"""The place of every labelled chunk: its rank and score in its case's list."""

from __future__ import annotations

import numpy as np

from evalcore.metrics.hits import Hits, find_hits
from evalcore.model.measured import ABSENT, Labels, Placements
from evalcore.model.ranking import Rankings


def place(labels: Labels, rankings: Rankings) -> Placements:
    """Rank (from 1, of the first occurrence; 0 where absent) and score of each label.

    The score is NaN where the label is absent or the rankings carry no scores. The given
    order is the ranking; nothing is sorted again (B01).
    """
    return place_hits(labels, rankings, find_hits(labels, rankings))


def place_hits(labels: Labels, rankings: Rankings, hits: Hits) -> Placements:
    """The same from hits already found."""
    first = hits.first
    rank = np.full(len(labels.case), ABSENT, dtype=np.int32)
    rank[hits.label[first]] = hits.rank[first]
    score = np.full(len(labels.case), np.nan)
    if rankings.scores is not None:
        score[hits.label[first]] = rankings.scores[hits.position[first]]
    return Placements(labels=labels, rank=rank[hits.bearer], score=score[hits.bearer])
