"""A person's diagnosis of a failed case, signed, so that the gate may tolerate the failure."""

from __future__ import annotations

from pathlib import Path

from evalcore.errors import UsageError
from evalcore.model.run import Documented, StoredRun
from evalcore.model.words import State
from evalcore.store import open_reader, open_store
from evalcore.workflows.documents import causes_of, expected_ranks
from evalcore.workflows.judge_run import now
from evalcore.workflows.reading import brought_up_to_date, open_run


def document_case(db: Path, name: str, case_id: str, *, text: str, author: str) -> Documented:
    """Write the diagnosis of a failed case of run ``name``; it is appended, never changed.

    The cause that the run's trail names, if the case was diagnosed, is kept with it.
    Raises ``UsageError`` for an unknown case, one that did not fail, an empty text or name, or
    a run last judged by a policy that asks for other grades than the run itself did.
    """
    run = open_run(brought_up_to_date(db), name)
    _check_exam(run)
    index = _failed_case(run, case_id)
    note = Documented(
        suite=run.record.suite,
        case_id=case_id,
        case_hash=run.examination.cases[index].hash,
        ranks=expected_ranks(run.examination, index),
        cause=_cause(db, run, case_id),
        text=_said(text, "a diagnosis without words explains nothing", "--text"),
        author=_said(author, "a diagnosis is signed by a person", "--author"),
        written=now(),
        run_id=run.record.id,
    )
    with open_store(db) as store:
        store.document(note)
    return note


def _check_exam(run: StoredRun) -> None:
    if run.examination.exam.min_grade != run.record.exam.min_grade:
        raise UsageError(
            f"run {run.record.id} was last judged by a policy with another min_grade than its own",
            hint="run the suite with that policy, and sign the diagnosis there",
        )


def _failed_case(run: StoredRun, case_id: str) -> int:
    index = run.examination.index_of.get(case_id)
    if index is None:
        raise UsageError(
            f"run {run.record.id} has no case {case_id!r}",
            hint=f"unbury show {run.record.id} lists them",
        )
    state = run.examination.state_of(index)
    if state not in (State.FAIL, State.LOST):
        raise UsageError(
            f"case {case_id!r} is {state.value} in run {run.record.id}, not a failure",
            hint="only failures are documented",
        )
    return index


def _cause(db: Path, run: StoredRun, case_id: str) -> str | None:
    """The probe that explains the case in this run's trail; None where it was not diagnosed."""
    with open_reader(db) as reader:
        return causes_of(reader.trails(run.record.id)).get(case_id)


def _said(value: str, what: str, option: str) -> str:
    if not value.strip():
        raise UsageError(what, hint=f"give {option}")
    return value
