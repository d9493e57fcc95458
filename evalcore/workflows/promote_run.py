"""Promote a run to be the baseline of its suite: who, when and why are kept."""

from __future__ import annotations

from pathlib import Path

from evalcore.errors import UsageError
from evalcore.model.run import RunRecord
from evalcore.model.words import Decision
from evalcore.store import open_reader, open_store


def promote_run(db: Path, name: str, *, who: str, why: str) -> RunRecord:
    """Make run ``name`` the baseline. Only an accepted run can be one (chapter 17)."""
    with open_reader(db) as reader:
        record = reader.resolve(name)
    if record.decision != Decision.ACCEPT.value:
        raise UsageError(
            f"run {record.id} is {record.decision}, and only an accepted run becomes a baseline",
            hint="repair what it shows, run the suite again, and promote that run",
        )
    with open_store(db) as store:
        store.promote(
            suite=record.suite, run_id=record.id, who=who, why=why, from_runs=(record.id,)
        )
    return record
