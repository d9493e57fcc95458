"""Bundles merged into a database: each whole or not at all, many in one transaction.

Ids are random and contents are named by their hash, so nothing can collide; what is there
already is left alone. Two mergers at once wait for each other and lose nothing.
"""

from __future__ import annotations

import sqlite3
from collections.abc import Iterable, Iterator, Mapping
from contextlib import closing, contextmanager
from dataclasses import dataclass
from pathlib import Path
from typing import Any

import orjson

from evalcore.errors import BundleRefused
from evalcore.store.bundles.parse import Bundle, BundledRun
from evalcore.store.bundles.rows import append_missing
from evalcore.store.case_rows import write_case_rows
from evalcore.store.connect import PATIENCE, connect_to_write, explained
from evalcore.store.contents import write_golden
from evalcore.store.manifests import write_manifest
from evalcore.store.migrate import migrate
from evalcore.store.rankings import write_rankings

_FREE = frozenset({"label", "context"})
"""What may differ between copies of one run: the context lacks what was left out."""


@dataclass(frozen=True, slots=True, kw_only=True)
class Merged:
    """What became of one bundle: new runs and appended rows, or why it was refused."""

    file: str
    run_id: str
    runs: int = 0
    rows: int = 0
    refused: str | None = None

    @property
    def changed(self) -> bool:
        """Something was written."""
        return bool(self.runs or self.rows)


def merge_bundles(
    path: Path, bundles: Iterable[Bundle], *, patience: float = PATIENCE
) -> list[Merged]:
    """Merge checked bundles in one transaction; the file is created where it is missing.

    A bundle that contradicts what is stored is left out as a whole, and says so; the others go
    in. Raises ``StoreError`` where the file cannot be written: then none of them did.
    """
    connection = connect_to_write(path, patience=patience)
    with closing(connection), explained(path):
        migrate(connection, path)
        connection.execute("BEGIN IMMEDIATE")
        try:
            merged = [_merge(connection, bundle) for bundle in bundles]
            connection.execute("COMMIT")
        except BaseException:
            if connection.in_transaction:
                connection.execute("ROLLBACK")
            raise
    return merged


def _merge(connection: sqlite3.Connection, bundle: Bundle) -> Merged:
    runs = rows = 0
    try:
        with _savepoint(connection):
            for run in bundle.runs:
                key = _key_of_same(connection, run, bundle.file)
                if key is None:
                    key, runs = _insert(connection, run, bundle), runs + 1
                    append_missing(connection, key, run.row["id"], run.appended)
                else:
                    _write_policies(connection, bundle)
                    rows += append_missing(connection, key, run.row["id"], run.appended)
    except BundleRefused as refusal:
        return Merged(file=bundle.file, run_id=bundle.run_id, refused=refusal.what)
    except (sqlite3.IntegrityError, sqlite3.OperationalError) as wrong:
        if (wrong.sqlite_errorcode & 0xFF) not in {sqlite3.SQLITE_ERROR, sqlite3.SQLITE_CONSTRAINT}:
            raise
        what = f"it does not fit this database: {wrong}"
        return Merged(file=bundle.file, run_id=bundle.run_id, refused=what)
    return Merged(file=bundle.file, run_id=bundle.run_id, runs=runs, rows=rows)


@contextmanager
def _savepoint(connection: sqlite3.Connection) -> Iterator[None]:
    connection.execute("SAVEPOINT bundle")
    try:
        yield
    except BaseException:
        connection.execute("ROLLBACK TO bundle")
        raise
    finally:
        connection.execute("RELEASE bundle")


def _key_of_same(connection: sqlite3.Connection, run: BundledRun, file: str) -> int | None:
    """The key of this very run if it is stored; another run under its id is a refusal."""
    cursor = connection.execute("SELECT * FROM runs WHERE id = ?", [run.row["id"]])
    names = [described[0] for described in cursor.description]
    found = cursor.fetchone()
    if found is None:
        return None
    stored = dict(zip(names, found, strict=True))
    differs = [
        name for name, value in run.row.items() if name not in _FREE and stored.get(name) != value
    ]
    if differs or _context(stored, run.left_out) != _context(run.row, run.left_out):
        what = f"another run {run.row['id']} is stored here ({', '.join(differs) or 'context'})"
        raise BundleRefused(what, where=file, hint="one of the two files was changed by hand")
    return int(stored["key"])


def _context(row: Mapping[str, Any], left_out: Iterable[str]) -> dict[str, Any]:
    context: dict[str, Any] = orjson.loads(row["context"])
    return {name: value for name, value in context.items() if name not in left_out}


def _insert(connection: sqlite3.Connection, run: BundledRun, bundle: Bundle) -> int:
    row = run.row
    golden, packed = bundle.goldens[row["golden_hash"]]
    write_golden(connection, row["golden_hash"], packed, golden)
    if row["manifest_hash"] is not None:
        write_manifest(connection, bundle.manifests[row["manifest_hash"]])
    _write_suite(connection, row["suite_hash"], bundle.suites[row["suite_hash"]])
    _write_policies(connection, bundle)
    marks = ", ".join(f":{name}" for name in row)
    cursor = connection.execute(
        f"INSERT INTO runs ({', '.join(row)}) VALUES ({marks})",  # noqa: S608  # checked names
        dict(_known(connection, row, bundle.file)),
    )
    key = int(cursor.lastrowid or 0)
    write_rankings(connection, key, run.rankings)
    write_case_rows(connection, key, run.columns)
    return key


def _known(connection: sqlite3.Connection, row: Mapping[str, Any], file: str) -> Mapping[str, Any]:
    names = {name for _, name, *_ in connection.execute("PRAGMA table_info(runs)")}
    strange = sorted(set(row) - names)
    if strange:
        what = f"its run's entry has fields this Unbury does not know: {', '.join(strange)}"
        raise BundleRefused(what, where=file, hint="upgrade this installation")
    return row


def _write_suite(connection: sqlite3.Connection, name: str, body: str) -> None:
    connection.execute(
        "INSERT INTO suites (hash, name, body) VALUES (?, ?, ?) ON CONFLICT (hash) DO NOTHING",
        [name, orjson.loads(body)["name"], body],
    )


def _write_policies(connection: sqlite3.Connection, bundle: Bundle) -> None:
    for name, (body, saved) in bundle.policies.items():
        policy = orjson.loads(body)
        connection.execute(
            "INSERT INTO policies (hash, author, reason, saved, body) VALUES (?, ?, ?, ?, ?)"
            " ON CONFLICT (hash) DO NOTHING",
            [name, policy.get("author"), policy.get("reason"), saved, body],
        )
