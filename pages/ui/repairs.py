"""Trails, the repair bench and the task list of the run in view, for the pages.

Reading is cached by the state of the file; every write goes through ``permission.write``.
"""

from __future__ import annotations

from pathlib import Path

import streamlit as st

from evalcore.model.diagnosis import Trail
from evalcore.model.repair import Repair, Task, TaskStatus, Tried
from evalcore.workflows.asking import Setup, set_up
from evalcore.workflows.bench import try_repair
from evalcore.workflows.diagnose_run import diagnose as diagnosed
from evalcore.workflows.diagnose_run import diagnose_run
from evalcore.workflows.tasks import keep_task, mark_task
from pages.ui import data, permission
from pages.ui.frame import Frame

EMBED_AT_MOST = 50
"""Chunks embedded while a page opens; an index that lacks more is set up on the command line."""


def stored_trail(frame: Frame, case_id: str) -> Trail | None:
    """The newest stored diagnosis of a case; None where nobody asked yet."""
    return data.trails(frame.db, frame.run.record.id).get(case_id)


def diagnose(frame: Frame, case_id: str) -> Trail:
    """Ask the index why a case fails; kept where the server may write.

    Raises ``UnburyError`` where it cannot be asked.
    """
    run_id = frame.run.record.id
    if permission.granted():
        permission.write(diagnose_run, frame.db, run_id, cases=[case_id])
        kept = stored_trail(frame, case_id)
        if kept is not None:
            return kept
    return diagnosed(frame.run, asker=_setup(frame).asker, cases=[case_id])[0]


def why_not(frame: Frame) -> str:
    """Why nothing can be tried on this run's index; empty where it can."""
    reason = _setup(frame).reason
    return "" if reason is None else frame.t.message(reason)


def attempt(frame: Frame, case_id: str, repair: Repair) -> Tried:
    """What a repair would do to this case and to every other one."""
    return try_repair(frame.run, case_id, repair, _setup(frame).asker)


def keep(frame: Frame, repair: Repair, tried: Tried, author: str) -> None:
    """Put a tried repair on the task list, signed. Raises ``NotAllowedToWrite``."""
    permission.write(keep_task, frame.db, frame.run, repair=repair, tried=tried, author=author)


def mark(frame: Frame, key: int, status: TaskStatus, author: str) -> None:
    """Say what became of a task. Raises ``NotAllowedToWrite``."""
    permission.write(mark_task, frame.db, key, status=status, author=author)


def tasks(frame: Frame) -> tuple[Task, ...]:
    """The accepted repairs of this run's suite, newest first."""
    return data.tasks(frame.db, frame.run.record.suite)


def index_setup(frame: Frame) -> Setup:
    """Who may be asked about this run's index, or why nobody can."""
    return _setup(frame)


def _setup(frame: Frame) -> Setup:
    key = (frame.db, frame.run.record.id)
    setup = _set_up(*key)
    if setup.asker is None:
        _set_up.clear(*key)  # what is missing may be there the next time
    return setup


@st.cache_resource(max_entries=3, show_spinner=False)
def _set_up(db: Path, run_id: str) -> Setup:
    """Who may be asked about a run. A run never changes, so neither does its index."""
    return set_up(data.opened(db, run_id), embed_at_most=EMBED_AT_MOST)
