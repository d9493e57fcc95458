"""Trails of diagnosed cases: appended, never changed; the newest of a case counts."""

from __future__ import annotations

import sqlite3
from collections.abc import Iterable, Mapping

import orjson

from evalcore.errors import DamagedDatabase
from evalcore.model.canonical import canonical_json
from evalcore.model.diagnosis import Trail
from evalcore.model.plain_trail import trail_from_plain, trail_to_plain


def write_trails(
    connection: sqlite3.Connection,
    run_key: int,
    trails: Iterable[Trail],
    *,
    at: str,
    version: str,
) -> None:
    """Append the trails of a run's cases, with when and by which version they were made."""
    connection.executemany(
        "INSERT INTO trails (run_key, case_id, at, version, body) VALUES (?, ?, ?, ?, ?)",
        [
            (run_key, trail.case_id, at, version, canonical_json(trail_to_plain(trail)).decode())
            for trail in trails
        ],
    )


def read_trails(connection: sqlite3.Connection, run_key: int) -> Mapping[str, Trail]:
    """The newest trail of each diagnosed case of a run, by case id, in the order first made."""
    rows = connection.execute(
        "SELECT case_id, body FROM trails WHERE run_key = ? ORDER BY at, key", [run_key]
    )
    newest: dict[str, str] = dict(rows.fetchall())  # the last of a case stays
    return {case_id: _trail(body) for case_id, body in newest.items()}


def _trail(body: str) -> Trail:
    try:
        return trail_from_plain(orjson.loads(body))
    except ValueError as wrong:
        raise DamagedDatabase(f"a stored diagnosis cannot be read: {wrong}") from None
