"""Flags of a case that change no verdict by themselves, and that a person should see."""

from __future__ import annotations

from collections import defaultdict
from collections.abc import Mapping

import numpy as np

from evalcore.golden.health import Health
from evalcore.model.examination import Examination
from evalcore.model.ratios import Mask
from evalcore.model.words import State


def notes_of(examination: Examination, health: Health) -> Mapping[str, tuple[str, ...]]:
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
    return {case_id: tuple(names) for case_id, names in notes.items()}


def _few(examination: Examination) -> Mask:
    returned = examination.measured.returned
    few: Mask = (returned > 0) & (returned < examination.exam.cutoff)
    return few


def _no_positive(examination: Examination) -> Mask:
    """Answer expected, yet no label reaches the policy's ``min_grade``."""
    none = np.zeros(len(examination.cases), dtype=np.bool_)
    grade = examination.exam.min_grade
    for index in np.flatnonzero(examination.is_state(State.BROKEN)):
        none[index] = not any(e.grade >= grade for e in examination.cases[index].expected)
    return none
