"""Stored runs for the pages, opened once for each state of the database file."""

from __future__ import annotations

from collections.abc import Callable, Mapping
from dataclasses import replace
from fractions import Fraction
from pathlib import Path

import streamlit as st

from evalcore.comparison.compare import compare
from evalcore.metrics.noise_parts import NoiseParts
from evalcore.model.diagnosis import Trail
from evalcore.model.policy import Policy
from evalcore.model.repair import Task
from evalcore.model.run import RunRecord, StoredRun
from evalcore.model.symptom import SymptomTable
from evalcore.views.cases import CaseTable, case_table
from evalcore.views.compared import Compared
from evalcore.views.heatmap import Heatmap, heatmap_of
from evalcore.views.heatmap_axes import By, Value
from evalcore.views.heatmap_change import change_heatmap
from evalcore.views.history import Past
from evalcore.views.noise import parts_of
from evalcore.views.noise_ceiling import SweepPoint, sweep
from evalcore.views.noise_redundant import Redundancy, redundancy_of
from evalcore.workflows import (
    diagnose_run,
    held_run,
    policies,
    reading,
    stability_runs,
    symptoms_run,
)
from evalcore.workflows import tasks as task_list
from evalcore.workflows.held_run import HeldRun
from evalcore.workflows.stability_runs import Look

Stamp = tuple[tuple[int, int], ...]

CASES_WORTH_OPENING = 50_000
"""How many cases in all the runs behind a trend may hold; older runs are left out."""

CASES_WORTH_SHARING = 5_000
"""A run of so many cases is opened once for all pages; a smaller one is sooner read again."""


def database() -> Path:
    """The database that this dashboard shows."""
    return reading.database()


def records(db: Path) -> tuple[RunRecord, ...]:
    """Every stored run, newest first."""
    return _records(db, _stamp(db))


def opened(db: Path, name: str) -> StoredRun:
    """One run by its id or name. It is shared between readers: never change it."""
    return _opened(db, _stamp(db), name)


def cases(db: Path, run_id: str) -> CaseTable:
    """The case table of a run, shared as well."""
    return _cases(db, _stamp(db), run_id)


def promoted(db: Path) -> dict[str, str]:
    """The promoted run's id of every suite that has one."""
    return _promoted(db, _stamp(db))


def baseline_of(db: Path, record: RunRecord) -> str | None:
    """The promoted run of this run's suite, unless it is this run itself."""
    found = promoted(db).get(record.suite)
    return None if found == record.id else found


def compared(db: Path, base_id: str, run_id: str) -> Compared:
    """Two runs set side by side; raises ``UsageError`` where they sat different exams."""
    return _compared(db, _stamp(db), base_id, run_id)


def heatmap(db: Path, run_id: str, by: By, value: Value, base_id: str = "") -> Heatmap:
    """The map of a run, or of its change against ``base_id``."""
    return _heatmap(db, _stamp(db), run_id, by, value, base_id)


def held(db: Path, run_id: str) -> HeldRun:
    """A run ready to be judged by other policies; shared, and it stores nothing."""
    return _held(db, _stamp(db), run_id)


def held_runs(db: Path, suite: str, last: int) -> tuple[HeldRun, ...]:
    """The last runs of a suite, ready for the same; newest first, fewer where they are large."""
    chosen: list[str] = []
    budget = CASES_WORTH_OPENING
    for record in [record for record in records(db) if record.suite == suite][:last]:
        budget -= record.counted
        if chosen and budget < 0:
            break
        chosen.append(record.id)
    return tuple(held(db, run_id) for run_id in chosen)


def swept(
    db: Path, run_id: str, policy: Policy, ceilings: tuple[Fraction, ...]
) -> tuple[SweepPoint, ...]:
    """What each general ceiling decides on a run, all other numbers as in ``policy``."""
    base = replace(policy, noise=replace(policy.noise, ceiling=Fraction(0)))
    return _swept(db, _stamp(db), run_id, policies.hash_of(base), ceilings, base)


def versions(db: Path) -> tuple[policies.Version, ...]:
    """Every stored policy version, newest first."""
    return _versions(db, _stamp(db))


def noise_parts(db: Path, run_id: str) -> NoiseParts:
    """Every result within the cutoff as what it is to its case."""
    return _noise_parts(db, _stamp(db), run_id)


def redundancy(db: Path, run_id: str) -> Redundancy:
    """The redundant neighbours of a run's healthy cases."""
    return _redundancy(db, _stamp(db), run_id)


def look_at(db: Path, names: tuple[str, ...]) -> Look:
    """Some runs as repetitions of one another; raises ``RunNotFound``."""
    return _look_at(db, _stamp(db), names)


def symptoms(db: Path, run_id: str) -> SymptomTable:
    """The symptom table of a run."""
    return _symptoms(db, _stamp(db), run_id)


def trails(db: Path, run_id: str) -> Mapping[str, Trail]:
    """The newest stored diagnosis of each case of a run, by case id."""
    return _trails(db, _stamp(db), run_id)


def tasks(db: Path, suite: str) -> tuple[Task, ...]:
    """The accepted repairs of a suite, newest first."""
    return _tasks(db, _stamp(db), suite)


def past(db: Path, run_id: str) -> Past:
    """What is kept of a run to draw it beside others."""
    return _past(db, _stamp(db), run_id)


def history(db: Path, current: RunRecord, most: int) -> list[Past]:
    """The newest runs of a suite, oldest first, always with the current one among them."""
    of_suite = [record for record in records(db) if record.suite == current.suite]
    chosen, budget = [current.id], CASES_WORTH_OPENING - current.counted
    for record in of_suite:
        budget -= record.counted if record.id != current.id else 0
        if record.id != current.id and budget >= 0 and len(chosen) < most:
            chosen.append(record.id)
    return [past(db, record.id) for record in reversed(of_suite) if record.id in chosen]


def _stamp(db: Path) -> Stamp:
    """Size and time of the file and of its log: equal while nothing was written."""
    files = (db, db.with_name(db.name + "-wal"))
    stats = (file.stat() for file in files if file.exists())
    return tuple((stat.st_mtime_ns, stat.st_size) for stat in stats)


def _shared(db: Path, stamp: Stamp, run_id: str) -> StoredRun | None:
    """A large run, opened once for all pages; None for one that is sooner read again."""
    runs = _records(db, stamp)
    large = any(one.id == run_id and one.counted >= CASES_WORTH_SHARING for one in runs)
    return _opened(db, stamp, run_id) if large else None


def _opener(db: Path, stamp: Stamp) -> Callable[[RunRecord], StoredRun]:
    """Opens runs for a workflow that would otherwise read each of them for itself."""
    return lambda one: _shared(db, stamp, one.id) or reading.open_run(db, one.id)


@st.cache_resource(max_entries=4, show_spinner=False)
def _records(db: Path, stamp: Stamp) -> tuple[RunRecord, ...]:  # noqa: ARG001 - part of the key
    return reading.runs(db)


@st.cache_resource(max_entries=6, show_spinner=False)
def _opened(db: Path, stamp: Stamp, name: str) -> StoredRun:  # noqa: ARG001 - part of the key
    return reading.open_run(db, name)


@st.cache_resource(max_entries=6, show_spinner=False)
def _cases(db: Path, stamp: Stamp, run_id: str) -> CaseTable:
    run = _opened(db, stamp, run_id)
    return case_table(run.examination, run.policy, run.manifest)


@st.cache_resource(max_entries=4, show_spinner=False)
def _compared(db: Path, stamp: Stamp, base_id: str, run_id: str) -> Compared:
    base, candidate = _opened(db, stamp, base_id), _opened(db, stamp, run_id)
    return Compared(base=base, candidate=candidate, changes=compare(base, candidate))


@st.cache_resource(max_entries=4, show_spinner=False)
def _promoted(db: Path, stamp: Stamp) -> dict[str, str]:  # noqa: ARG001 - part of the key
    return reading.promoted(db)


@st.cache_resource(max_entries=200, show_spinner=False)
def _past(db: Path, stamp: Stamp, run_id: str) -> Past:
    return Past.of(_shared(db, stamp, run_id) or reading.open_run(db, run_id))


@st.cache_resource(max_entries=20, show_spinner=False)
def _heatmap(db: Path, stamp: Stamp, run_id: str, by: By, value: Value, base_id: str) -> Heatmap:
    run = _opened(db, stamp, run_id)
    if base_id:
        return change_heatmap(run, _opened(db, stamp, base_id), by, value)
    return heatmap_of(run, by, value)


@st.cache_resource(max_entries=30, show_spinner=False)
def _held(db: Path, stamp: Stamp, run_id: str) -> HeldRun:
    return held_run.hold_run(db, run_id, opened=_shared(db, stamp, run_id))


@st.cache_resource(max_entries=50, show_spinner=False)
def _swept(
    db: Path,
    stamp: Stamp,
    run_id: str,
    version: str,  # noqa: ARG001 - part of the key
    ceilings: tuple[Fraction, ...],
    _policy: Policy,
) -> tuple[SweepPoint, ...]:
    run = _held(db, stamp, run_id)
    return sweep(_policy, ceilings, lambda policy: run.under(policy).verdict)


@st.cache_resource(max_entries=4, show_spinner=False)
def _versions(db: Path, stamp: Stamp) -> tuple[policies.Version, ...]:  # noqa: ARG001 - part of the key
    return policies.versions(db)


@st.cache_resource(max_entries=6, show_spinner=False)
def _noise_parts(db: Path, stamp: Stamp, run_id: str) -> NoiseParts:
    return parts_of(_opened(db, stamp, run_id))


@st.cache_resource(max_entries=6, show_spinner=False)
def _redundancy(db: Path, stamp: Stamp, run_id: str) -> Redundancy:
    return redundancy_of(_opened(db, stamp, run_id), _noise_parts(db, stamp, run_id))


@st.cache_resource(max_entries=8, show_spinner=False)
def _look_at(db: Path, stamp: Stamp, names: tuple[str, ...]) -> Look:
    return stability_runs.look_at(db, names, opened=_opener(db, stamp))


@st.cache_resource(max_entries=8, show_spinner=False)
def _symptoms(db: Path, stamp: Stamp, run_id: str) -> SymptomTable:
    return symptoms_run.symptoms_run(db, run_id, opened=_opener(db, stamp))


@st.cache_resource(max_entries=4, show_spinner=False)
def _trails(db: Path, stamp: Stamp, run_id: str) -> Mapping[str, Trail]:  # noqa: ARG001 - part of the key
    return diagnose_run.stored_trails(db, run_id)


@st.cache_resource(max_entries=4, show_spinner=False)
def _tasks(db: Path, stamp: Stamp, suite: str) -> tuple[Task, ...]:  # noqa: ARG001 - part of the key
    return task_list.tasks_of(db, suite)
