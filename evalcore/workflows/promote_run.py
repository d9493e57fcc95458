"""Promote a run to be the baseline of its suite: who, when and why are kept."""

from __future__ import annotations

from pathlib import Path

from evalcore.errors import DamagedDatabase, UsageError
from evalcore.model.run import RunRecord
from evalcore.model.words import Decision
from evalcore.store import open_reader, open_store


def promote_run(db: Path, name: str, *, who: str, why: str) -> RunRecord:
    """Make run ``name`` the baseline. Only an accepted run can be one (chapter 17).

    Raises ``UsageError`` for another one, or where nobody or no reason is named, and
    ``DamagedDatabase`` for a run whose list entry does not say what its verdict says.
    """
    for said, option in ((who, "--who"), (why, "--why")):
        if not said.strip():
            raise UsageError("a baseline has somebody and a reason", hint=f"give {option}")
    with open_reader(db) as reader:
        record = reader.resolve(name)
        decision = reader.verdicts(record.id)[-1].verdict.decision
    if record.decision != decision.value:
        raise DamagedDatabase(
            f"run {record.id} is listed as {record.decision}, and its verdict is {decision.value}",
            hint=f"somebody changed the file: unbury verify {record.id}",
        )
    if decision is not Decision.ACCEPT:
        raise UsageError(
            f"run {record.id} is {decision.value}, and only an accepted run becomes a baseline",
            hint="repair what it shows, run the suite again, and promote that run",
        )
    with open_store(db) as store:
        store.promote(
            suite=record.suite, run_id=record.id, who=who, why=why, from_runs=(record.id,)
        )
    return record
