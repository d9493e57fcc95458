"""The schema of the file, brought up to date by sqlite-utils' migrations, or refused.

Whether anything is pending is read with plain ``sqlite3``: importing sqlite-utils costs more
than a small import takes, so it is loaded only when there is something to do.
"""

from __future__ import annotations

import logging
import sqlite3
import sys
from collections.abc import Callable, Iterator, Sequence
from contextlib import closing, contextmanager
from itertools import count
from pathlib import Path
from typing import Any

from evalcore.errors import DamagedDatabase, NewerDatabase, StoreError
from evalcore.store import schema
from evalcore.store.connect import connect_to_read
from evalcore.store.copying import copy_whole
from evalcore.store.ranking_rows import move_into_blocks

SET_NAME = "unbury"

_LOG = logging.getLogger("unbury.store")

Step = Sequence[str | Callable[[sqlite3.Connection], None]]

STEPS: tuple[tuple[str, Step], ...] = (
    (
        "0001_first",
        (*schema.CONTENTS, *schema.RUNS, *schema.RESULTS, *schema.SIGNED, *schema.GUARDS),
    ),
    ("0002_trails", schema.TRAILS),
    ("0003_tasks", schema.TASKS),
    ("0004_ranking_blocks", (*schema.RANKING_BLOCKS, move_into_blocks)),
    ("0005_unlocks", schema.UNLOCKS),
    ("0006_judgements", schema.JUDGEMENTS),
)
"""Migrations by name, in order. One that was released is never changed; add the next."""


def migrate(connection: sqlite3.Connection, path: Path) -> None:
    """Create or update the schema, in one transaction that first waits for its turn (B60).

    Before an older file is changed, a copy of it is kept beside it, and a line of the log
    (a command's standard error) names it.

    Raises ``NewerDatabase`` for a file of a newer Unbury, ``DamagedDatabase`` for a database
    that is somebody else's; neither is touched.
    """
    if not _pending(connection, path):
        return
    connection.execute("BEGIN IMMEDIATE")
    try:
        kept = None
        if _pending(connection, path):  # another process may have done it meanwhile
            kept = _keep_copy(connection, path)
            _apply(connection)
        connection.execute("COMMIT")
    except BaseException:
        if connection.in_transaction:
            connection.execute("ROLLBACK")
        raise
    if kept is not None:
        _LOG.warning("%s was brought up to date; as it was, it is kept in %s", path, kept)


def _keep_copy(connection: sqlite3.Connection, path: Path) -> Path | None:
    """The older file as it is, copied while nobody else can write to it; None for a new file."""
    version = connection.execute("PRAGMA user_version").fetchone()[0]
    if version == 0:
        return None
    target = path.with_name(f"{path.name}.v{version}.bak")
    for number in count(2):  # an upgrade that was cut off has left one
        if not target.exists():
            break
        target = path.with_name(f"{path.name}.v{version}.{number}.bak")
    with closing(connect_to_read(path)) as reading:
        copy_whole(reading, path, target)
    return target


def check_schema(connection: sqlite3.Connection, path: Path) -> None:
    """Whether this Unbury can read the file as it is; raises as ``migrate`` does if not."""
    if _pending(connection, path):
        raise StoreError(
            "the database was made by an older Unbury, or by none yet",
            where=str(path),
            hint="any command that writes brings it up to date: unbury run, import or gate",
        )


def _pending(connection: sqlite3.Connection, path: Path) -> list[str]:
    owner = connection.execute("PRAGMA application_id").fetchone()[0]
    tables = {name for (name,) in connection.execute("SELECT name FROM sqlite_master")}
    if owner != schema.APPLICATION_ID and (owner or tables):
        raise DamagedDatabase(
            "this SQLite database is not Unbury's",
            where=str(path),
            hint="name another file with --db; this one was not touched",
        )
    applied = _applied(connection) if "_sqlite_migrations" in tables else set()
    known = [name for name, _ in STEPS]
    version = connection.execute("PRAGMA user_version").fetchone()[0]
    if version > len(STEPS) or not applied <= set(known):
        raise NewerDatabase(
            "the database was written by a newer Unbury",
            where=str(path),
            hint="upgrade this installation: pip install --upgrade unbury; nothing was touched",
        )
    return [name for name in known if name not in applied]


def _applied(connection: sqlite3.Connection) -> set[str]:
    rows = connection.execute(
        "SELECT name FROM _sqlite_migrations WHERE migration_set = ?", [SET_NAME]
    )
    return {name for (name,) in rows}


def _apply(connection: sqlite3.Connection) -> None:
    with _without_pandas():
        from sqlite_utils import Database, Migrations
    migrations = Migrations(SET_NAME)
    for name, statements in STEPS:
        migrations(name=name)(_step(statements))
    migrations.apply(Database(connection, execute_plugins=False))
    connection.execute(f"PRAGMA application_id = {schema.APPLICATION_ID}")
    connection.execute(f"PRAGMA user_version = {len(STEPS)}")


def _step(parts: Step) -> Any:
    def run(database: Any) -> None:
        for part in parts:
            if isinstance(part, str):
                database.execute(part)
            else:
                part(database.conn)

    return run


@contextmanager
def _without_pandas() -> Iterator[None]:
    """Keep sqlite-utils from loading pandas, of which it would use one type we never store.

    Its import asks for pandas and goes on without; that saves 0.3 s of a first start. Where
    pandas is loaded already, nothing is hidden.
    """
    if "pandas" in sys.modules:
        yield
        return
    sys.modules["pandas"] = None  # type: ignore[assignment]  # Python's own mark of "not there"
    try:
        yield
    finally:
        del sys.modules["pandas"]
