"""Reciprocal rank fusion of lists of ids, for indexes that do not join them themselves."""

from __future__ import annotations

from collections import defaultdict
from collections.abc import Sequence


def reciprocal_ranks(lists: Sequence[Sequence[str]], k: int) -> list[tuple[str, float]]:
    """Each id with its sum of 1 / (k + rank) over the lists, best first; ties by id.

    Cormack, Clarke and Buettcher (SIGIR 2009); rank starts at 1.
    """
    scores: dict[str, float] = defaultdict(float)
    for one in lists:
        for rank, chunk_id in enumerate(dict.fromkeys(one), start=1):
            scores[chunk_id] += 1 / (k + rank)
    return sorted(scores.items(), key=lambda found: (-found[1], found[0].encode()))
