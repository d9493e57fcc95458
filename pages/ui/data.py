"""Stored runs for the pages, opened once for each state of the database file."""

from __future__ import annotations

from collections.abc import Mapping
from pathlib import Path

import streamlit as st

from evalcore.model.diagnosis import Trail
from evalcore.model.repair import Task
from evalcore.model.run import RunRecord, StoredRun
from evalcore.views.cases import CaseTable, case_table
from evalcore.views.history import Past
from evalcore.workflows import diagnose_run, reading
from evalcore.workflows import tasks as task_list

Stamp = tuple[tuple[int, int], ...]

CASES_WORTH_OPENING = 50_000
"""How many cases in all the runs behind a trend may hold; older runs are left out."""


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


@st.cache_resource(max_entries=4, show_spinner=False)
def _records(db: Path, stamp: Stamp) -> tuple[RunRecord, ...]:  # noqa: ARG001 - part of the key
    return reading.runs(db)


@st.cache_resource(max_entries=6, show_spinner=False)
def _opened(db: Path, stamp: Stamp, name: str) -> StoredRun:  # noqa: ARG001 - part of the key
    return reading.open_run(db, name)


@st.cache_resource(max_entries=6, show_spinner=False)
def _cases(db: Path, stamp: Stamp, run_id: str) -> CaseTable:
    run = _opened(db, stamp, run_id)
    return case_table(run.examination, run.policy)


@st.cache_resource(max_entries=4, show_spinner=False)
def _promoted(db: Path, stamp: Stamp) -> dict[str, str]:  # noqa: ARG001 - part of the key
    return reading.promoted(db)


@st.cache_resource(max_entries=200, show_spinner=False)
def _past(db: Path, stamp: Stamp, run_id: str) -> Past:  # noqa: ARG001 - part of the key
    return Past.of(reading.open_run(db, run_id))


@st.cache_resource(max_entries=4, show_spinner=False)
def _trails(db: Path, stamp: Stamp, run_id: str) -> Mapping[str, Trail]:  # noqa: ARG001 - part of the key
    return diagnose_run.stored_trails(db, run_id)


@st.cache_resource(max_entries=4, show_spinner=False)
def _tasks(db: Path, stamp: Stamp, suite: str) -> tuple[Task, ...]:  # noqa: ARG001 - part of the key
    return task_list.tasks_of(db, suite)
