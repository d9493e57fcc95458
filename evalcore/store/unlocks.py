"""Unlocks of blind cases: who saw a reserve, why and when. Appended, never changed."""

from __future__ import annotations

import sqlite3

from evalcore.model.unlock import Unlock


def write_unlock(connection: sqlite3.Connection, unlock: Unlock) -> None:
    """Append an unlock."""
    connection.execute(
        "INSERT INTO unlocks (golden_hash, golden, who, why, at) VALUES (?, ?, ?, ?, ?)",
        [unlock.golden_hash, unlock.golden, unlock.who, unlock.why, unlock.at],
    )


def read_unlocks(
    connection: sqlite3.Connection, golden_hash: str | None = None
) -> tuple[Unlock, ...]:
    """The unlocks of one version of a golden set, or of all, oldest first."""
    rows = connection.execute(
        "SELECT golden_hash, golden, who, why, at FROM unlocks"
        " WHERE ?1 IS NULL OR golden_hash = ?1 ORDER BY key",
        [golden_hash],
    )
    return tuple(
        Unlock(golden_hash=row[0], golden=row[1], who=row[2], why=row[3], at=row[4]) for row in rows
    )
