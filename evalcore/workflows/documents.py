"""Signed diagnoses: which of them still stand for this examination, and writing a new one."""

from __future__ import annotations

from collections.abc import Iterable

import numpy as np

from evalcore.model.examination import Examination
from evalcore.model.run import Documented

Ranks = tuple[tuple[str, int | None], ...]


def still_documented(examination: Examination, documented: Iterable[Documented]) -> frozenset[str]:
    """Ids of cases with a diagnosis that holds while hash and expected ranks stay the same."""
    standing = set()
    for note in documented:
        index = examination.index_of.get(note.case_id)
        if index is None or examination.cases[index].hash != note.case_hash:
            continue
        if expected_ranks(examination, index) == note.ranks:
            standing.add(note.case_id)
    return frozenset(standing)


def expected_ranks(examination: Examination, index: int) -> Ranks:
    """Chunk id and rank (None if absent) of every label of a case, in label order."""
    placements = examination.measured.placements
    rows = np.flatnonzero(placements.labels.case == index)
    return tuple(
        (placements.labels.chunk_ids[row], int(placements.rank[row]) or None) for row in rows
    )
