"""The expected chunks of each matched case in both rankings, and which of them sank deepest."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass
from math import inf

import numpy as np

from evalcore.comparison.matching import Longs, Pairs
from evalcore.model.comparison import Move
from evalcore.model.measured import Placements


@dataclass(frozen=True, slots=True)
class Rows:
    """The labels of each pair on both sides: from ``base`` and ``candidate`` on, ``length`` long.

    Matched cases have the same labels in the same order, because their content is the same.
    """

    base: list[int]
    candidate: list[int]
    length: list[int]

    @classmethod
    def of(cls, pairs: Pairs) -> Rows:
        """The rows of every pair; labels lie case by case."""
        base, length = _bounds(pairs.before.measured.placements, pairs.base)
        candidate, _ = _bounds(pairs.after.measured.placements, pairs.candidate)
        return cls(base.tolist(), candidate.tolist(), length.tolist())


def moves_of(pairs: Pairs) -> list[tuple[Move, ...]]:
    """The relevant expected chunks of every pair, in label order; ranks of the first sample."""
    rows = Rows.of(pairs)
    labels = pairs.after.measured.placements.labels
    before = pairs.before.measured.placements.rank.tolist()
    after = pairs.after.measured.placements.rank.tolist()
    grades, gold = labels.grade.tolist(), labels.gold.tolist()
    least = pairs.after.exam.min_grade
    return [
        tuple(
            Move(
                chunk_id=labels.chunk_ids[now + n],
                grade=grades[now + n],
                gold=gold[now + n],
                rank_before=before[was + n] or None,
                rank_after=after[now + n] or None,
            )
            for n in range(length)
            if grades[now + n] >= least
        )
        for was, now, length in zip(rows.base, rows.candidate, rows.length, strict=True)
    ]


def sunk(moves: Sequence[Move]) -> Move | None:
    """The expected chunk that sank to the deepest place (absent is deepest); None if none sank.

    Of several that vanished, the one that had stood highest.
    """
    fallen = [move for move in moves if depth(move.rank_after) > depth(move.rank_before)]
    if not fallen:
        return None
    return max(fallen, key=lambda move: (depth(move.rank_after), -depth(move.rank_before)))


def depth(rank: int | None) -> float:
    """How deep a rank is; a chunk that is absent lies below every other."""
    return inf if rank is None else rank


def _bounds(placements: Placements, chosen: Longs) -> tuple[Longs, Longs]:
    case = placements.labels.case
    starts = np.searchsorted(case, chosen, side="left")
    return starts, np.searchsorted(case, chosen, side="right") - starts
