"""Stored runs for commands and pages: which there are, and one opened whole."""

from __future__ import annotations

import os
from collections.abc import Mapping
from dataclasses import replace
from pathlib import Path
from typing import Any

from evalcore.model.examination import Examination
from evalcore.model.policy import Policy
from evalcore.model.run import RunRecord, StoredRun
from evalcore.store import Reader, open_reader, open_store
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


def brought_up_to_date(db: Path) -> Path:
    """The database with the tables of this Unbury, for a command that is about to write to it.

    A file that is not there stays so: whoever reads it next says what is missing.
    """
    if db.is_file():
        open_store(db).close()
    return db


def open_run(db: Path, name: str) -> StoredRun:
    """One run, examined again from its stored inputs, with its newest verdict.

    ``name`` is an id, a unique prefix, a label, ``latest``, ``baseline`` or ``latest-green``.
    Raises ``RunNotFound``.
    """
    with open_reader(db) as reader:
        return read_run(reader, reader.resolve(name))


def read_run(reader: Reader, record: RunRecord) -> StoredRun:
    """Open one recorded run with a reader that is already there.

    Policy and examination are those of the newest verdict, so that cases and verdict agree.
    """
    newest = reader.verdicts(record.id)[-1]
    policy = reader.policy(newest.policy_hash)
    material = material_of(reader, record)
    context = reader.context(record.id)
    return StoredRun(
        record=record,
        suite=reader.suite(record.suite_hash),
        context=context,
        golden=material.golden,
        manifest=material.manifest,
        policy=policy,
        rankings=tuple(material.rankings),
        examination=examined_by(policy, material, record, context),
        verdict=newest.verdict,
        documented=reader.documented(record.suite),
        promoted=reader.baseline(record.suite) == record.id,
    )


def material_of(reader: Reader, record: RunRecord) -> Material:
    """What was examined in a stored run."""
    return Material(
        golden=reader.golden(record.golden_hash),
        manifest=None if record.manifest_hash is None else reader.manifest(record.manifest_hash),
        rankings=reader.rankings(record.id),
    )


def examined_by(
    policy: Policy, material: Material, record: RunRecord, context: Mapping[str, Any]
) -> Examination:
    """The stored run examined under ``policy``: its floor and min_grade change what a case is."""
    return examine(
        material,
        exam=replace(record.exam, min_grade=policy.recall.min_grade),
        policy=policy,
        conditions=conditions_from(context),
    )


def promoted(db: Path) -> dict[str, str]:
    """The promoted run's id of every suite that has one."""
    with open_reader(db) as reader:
        suites = dict.fromkeys(record.suite for record in reader.runs())
        found = {suite: reader.baseline(suite) for suite in suites}
    return {suite: run_id for suite, run_id in found.items() if run_id is not None}
