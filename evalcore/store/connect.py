"""Connections to the database file, and what SQLite's errors mean to a person."""

from __future__ import annotations

import sqlite3
from collections.abc import Iterator
from contextlib import contextmanager
from pathlib import Path

from evalcore.errors import DamagedDatabase, DatabaseBusy, StoreError
from evalcore.store.schema import PAGE_SIZE

PATIENCE = 30.0
"""Seconds that one process waits for another that is writing."""

_CACHE_KIB = 65_536

_DAMAGED = (sqlite3.SQLITE_CORRUPT, sqlite3.SQLITE_NOTADB)
_BUSY = (sqlite3.SQLITE_BUSY, sqlite3.SQLITE_LOCKED)


def connect_to_write(path: Path, *, patience: float = PATIENCE) -> sqlite3.Connection:
    """A connection that may write, creating the file; transactions are begun by hand.

    Foreign keys are on, and a commit has reached the disk when it returns.
    """
    with explained(path):
        connection = sqlite3.connect(path, timeout=patience, isolation_level=None)
        with closed_on_error(connection):
            connection.execute(f"PRAGMA page_size = {PAGE_SIZE}")
            connection.execute("PRAGMA foreign_keys = ON")
            connection.execute("PRAGMA synchronous = FULL")
            connection.execute("PRAGMA recursive_triggers = ON")
            connection.execute(f"PRAGMA cache_size = -{_CACHE_KIB}")
    return connection


def connect_to_read(path: Path, *, patience: float = PATIENCE) -> sqlite3.Connection:
    """A connection that cannot write, for one call. Raises ``StoreError`` for a missing file."""
    if not path.is_file():
        raise StoreError(
            "there is no database here yet",
            where=str(path),
            hint="unbury run SUITE or unbury import makes one; --db names another file",
        )
    with explained(path):
        try:
            return _read_only(path, patience)
        except sqlite3.OperationalError as refused:
            if refused.sqlite_errorcode != sqlite3.SQLITE_READONLY_ROLLBACK:
                raise
            _roll_back_cut_write(path, patience)
            return _read_only(path, patience)


def _read_only(path: Path, patience: float) -> sqlite3.Connection:
    connection = sqlite3.connect(
        f"{path.resolve().as_uri()}?mode=ro", uri=True, timeout=patience, isolation_level=None
    )
    with closed_on_error(connection):
        connection.execute("PRAGMA query_only = ON")
        connection.execute("SELECT count(*) FROM sqlite_master").fetchone()
    return connection


def _roll_back_cut_write(path: Path, patience: float) -> None:
    """Finish what a killed writer left: a reader alone may not put the old pages back."""
    connection = sqlite3.connect(path, timeout=patience, isolation_level=None)
    try:
        connection.execute("BEGIN IMMEDIATE")
        connection.execute("ROLLBACK")
    finally:
        connection.close()


@contextmanager
def closed_on_error(connection: sqlite3.Connection) -> Iterator[None]:
    """Close the connection if the block fails, and let the failure through."""
    try:
        yield
    except BaseException:
        connection.close()
        raise


@contextmanager
def explained(path: Path) -> Iterator[None]:
    """SQLite's errors in the block, as ``StoreError`` and its kinds, each with the way out."""
    try:
        yield
    except sqlite3.DatabaseError as error:
        raise _explain(error, path) from error
    except UnicodeDecodeError as error:  # also SQLite's own message may quote damaged text
        raise DamagedDatabase(
            f"text in the database cannot be read: {error}",
            where=str(path),
            hint="restore the last good copy",
        ) from error


def _explain(error: sqlite3.DatabaseError, path: Path) -> StoreError:
    code = getattr(error, "sqlite_errorcode", 0) & 0xFF
    where = str(path)
    if code in _BUSY:
        return DatabaseBusy(
            "another process has been writing to the database for too long",
            where=where,
            hint="wait for it to finish and try again; nothing was changed",
        )
    if code in _DAMAGED:
        return DamagedDatabase(
            f"not a sound SQLite database: {error}",
            where=where,
            hint="check the name; if it is the right file, restore the last good copy",
        )
    if code == sqlite3.SQLITE_CANTOPEN:
        return StoreError(
            "the database cannot be opened",
            where=where,
            hint="check that its folder exists and may be written",
        )
    if code in {sqlite3.SQLITE_FULL, sqlite3.SQLITE_READONLY, sqlite3.SQLITE_IOERR}:
        return StoreError(
            f"the database cannot be written: {error}",
            where=where,
            hint="check space and rights of its folder; nothing was changed",
        )
    return StoreError(f"the database refused: {error}", where=where)
