"""Tables of chunk ids, in blocks, so that one id is read without reading a million."""

from __future__ import annotations

import sqlite3
import zlib
from collections.abc import Iterable, Iterator, Sequence

import numpy as np

from evalcore.errors import DamagedDatabase
from evalcore.store.schema import SET_BITS

BLOCK_IDS = 1024
"""Ids a row: a case's hundred ids then cost at most a hundred reads of two pages."""


def write_ids(connection: sqlite3.Connection, run_key: int, ids: Sequence[str]) -> int:
    """Keep the ids of a run, in code order; the table's key."""
    key = connection.execute(
        "INSERT INTO id_tables (run_key, ids) VALUES (?, ?)", [run_key, len(ids)]
    ).lastrowid
    table_key = int(key or 0)
    connection.executemany(
        "INSERT INTO id_blocks (key, table_key, ends, text, crc) VALUES (?, ?, ?, ?, ?)",
        _blocks(table_key, ids),
    )
    return table_key


def read_all_ids(connection: sqlite3.Connection, table_key: int) -> tuple[str, ...]:
    """Every id of the table, in code order."""
    count = _count(connection, table_key)
    first = table_key << SET_BITS
    rows = connection.execute(
        "SELECT ends, text, crc FROM id_blocks WHERE key BETWEEN ? AND ? ORDER BY key",
        [first, first + (1 << SET_BITS) - 1],
    )
    ids = [chunk_id for row in rows for chunk_id in _ids(*row)]
    if len(ids) != count:
        raise DamagedDatabase(f"a table of {count} ids holds {len(ids)}")
    return tuple(ids)


def read_ids(
    connection: sqlite3.Connection, table_key: int, codes: Iterable[int]
) -> tuple[str, ...]:
    """The ids of these codes, in their order."""
    wanted = list(codes)
    blocks = {
        block: _one_block(connection, table_key, block)
        for block in {code // BLOCK_IDS for code in wanted}
    }
    try:
        return tuple(blocks[code // BLOCK_IDS][code % BLOCK_IDS] for code in wanted)
    except IndexError:
        raise DamagedDatabase("a ranking names an id that is not in its table") from None


def _blocks(table_key: int, ids: Sequence[str]) -> Iterator[tuple[int, int, bytes, bytes, int]]:
    first = table_key << SET_BITS
    for block, start in enumerate(range(0, len(ids), BLOCK_IDS)):
        part = ids[start : start + BLOCK_IDS]
        joined = "".join(part)
        sizes = part if joined.isascii() else [chunk_id.encode() for chunk_id in part]
        ends = np.cumsum(list(map(len, sizes)), dtype="<i4").tobytes()
        text = joined.encode()
        yield first + block, table_key, ends, text, zlib.crc32(text, zlib.crc32(ends))


def _one_block(connection: sqlite3.Connection, table_key: int, block: int) -> list[str]:
    row = connection.execute(
        "SELECT ends, text, crc FROM id_blocks WHERE key = ?", [(table_key << SET_BITS) + block]
    ).fetchone()
    if row is None:
        raise DamagedDatabase("a ranking names an id that is not in its table")
    return _ids(*row)


def _ids(ends: bytes, text: bytes, crc: int) -> list[str]:
    if zlib.crc32(text, zlib.crc32(ends)) != crc:
        raise DamagedDatabase("a block of chunk ids is not what was stored")
    stops = np.frombuffer(ends, dtype="<i4").tolist()
    starts = [0, *stops[:-1]]
    if text.isascii():
        letters = text.decode()
        return [letters[a:b] for a, b in zip(starts, stops, strict=True)]
    return [text[a:b].decode() for a, b in zip(starts, stops, strict=True)]


def _count(connection: sqlite3.Connection, table_key: int) -> int:
    row = connection.execute("SELECT ids FROM id_tables WHERE key = ?", [table_key]).fetchone()
    if row is None:
        raise DamagedDatabase("a table of chunk ids is gone")
    return int(row[0])
