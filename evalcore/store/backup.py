"""A safe copy of the database, also while others write to it."""

from __future__ import annotations

import os
import sqlite3
from contextlib import closing
from pathlib import Path

from evalcore.errors import DamagedDatabase, StoreError
from evalcore.store.connect import connect_to_read, explained
from evalcore.store.migrate import check_schema


def backup(source: Path, target: Path) -> int:
    """Copy the database to a new file; its size in bytes.

    The copy is one moment of the database, with everything committed, also what still waits in
    a write-ahead log. It appears under its name only when it is complete and was checked. An
    existing file is never overwritten: ``StoreError``.
    """
    if target.exists():
        raise StoreError("there is a file already", where=str(target), hint="name a new one")
    part = target.with_name(f"{target.name}.part")
    try:
        _copy(source, part)
        part.replace(target)
    except OSError as failed:
        raise StoreError(f"the copy cannot be written: {failed}", where=str(target)) from failed
    finally:
        part.unlink(missing_ok=True)
    return target.stat().st_size


def _copy(source: Path, part: Path) -> None:
    with closing(connect_to_read(source)) as connection, explained(source):
        check_schema(connection, source)
        part.unlink(missing_ok=True)
        with explained(part), closing(sqlite3.connect(part)) as copy:
            connection.backup(copy)
            copy.execute("PRAGMA journal_mode = DELETE")
            found = copy.execute("PRAGMA quick_check").fetchone()[0]
    if found != "ok":
        raise DamagedDatabase(
            f"the copy is not sound: {found}",
            where=str(source),
            hint="the database itself is damaged; restore the last good copy",
        )
    with part.open("rb") as written:
        os.fsync(written.fileno())
