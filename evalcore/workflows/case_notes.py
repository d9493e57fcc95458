"""Flags of a case that change no verdict by themselves, and that a person should see."""

from __future__ import annotations

from collections import defaultdict
from collections.abc import Mapping, Sequence

import numpy as np

from evalcore.golden.health import Health
from evalcore.golden.twins import lookalikes
from evalcore.model.examination import Examination
from evalcore.model.manifest import Manifest
from evalcore.model.measured import ABSENT
from evalcore.model.ranking import Rankings
from evalcore.model.ratios import Mask
from evalcore.model.words import State


def notes_of(
    examination: Examination,
    health: Health,
    manifest: Manifest | None,
    lists: Sequence[Rankings],
) -> Mapping[str, tuple[str, ...]]:
    """Notes by case id, only for cases that have some."""
    measured = examination.measured
    shown = ~examination.is_state(State.DRAFT, State.RETIRED, State.BLIND)
    answered = measured.answered & shown
    possible = measured.max_possible
    flags: tuple[tuple[str, Mask], ...] = (
        ("duplicate_in_ranking", measured.repeated & answered),
        ("tie_at_cutoff", measured.tie_at_cutoff & answered),
        ("nothing_returned", answered & (measured.returned == 0)),
        ("fewer_than_cutoff", _few(examination) & answered),
        ("more_expected_than_cutoff", possible.defined & (possible.num < possible.den) & shown),
        ("no_positive_label", _no_positive(examination)),
    )
    notes: dict[str, list[str]] = defaultdict(list)
    for name, mask in flags:
        for case_id in examination.ids(mask):
            notes[case_id].append(name)
    for case_id in health.missing:
        if shown[examination.index_of[case_id]]:
            notes[case_id].append("expected_chunk_gone")
    for case_id in sorted(health.removed):
        if shown[examination.index_of[case_id]]:
            notes[case_id].append("removal_declared")
    for case_id in (*_twins_returned(examination, lists), *_twins_held(health, manifest)):
        if shown[examination.index_of[case_id]]:
            notes[case_id].append("id_looks_like_another")
    return {case_id: tuple(names) for case_id, names in notes.items()}


def _twins_returned(examination: Examination, lists: Sequence[Rankings]) -> list[str]:
    """Cases that lack a chunk of which a result's id differs only in looks (B35)."""
    placements, exam = examination.measured.placements, examination.exam
    labels = placements.labels
    lacking = (placements.rank == ABSENT) & (labels.grade >= exam.min_grade)
    lacking &= examination.is_state(State.FAIL, State.LOST)[labels.case]
    rows = np.flatnonzero(lacking).tolist()
    if not rows:
        return []
    gone = {labels.chunk_ids[row] for row in rows}
    alike = {twin for one in lists for twin in lookalikes(gone, one.chunk_ids)}
    found = (labels.case_ids[labels.case[row]] for row in rows if labels.chunk_ids[row] in alike)
    return list(dict.fromkeys(found))


def _twins_held(health: Health, manifest: Manifest | None) -> list[str]:
    """Cases with a chunk gone of which one in the manifest differs only in looks."""
    if manifest is None or not health.missing:
        return []
    gone = {chunk_id for ids in health.missing.values() for chunk_id in ids}
    alike = lookalikes(gone, {*manifest.by_id, *manifest.document_ids})
    return [case_id for case_id, ids in health.missing.items() if not alike.isdisjoint(ids)]


def _few(examination: Examination) -> Mask:
    returned = examination.measured.returned
    few: Mask = (returned > 0) & (returned < examination.exam.cutoff)
    return few


def _no_positive(examination: Examination) -> Mask:
    """Answer expected, yet no label reaches the policy's ``min_grade``."""
    none = np.zeros(len(examination.cases), dtype=np.bool_)
    grade = examination.exam.min_grade
    for index in np.flatnonzero(examination.is_state(State.BROKEN)).tolist():
        none[index] = not any(e.grade >= grade for e in examination.cases[index].expected)
    return none
