"""Signed diagnoses: which of them still stand for an examination."""

from __future__ import annotations

from collections.abc import Iterable, Mapping

import numpy as np

from evalcore.model.exam import Exam
from evalcore.model.examination import Examination
from evalcore.model.run import Documented
from evalcore.store import Reader

Ranks = tuple[tuple[str, int | None], ...]


def standing(reader: Reader, examination: Examination, suite: str) -> frozenset[str]:
    """Ids of the cases of a suite whose stored diagnosis still holds for this examination."""
    documented = reader.documented(suite)
    if not documented:
        return frozenset()
    exams = {record.id: record.exam for record in reader.runs()}
    return still_documented(examination, documented, exams)


def still_documented(
    examination: Examination, documented: Iterable[Documented], exams: Mapping[str, Exam]
) -> frozenset[str]:
    """Ids of cases with a diagnosis that holds while hash and expected ranks stay the same.

    ``exams`` are those of the runs in which the diagnoses were signed: another cutoff, level
    or ``min_grade`` asks something else of the same ranks, and carries nothing over.
    """
    kept = set()
    for note in documented:
        index = examination.index_of.get(note.case_id)
        if index is None or examination.cases[index].hash != note.case_hash:
            continue
        exam = exams.get(note.run_id)
        if exam is None or not _asks_the_same(exam, examination.exam):
            continue
        if expected_ranks(examination, index) == note.ranks:
            kept.add(note.case_id)
    return frozenset(kept)


def expected_ranks(examination: Examination, index: int) -> Ranks:
    """Chunk id and rank (None if absent) of every label of a case, in label order.

    Sample after sample, where there are several: a diagnosis speaks of all that was seen.
    """
    ranks: list[tuple[str, int | None]] = []
    for sample in examination.samples:
        labels, rank = sample.placements.labels, sample.placements.rank
        rows = np.flatnonzero(labels.case == index).tolist()
        ranks.extend((labels.chunk_ids[row], int(rank[row]) or None) for row in rows)
    return tuple(ranks)


def _asks_the_same(one: Exam, other: Exam) -> bool:
    return (one.cutoff, one.level, one.min_grade) == (other.cutoff, other.level, other.min_grade)
