"""One moment of a database, copied to a new file that appears only when it is whole."""

from __future__ import annotations

import os
import sqlite3
from contextlib import closing
from pathlib import Path

from evalcore.errors import DamagedDatabase, StoreError
from evalcore.store.connect import explained


def copy_whole(connection: sqlite3.Connection, source: Path, target: Path) -> None:
    """Copy what ``connection`` reads to ``target``, checked and on the disk before it is there.

    Raises ``DamagedDatabase`` where the copy is not sound, ``StoreError`` where it cannot be
    written; nothing is left over then.
    """
    part = target.with_name(f"{target.name}.part")
    try:
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
        part.replace(target)
    except OSError as failed:
        raise StoreError(f"the copy cannot be written: {failed}", where=str(target)) from failed
    finally:
        part.unlink(missing_ok=True)
