"""Signed diagnoses: which of them still stand for an examination."""

from __future__ import annotations

from collections.abc import Iterable, Mapping

import numpy as np

from evalcore.model.diagnosis import Trail
from evalcore.model.exam import Exam
from evalcore.model.examination import Examination
from evalcore.model.run import Documented
from evalcore.store import Reader

Ranks = tuple[tuple[str, int | None], ...]


def standing(
    reader: Reader, examination: Examination, suite: str, *, run_id: str | None = None
) -> frozenset[str]:
    """Ids of the cases of a suite whose stored diagnosis still holds for this examination.

    ``run_id`` is the stored run examined, where it is one: what its own trails name as the
    cause must then be the cause that was signed.
    """
    documented = reader.documented(suite)
    if not documented:
        return frozenset()
    exams = {record.id: record.exam for record in reader.runs()}
    causes = {} if run_id is None else causes_of(reader.trails(run_id))
    return still_documented(examination, documented, exams, causes)


def causes_of(trails: Mapping[str, Trail]) -> Mapping[str, str]:
    """The probe that explains each diagnosed case, by case id; cases without a cause are left out.

    This is what ``Documented.cause`` holds.
    """
    found = {case_id: trail.diagnosis for case_id, trail in trails.items()}
    return {case_id: it.probe.value for case_id, it in found.items() if it is not None}


def still_documented(
    examination: Examination,
    documented: Iterable[Documented],
    exams: Mapping[str, Exam],
    causes: Mapping[str, str] | None = None,
) -> frozenset[str]:
    """Ids of cases with a diagnosis that holds while hash, ranks and cause stay the same.

    A cause that only one side knows contradicts nothing (design.md, section 5).

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
        known = (causes or {}).get(note.case_id, note.cause)
        if note.cause is not None and known != note.cause:
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
