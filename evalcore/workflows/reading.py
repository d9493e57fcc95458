"""Stored runs for commands and pages: which there are, and one opened whole."""

from __future__ import annotations

import os
from pathlib import Path

from evalcore.model.run import RunRecord, StoredRun
from evalcore.store import Reader, open_reader
from evalcore.workflows.context import conditions_from
from evalcore.workflows.examine import Material, examine

DEFAULT_NAME = "unbury.db"


def database(path: Path | None = None) -> Path:
    """The database to use: the path given, $UNBURY_DB, or ``unbury.db`` here."""
    return path or Path(os.environ.get("UNBURY_DB") or DEFAULT_NAME)


def runs(db: Path) -> tuple[RunRecord, ...]:
    """Every stored run, newest first."""
    with open_reader(db) as reader:
        return reader.runs()


def open_run(db: Path, name: str) -> StoredRun:
    """One run, examined again from its stored inputs, with its newest verdict.

    ``name`` is an id, a unique prefix, a label, ``latest``, ``baseline`` or ``latest-green``.
    Raises ``RunNotFound``.
    """
    with open_reader(db) as reader:
        return read_run(reader, reader.resolve(name))


def read_run(reader: Reader, record: RunRecord) -> StoredRun:
    """Open one recorded run with a reader that is already there."""
    policy = reader.policy(record.policy_hash)
    golden = reader.golden(record.golden_hash)
    manifest = None if record.manifest_hash is None else reader.manifest(record.manifest_hash)
    rankings = reader.rankings(record.id)
    context = reader.context(record.id)
    examination = examine(
        Material(golden=golden, manifest=manifest, rankings=rankings),
        exam=record.exam,
        policy=policy,
        conditions=conditions_from(context),
    )
    return StoredRun(
        record=record,
        suite=reader.suite(record.suite_hash),
        context=context,
        golden=golden,
        manifest=manifest,
        policy=policy,
        rankings=rankings,
        examination=examination,
        verdict=reader.verdicts(record.id)[-1].verdict,
        documented=reader.documented(record.suite),
        promoted=reader.baseline(record.suite) == record.id,
    )


def promoted(db: Path) -> dict[str, str]:
    """The promoted run's id of every suite that has one."""
    with open_reader(db) as reader:
        suites = dict.fromkeys(record.suite for record in reader.runs())
        found = {suite: reader.baseline(suite) for suite in suites}
    return {suite: run_id for suite, run_id in found.items() if run_id is not None}
