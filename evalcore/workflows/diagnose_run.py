"""Diagnose the failed cases of a stored run: ask, conclude, and keep every answer."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from dataclasses import dataclass
from pathlib import Path

from evalcore import __version__
from evalcore.diagnosis.asker import Asker
from evalcore.diagnosis.trail import trails_of
from evalcore.errors import UsageError
from evalcore.model.diagnosis import Trail
from evalcore.model.message import Message
from evalcore.model.run import StoredRun
from evalcore.model.words import State
from evalcore.store import open_reader, open_store
from evalcore.workflows.asking import set_up
from evalcore.workflows.case_files import case_files, failed_cases
from evalcore.workflows.progress import Progress, silent
from evalcore.workflows.reading import brought_up_to_date, open_run


def diagnose(
    stored: StoredRun,
    *,
    asker: Asker | None,
    cases: Sequence[str] | None = None,
    progress: Progress = silent,
) -> tuple[Trail, ...]:
    """The trail of every failed case (or of those named), in golden-set order.

    Nothing is stored. Without an asker no question is put, and nothing is above suspected.
    Raises ``UsageError`` for a named case that is not there or did not fail.
    """
    chosen = failed_cases(stored) if cases is None else _named(stored, cases)
    files = case_files(stored, chosen)

    def told(probe: str, done: int, total: int) -> None:
        progress("diagnosing" if done == total else f"diagnosing: {probe}", done, total)

    return trails_of(files, asker, told if files else None)


@dataclass(frozen=True, slots=True, kw_only=True)
class Diagnosed:
    """The trails of a run, now stored, and why its index could not be asked (None: it was)."""

    run_id: str
    trails: tuple[Trail, ...]
    unasked: Message | None = None


def diagnose_and_keep(
    db: Path,
    name: str,
    *,
    cases: Sequence[str] | None = None,
    suite: Path | None = None,
    cache: Path | None = None,
    progress: Progress = silent,
) -> Diagnosed:
    """Diagnose run ``name`` and append the trails to the database.

    ``suite`` is the run's suite file where it has moved; see ``set_up``.
    Raises ``RunNotFound``, ``UsageError`` as ``diagnose``, ``StoreError`` for the database.
    """
    stored = open_run(brought_up_to_date(db), name)
    setup = set_up(stored, suite=suite, cache=cache)
    trails = diagnose(stored, asker=setup.asker, cases=cases, progress=progress)
    if trails:
        with open_store(db) as store:
            store.save_trails(stored.record.id, trails, version=__version__)
    return Diagnosed(run_id=stored.record.id, trails=trails, unasked=setup.reason)


def diagnose_run(
    db: Path,
    name: str,
    cases: Sequence[str] | None = None,
    progress: Progress = silent,
) -> tuple[Trail, ...]:
    """The trails that ``diagnose_and_keep`` appended."""
    return diagnose_and_keep(db, name, cases=cases, progress=progress).trails


def stored_trails(db: Path, run_id: str) -> Mapping[str, Trail]:
    """The newest stored trail of each diagnosed case of a run, by case id."""
    with open_reader(db) as reader:
        return reader.trails(run_id)


def _named(stored: StoredRun, cases: Sequence[str]) -> tuple[str, ...]:
    failed = failed_cases(stored)
    for case_id in cases:
        _check(stored, case_id, failed)
    return tuple(case_id for case_id in failed if case_id in set(cases))


def _check(stored: StoredRun, case_id: str, failed: Sequence[str]) -> None:
    if case_id in failed:
        return
    index = stored.examination.index_of.get(case_id)
    if index is None:
        raise UsageError(
            f"run {stored.record.id} has no case {case_id!r}",
            hint=f"unbury show {stored.record.id} --json lists every id",
        )
    state = stored.examination.state_of(index)
    if state is State.BLIND:
        raise UsageError(
            "blind cases are only shown as an aggregate",
            hint="looking at them one by one would make them useless as a blind set",
        )
    raise UsageError(
        f"case {case_id!r} is {state.value} in run {stored.record.id}, not a failure",
        hint="only failed and lost cases are diagnosed",
    )
