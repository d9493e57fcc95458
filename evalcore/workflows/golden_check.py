"""``golden check``: the health of a golden set, blind cases unnamed unless they were unlocked."""

from __future__ import annotations

from dataclasses import dataclass
from datetime import date
from pathlib import Path

from evalcore.errors import StoreError
from evalcore.golden.report import HealthReport, report_on
from evalcore.golden.subject import Subject
from evalcore.model.run import StoredRun
from evalcore.model.unlock import Unlock
from evalcore.store import open_reader
from evalcore.workflows.golden_files import open_golden


@dataclass(frozen=True, slots=True, kw_only=True)
class Checked:
    """A golden set's report, with the name and the content hash of the version examined."""

    name: str
    hash: str
    on: date
    report: HealthReport
    unlocks: tuple[Unlock, ...] = ()


def check_golden(
    path: Path, *, manifest: Path | None = None, on: date | None = None, db: Path | None = None
) -> Checked:
    """Examine a suite's golden set, or a file of its own, as of a day (today when None).

    Raises ``InputError`` for files that cannot be read.
    """
    opened = open_golden(path, manifest=manifest)
    day = on or date.today()  # noqa: DTZ011 a verification is dated by the local day
    unlocks = unlocks_of(db, opened.hash)
    subject = Subject(
        golden=opened.golden,
        on=day,
        manifest=opened.manifest,
        exam=opened.exam,
        policy=opened.policy.golden,
        unlocked=bool(unlocks),
    )
    return Checked(
        name=opened.golden.name,
        hash=opened.hash,
        on=day,
        report=report_on(subject),
        unlocks=unlocks,
    )


def check_run(run: StoredRun, *, on: date, db: Path | None = None) -> Checked:
    """Examine the golden set that a stored run was judged by, with its manifest and policy."""
    unlocks = unlocks_of(db, run.record.golden_hash)
    subject = Subject(
        golden=run.golden,
        on=on,
        manifest=run.manifest,
        exam=run.record.exam,
        policy=run.policy.golden,
        unlocked=bool(unlocks),
    )
    return Checked(
        name=run.golden.name,
        hash=run.record.golden_hash,
        on=on,
        report=report_on(subject),
        unlocks=unlocks,
    )


def unlocks_of(db: Path | None, golden_hash: str) -> tuple[Unlock, ...]:
    """Who unlocked this version; nobody where there is no database that could say so."""
    if db is None or not db.is_file():
        return ()
    try:
        with open_reader(db) as reader:
            return reader.unlocks(golden_hash)
    except StoreError:
        return ()  # masked: what cannot be read proves no unlock
