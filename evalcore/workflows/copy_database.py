"""A safe copy of the database."""

from __future__ import annotations

from pathlib import Path

from evalcore.store.backup import backup


def copy_database(db: Path, target: Path) -> int:
    """Copy the database to a new file; its size in bytes. See ``evalcore.store.backup``."""
    return backup(db, target)
