"""What a case needed and did not get: the chunks a user would have missed."""

from __future__ import annotations

from collections import defaultdict
from dataclasses import dataclass

import numpy as np

from evalcore.model.exam import Exam
from evalcore.model.examination import Examination
from evalcore.model.measured import ABSENT, Placements


@dataclass(frozen=True, slots=True, kw_only=True)
class Missed:
    """A chunk that had to be delivered; ``rank`` is where it is buried, 0 where it is absent."""

    chunk_id: str
    rank: int


def missed_of(examination: Examination, index: int) -> tuple[Missed, ...]:
    """The chunks that the case at ``index`` lacks, in label order, of the first sample that fails.

    Of an any-of group, or where one chunk suffices, it is the best-ranked one, and none where
    another member came out. Empty where every sample delivered what it needs.
    """
    for sample in examination.samples:
        if sample.answered[index]:
            missed = _missed_in(sample.placements, index, examination.exam)
            if missed:
                return missed
    return ()


def _missed_in(placements: Placements, index: int, exam: Exam) -> tuple[Missed, ...]:
    labels = placements.labels
    units: dict[int, list[int]] = defaultdict(list)
    for row in np.flatnonzero((labels.case == index) & (labels.grade >= exam.min_grade)).tolist():
        units[0 if labels.any_suffices[index] else int(labels.group[row])].append(row)
    best = [min(rows, key=lambda row: _depth(placements, row)) for rows in units.values()]
    return tuple(
        Missed(chunk_id=labels.chunk_ids[row], rank=int(placements.rank[row]))
        for row in best
        if _depth(placements, row) > exam.cutoff
    )


def _depth(placements: Placements, row: int) -> float:
    rank = int(placements.rank[row])
    return float("inf") if rank == ABSENT else rank
