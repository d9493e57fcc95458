"""Whether lists and their scores say the same order, and the orders a person may ask for."""

from __future__ import annotations

from dataclasses import replace

import numpy as np

from evalcore.model.ranking import Floats, Longs, Rankings
from evalcore.model.ratios import Mask
from evalcore.model.words import Direction, Order


def contradictions(rankings: Rankings, direction: Direction) -> Longs:
    """Rows of the cases whose scores get better somewhere down the list, ascending.

    Ties contradict nothing, and neither do lists of one or none. Empty where the rankings
    carry no scores. A row is an index into ``rankings.case_ids``.
    """
    if rankings.scores is None:
        return np.zeros(0, dtype=np.int64)
    places = np.flatnonzero(_steps_up(rankings.scores, rankings.starts, direction))
    return np.unique(np.searchsorted(rankings.starts, places, side="right") - 1).astype(np.int64)


def runs_backwards(rankings: Rankings, direction: Direction) -> bool:
    """True if the scores contradict ``direction`` and obey the opposite one in every list.

    Distances read as similarities look like this: the scores rise with rank.
    """
    opposite = Direction.LOWER if direction is Direction.HIGHER else Direction.HIGHER
    here = contradictions(rankings, direction)
    return len(here) > 0 and len(contradictions(rankings, opposite)) == 0


def reorder(rankings: Rankings, order: Order, direction: Direction) -> Rankings:
    """The rankings in the order asked for; unchanged for ``rank`` or without scores.

    ``score``: best score first, ties as given. ``trec``: best score first in single precision,
    ties by falling id (compared by their UTF-8 bytes), as trec_eval does.
    """
    if order is Order.RANK or rankings.scores is None:
        return rankings
    better = -rankings.scores if direction is Direction.HIGHER else rankings.scores
    rows = np.repeat(np.arange(len(rankings)), rankings.lengths)
    if order is Order.SCORE:
        places = np.lexsort((better, rows))
    else:
        with np.errstate(over="ignore"):
            single = better.astype(np.float32)
        places = np.lexsort((_falling_ids(rankings), single, rows))
    raw = rankings.raw_scores
    return replace(
        rankings,
        chunks=rankings.chunks[places],
        scores=rankings.scores[places],
        raw_scores=None if raw is None else raw[places],
    )


def _steps_up(scores: Floats, starts: Longs, direction: Direction) -> Mask:
    """For each result but the first: does it score better than the one before it, (m - 1,)."""
    later, earlier = scores[1:], scores[:-1]
    better: Mask = later > earlier if direction is Direction.HIGHER else later < earlier
    boundaries = starts[1:-1]
    inside = boundaries[(boundaries > 0) & (boundaries < len(scores))]
    better[inside - 1] = False
    return better


def _falling_ids(rankings: Rankings) -> Longs:
    """For each result a number that falls as its id rises, shape (m,)."""
    ids = rankings.chunk_ids
    place = np.empty(len(ids), dtype=np.int64)
    place[sorted(range(len(ids)), key=ids.__getitem__)] = np.arange(len(ids))
    falling: Longs = -place[rankings.chunks]
    return falling
