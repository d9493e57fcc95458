"""The row of each run, and the record that lists show of it."""

from __future__ import annotations

import secrets
import sqlite3
from collections.abc import Iterator, Mapping
from datetime import UTC, date, datetime
from typing import Any

import orjson

from evalcore.errors import StoreError
from evalcore.model.canonical import canonical_json
from evalcore.model.plain import exam_from_plain, exam_to_plain
from evalcore.model.run import RunContents, RunRecord
from evalcore.store.damage import damage

_ALPHABET = "23456789abcdefghjkmnpqrstuvwxyz"
_RANDOM_LETTERS = 6

_SELECT = """
    SELECT runs.id, label, suite, suite_hash, golden_hash, manifest_hash, runs.policy_hash, exam,
        started, finished, samples, seed, version, origin,
        decision, exit_code, counted, measured,
        CASE WHEN json_valid(context) THEN json_extract(context, '$.on') END
    FROM runs JOIN verdicts ON verdicts.key = (
        SELECT newest.key FROM verdicts AS newest WHERE newest.run_key = runs.key
        ORDER BY newest.at DESC, newest.key DESC LIMIT 1)
"""


def now() -> str:
    """This moment in UTC, ISO 8601 with milliseconds."""
    return datetime.now(UTC).isoformat(timespec="milliseconds")


def new_run_id() -> str:
    """A name for a run: its second in UTC, then letters nobody can guess or mistype."""
    moment = datetime.now(UTC).strftime("%Y%m%d-%H%M%S")
    return f"{moment}-{''.join(secrets.choice(_ALPHABET) for _ in range(_RANDOM_LETTERS))}"


def instant(written: str) -> int:
    """Microseconds since 1970 of an ISO time. Raises ``StoreError`` without a time zone."""
    try:
        moment = datetime.fromisoformat(written)
    except ValueError:
        raise StoreError(f"{written!r} is not an ISO 8601 time") from None
    if moment.tzinfo is None:
        raise StoreError(f"{written!r} does not say its time zone")
    since = moment - datetime(1970, 1, 1, tzinfo=UTC)
    return (since.days * 86_400 + since.seconds) * 1_000_000 + since.microseconds


def write_run(
    connection: sqlite3.Connection, contents: RunContents, hashes: Mapping[str, str | None]
) -> tuple[int, str]:
    """Insert the run's row; its key and its id. ``hashes`` names the stored contents."""
    row: dict[str, Any] = {
        "id": new_run_id(),
        "label": contents.label,
        "suite": contents.suite_name,
        **hashes,
        "exam": canonical_json(exam_to_plain(contents.examination.exam)).decode(),
        "started": contents.started,
        "started_at": instant(contents.started),
        "finished": contents.finished,
        "samples": len(contents.rankings),
        "cases": len(contents.examination.cases),
        "seed": contents.seed,
        "version": contents.version,
        "origin": contents.origin,
        "context": canonical_json(contents.context).decode(),
    }
    marks = ", ".join(f":{name}" for name in row)
    key = connection.execute(
        f"INSERT INTO runs ({', '.join(row)}) VALUES ({marks})",  # noqa: S608  # our own names
        row,
    ).lastrowid
    return int(key or 0), row["id"]


def key_of(connection: sqlite3.Connection, run_id: str) -> int:
    """The key of the run with exactly this id. Raises ``StoreError`` if there is none."""
    row = connection.execute("SELECT key FROM runs WHERE id = ?", [run_id]).fetchone()
    if row is None:
        raise StoreError(f"no run has the id {run_id!r}", hint="unbury runs lists them")
    return int(row[0])


def read_records(connection: sqlite3.Connection) -> Iterator[RunRecord]:
    """Every run with its newest verdict, the one started last first."""
    rows = connection.execute(_SELECT + " ORDER BY started_at DESC, runs.key DESC")
    return map(_record, rows)


def read_record(connection: sqlite3.Connection, run_id: str) -> RunRecord:
    """The record of the run with exactly this id."""
    key_of(connection, run_id)
    row = connection.execute(_SELECT + " WHERE runs.id = ?", [run_id]).fetchone()
    return _record(row)


def read_context(connection: sqlite3.Connection, run_id: str) -> Mapping[str, Any]:
    """The free facts that were stored with a run."""
    key = key_of(connection, run_id)
    (text,) = connection.execute("SELECT context FROM runs WHERE key = ?", [key]).fetchone()
    with damage(f"the context of run {run_id}"):
        context: Mapping[str, Any] = dict(orjson.loads(text))
    return context


def _record(row: tuple[Any, ...]) -> RunRecord:
    with damage(f"the entry of run {row[0]}"):
        return _parsed(row)


def _parsed(row: tuple[Any, ...]) -> RunRecord:
    return RunRecord(
        id=row[0],
        label=row[1],
        suite=row[2],
        suite_hash=row[3],
        golden_hash=row[4],
        manifest_hash=row[5],
        policy_hash=row[6],
        exam=exam_from_plain(orjson.loads(row[7])),
        started=row[8],
        finished=row[9],
        samples=row[10],
        seed=row[11],
        version=row[12],
        origin=row[13],
        decision=row[14],
        exit_code=row[15],
        counted=row[16],
        measured=row[17],
        on=None if row[18] is None else date.fromisoformat(row[18]),
    )
