"""Whether the database file is sound, as a value for ``doctor``."""

from __future__ import annotations

import os
import sqlite3
from collections.abc import Mapping
from contextlib import closing
from dataclasses import dataclass
from pathlib import Path

from evalcore.store.connect import connect_to_read, explained
from evalcore.store.migrate import check_schema

_COUNTED = ("runs", "goldens", "manifests", "policies", "verdicts", "documented", "promotions")


@dataclass(frozen=True, slots=True, kw_only=True)
class Checked:
    """What looking through the whole file found. ``problems`` is empty where it is sound."""

    problems: tuple[str, ...]
    counts: Mapping[str, int]
    size: int
    journal: str
    waiting: int
    """Bytes of a write-ahead log beside the file: a plain copy of the file would lack them."""

    @property
    def sound(self) -> bool:
        """Nothing was found wrong."""
        return not self.problems

    @property
    def summary(self) -> str:
        """One line: the size and what was found."""
        size = f"{self.size / 1e6:,.1f} MB"
        if self.problems:
            return f"{size}, damaged: {self.problems[0]}"
        if self.waiting:
            return f"{size}, sound; copy it with unbury backup, a plain copy lacks its -wal file"
        return f"{size}, sound"


def check_file(path: Path) -> Checked:
    """Read every page and every reference; nothing is changed.

    Raises ``StoreError`` where the file cannot be opened as Unbury's at all.
    """
    with closing(connect_to_read(path)) as connection, explained(path):
        check_schema(connection, path)
        found = [str(row[0]) for row in connection.execute("PRAGMA integrity_check")]
        strays = connection.execute("PRAGMA foreign_key_check").fetchall()
        return Checked(
            problems=(
                *(text for text in found if text != "ok"),
                *(f"a row of {row[0]} points at {row[2]} that is not there" for row in strays),
            ),
            counts=_counts(connection),
            size=path.stat().st_size,
            journal=connection.execute("PRAGMA journal_mode").fetchone()[0],
            waiting=_size(Path(f"{os.fspath(path)}-wal")),
        )


def _counts(connection: sqlite3.Connection) -> Mapping[str, int]:
    return {
        table: connection.execute(f"SELECT count(*) FROM {table}").fetchone()[0]  # noqa: S608  # our own table names
        for table in _COUNTED
    }


def _size(path: Path) -> int:
    return path.stat().st_size if path.exists() else 0
