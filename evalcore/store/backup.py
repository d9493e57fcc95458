"""A safe copy of the database, also while others write to it."""

from __future__ import annotations

from contextlib import closing
from pathlib import Path

from evalcore.errors import StoreError
from evalcore.store.connect import connect_to_read, explained
from evalcore.store.copying import copy_whole
from evalcore.store.migrate import check_schema


def backup(source: Path, target: Path) -> int:
    """Copy the database to a new file; its size in bytes.

    The copy is one moment of the database, with everything committed, also what still waits in
    a write-ahead log. It appears under its name only when it is complete and was checked. An
    existing file is never overwritten: ``StoreError``.
    """
    if target.exists():
        raise StoreError("there is a file already", where=str(target), hint="name a new one")
    with closing(connect_to_read(source)) as connection, explained(source):
        check_schema(connection, source)
        copy_whole(connection, source, target)
    return target.stat().st_size
