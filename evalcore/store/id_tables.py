"""Tables of chunk ids, in blocks, so that one id is read without reading a million."""

from __future__ import annotations

import sqlite3
import zlib
from collections.abc import Iterable, Iterator, Sequence
from functools import partial
from typing import Any

import numpy as np

from evalcore.errors import DamagedDatabase
from evalcore.model.packed_ids import PackedIds
from evalcore.model.ranking import Ints, Longs
from evalcore.store.schema import SET_BITS

BLOCK_IDS = 64
"""Ids a row: a case's hundred ids cost at most a hundred small reads, and pages fill up well."""

MANY_IDS = 50_000
"""From so many on, the ids of a run are left as one text; fewer are sooner made than found."""


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


def read_all_ids(connection: sqlite3.Connection, table_key: int) -> Sequence[str]:
    """Every id of the table, in code order: a tuple, or ``PackedIds`` where there are many."""
    count = _count(connection, table_key)
    first = table_key << SET_BITS
    rows = connection.execute(
        "SELECT ends, text, crc FROM id_blocks WHERE key BETWEEN ? AND ? ORDER BY key",
        [first, first + (1 << SET_BITS) - 1],
    )
    blocks = [_checked(*row) for row in rows]
    held = sum(len(ends) for ends, _ in blocks)
    if held != count:
        raise DamagedDatabase(f"a table of {count} ids holds {held}")
    if count < MANY_IDS:
        return tuple(chunk_id for block in blocks for chunk_id in _every(block))
    return _all_packed(blocks)


def read_ids(
    connection: sqlite3.Connection, table_key: int, codes: Iterable[int]
) -> tuple[str, ...]:
    """The ids of these codes, in their order."""
    wanted = list(codes)
    by_block: dict[int, list[int]] = {}
    for code in wanted:
        by_block.setdefault(code // BLOCK_IDS, []).append(code)
    found: dict[int, str] = {}
    for block, inside in by_block.items():
        found.update(_some(_one_block(connection, table_key, block), inside))
    return tuple(found[code] for code in wanted)


def _blocks(table_key: int, ids: Sequence[str]) -> Iterator[tuple[int, int, bytes, bytes, int]]:
    text, stops = _packed(ids)
    first = table_key << SET_BITS
    for block, start in enumerate(range(0, len(ids), BLOCK_IDS)):
        inside = stops[start : start + BLOCK_IDS + 1]
        part = text[inside[0] : inside[-1]]
        ends = (inside[1:] - inside[0]).astype("<i4").tobytes()
        yield first + block, table_key, ends, part, zlib.crc32(part, zlib.crc32(ends))


def _packed(ids: Sequence[str]) -> tuple[bytes, Longs]:
    """The ids as UTF-8 end to end, and where each ends, after a first 0."""
    if isinstance(ids, PackedIds):
        return ids.text, ids.stops
    text = "".join(ids).encode()
    stops = _stops(ids, map(len, ids))
    if stops[-1] != len(text):  # some letters take several bytes
        stops = _stops(ids, (len(chunk_id.encode()) for chunk_id in ids))
    return text, stops


def _stops(ids: Sequence[str], sizes: Iterable[int]) -> Longs:
    """Where each id ends in their joined text, after a first 0; shape (ids + 1,)."""
    stops = np.zeros(len(ids) + 1, dtype=np.int64)
    np.cumsum(np.fromiter(sizes, dtype=np.int64, count=len(ids)), out=stops[1:])
    return stops


def _one_block(connection: sqlite3.Connection, table_key: int, block: int) -> tuple[Ints, bytes]:
    row = connection.execute(
        "SELECT ends, text, crc FROM id_blocks WHERE key = ?", [(table_key << SET_BITS) + block]
    ).fetchone()
    if row is None:
        raise DamagedDatabase("a ranking names an id that is not in its table")
    return _checked(*row)


def _checked(ends: bytes, text: bytes, crc: int) -> tuple[Ints, bytes]:
    if zlib.crc32(text, zlib.crc32(ends)) != crc:
        raise DamagedDatabase("a block of chunk ids is not what was stored")
    return np.frombuffer(ends, dtype="<i4"), text


def _all_packed(blocks: Sequence[tuple[Ints, bytes]]) -> PackedIds:
    """The ids of many blocks, none of them made before somebody asks for it."""
    text = b"".join(part for _, part in blocks)
    sizes = [len(part) for _, part in blocks]
    before = np.cumsum([0, *sizes[:-1]], dtype=np.int64)
    counts = [len(ends) for ends, _ in blocks]
    stops = np.zeros(sum(counts) + 1, dtype=np.int64)
    stops[1:] = np.concatenate([ends for ends, _ in blocks])
    stops[1:] += np.repeat(before, counts)
    return PackedIds(text, stops, partial(_places, text, stops))


def _places(text: bytes, stops: Longs, ids: Sequence[str]) -> Ints:
    """The place of each of ``ids`` among the packed ones, -1 where it is none of them."""
    import pyarrow as pa
    import pyarrow.compute as pc

    buffers = [None, pa.py_buffer(stops), pa.py_buffer(text)]
    held = pa.LargeBinaryArray.from_buffers(pa.large_binary(), len(stops) - 1, buffers)
    sought = pa.array([one.encode("utf-8", "surrogatepass") for one in ids], pa.large_binary())
    # The table is made of the fewer: of a million ids, some hundred thousand are asked for.
    slots = _numbers(pc.index_in(held, value_set=sought))
    places = np.full(len(ids), -1, dtype=np.int32)
    found = np.flatnonzero(slots >= 0)
    places[slots[found]] = found
    return places[_numbers(pc.index_in(sought, value_set=sought))]  # an id may be asked for twice


def _numbers(found: Any) -> Ints:
    """An Arrow column of places; -1 for what was not found."""
    return np.asarray(found.fill_null(-1).to_numpy(zero_copy_only=False), dtype=np.int32)


def _some(block: tuple[Ints, bytes], codes: Iterable[int]) -> Iterator[tuple[int, str]]:
    ends, text = block
    for code in codes:
        place = code % BLOCK_IDS
        if place >= len(ends):
            raise DamagedDatabase("a ranking names an id that is not in its table")
        start = int(ends[place - 1]) if place else 0
        yield code, text[start : int(ends[place])].decode()


def _every(block: tuple[Ints, bytes]) -> list[str]:
    ends, text = block
    stops: list[int] = ends.tolist()
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
