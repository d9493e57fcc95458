"""Lists as earlier files hold them, a row a case, moved into blocks when a file is upgraded."""

from __future__ import annotations

import sqlite3
import zlib
from collections.abc import Sequence
from typing import Any

import numpy as np

from evalcore.errors import DamagedDatabase
from evalcore.model.ranking import Floats, Rankings
from evalcore.store.ranking_blocks import CODE, COLUMNS, SCORE, rows_of
from evalcore.store.schema import SET_BITS


def move_into_blocks(connection: sqlite3.Connection) -> None:
    """Rewrite every stored list and drop the old table; damaged lists raise, and nothing moves."""
    sets = connection.execute("SELECT key, scored, raw_scored FROM ranking_sets").fetchall()
    for key, scored, raw_scored in sets:
        rows = connection.execute(
            "SELECT case_id, failure, chunks, scores, raw_scores, crc FROM rankings"
            " WHERE key BETWEEN ? AND ? ORDER BY key",
            [key << SET_BITS, (key + 1 << SET_BITS) - 1],
        ).fetchall()
        connection.executemany(
            f"INSERT INTO ranking_blocks (key, set_key, {COLUMNS})"  # noqa: S608 a constant of ours
            " VALUES (?, ?, ?, ?, ?, ?, ?, ?, ?)",
            rows_of(key, _together(rows, scored=bool(scored), raw_scored=bool(raw_scored))),
        )
    connection.execute("DROP TABLE rankings")


def _together(rows: Sequence[Any], *, scored: bool, raw_scored: bool) -> Rankings:
    for case_id, _, chunks, scores, raw, crc in rows:
        if zlib.crc32(raw or b"", zlib.crc32(scores or b"", zlib.crc32(chunks))) != crc:
            raise DamagedDatabase(f"the stored list of case {case_id!r} is damaged")
    sizes = [len(row[2]) // CODE.itemsize for row in rows]
    return Rankings(
        case_ids=tuple(row[0] for row in rows),
        starts=np.cumsum([0, *sizes], dtype=np.int64),
        chunks=np.frombuffer(b"".join(row[2] for row in rows), dtype=CODE),
        scores=_column([row[3] for row in rows]) if scored else None,
        raw_scores=_column([row[4] for row in rows]) if raw_scored else None,
        chunk_ids=(),
        failures={row[0]: row[1] for row in rows if row[1] is not None},
    )


def _column(blobs: Sequence[bytes]) -> Floats:
    return np.frombuffer(b"".join(blobs), dtype=SCORE)
