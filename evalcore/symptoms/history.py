"""A history out of runs of one exam: one point a day, the same cases on every day."""

from __future__ import annotations

from collections.abc import Sequence
from datetime import date

import numpy as np

from evalcore.model.ratios import Mask
from evalcore.model.run import RunRecord, StoredRun
from evalcore.model.symptom import Point
from evalcore.model.words import State
from evalcore.symptoms.facts import NO_DOMAIN, History


def day_of(record: RunRecord) -> date:
    """The day a run speaks of: the day its index was examined for, else the day it ran."""
    return record.on or date.fromisoformat(record.started[:10])


def history_of(runs: Sequence[StoredRun]) -> History:
    """The history of runs of one exam and golden set, a day each, oldest first.

    Means are over the cases measured on every day, so that none moves them by being left out.
    """
    if not runs:
        return History()
    common = np.logical_and.reduce([run.examination.known for run in runs])
    if not common.any():
        return History()
    quality = np.stack([run.examination.measured.quality.values()[common] for run in runs])
    cases = [case for case, kept in zip(runs[0].examination.cases, common, strict=True) if kept]
    domains = np.array([case.domain or NO_DOMAIN for case in cases], dtype=object)
    days = zip(runs, quality.mean(axis=1), strict=True)
    return History(
        points=tuple(
            Point(on=day_of(run.record), run_id=run.record.id, value=float(mean))
            for run, mean in days
        ),
        domains={
            name: tuple(quality[:, domains == name].mean(axis=1).tolist())
            for name in dict.fromkeys(domains)
            if name != NO_DOMAIN
        },
        sunk=_sunk(runs[0], runs[-1], common),
    )


def _sunk(first: StoredRun, last: StoredRun, common: Mask) -> tuple[str, ...]:
    passed = first.examination.is_state(State.PASS)
    failed = last.examination.is_state(State.FAIL, State.LOST)
    return last.examination.ids(common & passed & failed)
