"""Rankings in the store: one row a case and sample, codes and scores as they lie in memory.

Codes are little-endian int32, scores float64: what comes back is bit for bit what was given.
Each row carries the CRC of its numbers, because a damaged row must raise, never count.
"""

from __future__ import annotations

import sqlite3
import zlib
from collections.abc import Iterator, Sequence
from dataclasses import dataclass

import numpy as np
import numpy.typing as npt

from evalcore.errors import DamagedDatabase, StoreError
from evalcore.model.ranking import Failure, Floats, Longs, Ranking, Rankings
from evalcore.store.id_tables import read_all_ids, read_ids, write_ids
from evalcore.store.schema import SET_BITS

_CODE, _SCORE = np.dtype("<i4"), np.dtype("<f8")
_ROW = tuple[str, str | None, bytes, bytes | None, bytes | None, int]


@dataclass(frozen=True, slots=True)
class _Set:
    key: int
    ids_key: int
    cases: int
    results: int
    scored: bool
    raw_scored: bool


def check_rankings(rankings: Rankings) -> None:
    """Raise ``StoreError`` unless the arrays fit each other and every score is a number."""
    starts, results = rankings.starts, len(rankings.chunks)
    lengths = np.diff(starts)
    columns = [column for column in (rankings.scores, rankings.raw_scores) if column is not None]
    if len(starts) != len(rankings) + 1 or starts[0] != 0 or starts[-1] != results:
        raise StoreError("rankings whose starts do not cover their results cannot be stored")
    if (lengths < 0).any() or any(len(column) != results for column in columns):
        raise StoreError("rankings whose columns differ in length cannot be stored")
    if not all(np.isfinite(column).all() for column in columns):
        raise StoreError("a score that is not a finite number cannot be stored")
    if results and not 0 <= rankings.chunks.min() <= rankings.chunks.max() < len(
        rankings.chunk_ids
    ):
        raise StoreError("rankings that name chunks without ids cannot be stored")
    if len(rankings.row_of) != len(rankings):
        raise StoreError("rankings that hold a case twice cannot be stored")
    if any(lengths[rankings.row_of[case]] for case in rankings.failures):
        raise StoreError("a case that failed and has a list all the same cannot be stored")


def write_rankings(
    connection: sqlite3.Connection, run_key: int, samples: Sequence[Rankings]
) -> None:
    """Write every sample of a run; samples with the same ids share one table of them."""
    tables: list[tuple[tuple[str, ...], int]] = []
    for sample, rankings in enumerate(samples, start=1):
        ids = rankings.chunk_ids
        known = next((key for other, key in tables if other is ids or other == ids), None)
        ids_key = write_ids(connection, run_key, ids) if known is None else known
        if known is None:
            tables.append((ids, ids_key))
        _write_sample(connection, (run_key, sample, ids_key), rankings)


def read_rankings(connection: sqlite3.Connection, run_key: int) -> tuple[Rankings, ...]:
    """Every sample of a run, in order."""
    samples = connection.execute(
        "SELECT sample FROM ranking_sets WHERE run_key = ? ORDER BY sample", [run_key]
    ).fetchall()
    ids: dict[int, tuple[str, ...]] = {}
    return tuple(_read_sample(connection, run_key, sample, ids) for (sample,) in samples)


def read_ranking(
    connection: sqlite3.Connection, run_key: int, case_id: str, sample: int
) -> Ranking | Failure | None:
    """The list of one case, without reading the others; None if the run has none."""
    found = _set(connection, run_key, sample)
    row = connection.execute(
        "SELECT case_id, failure, chunks, scores, raw_scores, crc FROM rankings"
        " WHERE set_key = ? AND case_id = ?",
        [found.key, case_id],
    ).fetchone()
    if row is None:
        return None
    _check_row(row, found)
    _, failure, chunks, scores, raw_scores, _ = row
    if failure is not None:
        return Failure(failure)
    codes = np.frombuffer(chunks, dtype=_CODE).tolist()
    return Ranking(
        chunk_ids=read_ids(connection, found.ids_key, codes),
        scores=_numbers(scores),
        raw_scores=_numbers(raw_scores),
    )


def _write_sample(
    connection: sqlite3.Connection, owner: tuple[int, int, int], rankings: Rankings
) -> None:
    scored, raw = rankings.scores is not None, rankings.raw_scores is not None
    key = connection.execute(
        "INSERT INTO ranking_sets"
        " (run_key, sample, ids_key, cases, results, scored, raw_scored)"
        " VALUES (?, ?, ?, ?, ?, ?, ?)",
        [*owner, len(rankings), len(rankings.chunks), scored, raw],
    ).lastrowid
    connection.executemany(
        "INSERT INTO rankings"
        " (key, set_key, case_id, failure, chunks, scores, raw_scores, crc)"
        " VALUES (?, ?, ?, ?, ?, ?, ?, ?)",
        _rows(int(key or 0), rankings),
    )


def _rows(set_key: int, rankings: Rankings) -> Iterator[tuple[object, ...]]:
    first, failures = set_key << SET_BITS, rankings.failures
    chunks = _bytes(rankings.chunks, _CODE)
    scores = None if rankings.scores is None else _bytes(rankings.scores, _SCORE)
    raw = None if rankings.raw_scores is None else _bytes(rankings.raw_scores, _SCORE)
    starts = rankings.starts.tolist()
    for row, case_id in enumerate(rankings.case_ids):
        start, end = starts[row], starts[row + 1]
        codes = chunks[4 * start : 4 * end]
        crc = zlib.crc32(codes)
        own = raw_own = None
        if scores is not None:
            own = scores[8 * start : 8 * end]
            crc = zlib.crc32(own, crc)
        if raw is not None:
            raw_own = raw[8 * start : 8 * end]
            crc = zlib.crc32(raw_own, crc)
        yield first + row, set_key, case_id, failures.get(case_id), codes, own, raw_own, crc


def _bytes(column: npt.NDArray[np.generic], dtype: np.dtype[np.generic]) -> memoryview:
    whole = np.ascontiguousarray(column, dtype=dtype)
    return whole.data.cast("B") if len(whole) else memoryview(b"")


def _set(connection: sqlite3.Connection, run_key: int, sample: int) -> _Set:
    row = connection.execute(
        "SELECT key, ids_key, cases, results, scored, raw_scored FROM ranking_sets"
        " WHERE run_key = ? AND sample = ?",
        [run_key, sample],
    ).fetchone()
    if row is None:
        raise StoreError(f"the run has no sample {sample}", hint="samples count from 1")
    key, ids_key, cases, results, scored, raw_scored = row
    return _Set(key, ids_key, cases, results, bool(scored), bool(raw_scored))


def _read_sample(
    connection: sqlite3.Connection, run_key: int, sample: int, ids: dict[int, tuple[str, ...]]
) -> Rankings:
    found = _set(connection, run_key, sample)
    first = found.key << SET_BITS
    rows: list[_ROW] = connection.execute(
        "SELECT case_id, failure, chunks, scores, raw_scores, crc FROM rankings"
        " WHERE key BETWEEN ? AND ? ORDER BY key",
        [first, first + (1 << SET_BITS) - 1],
    ).fetchall()
    if found.ids_key not in ids:
        ids[found.ids_key] = read_all_ids(connection, found.ids_key)
    return _rankings(rows, found, ids[found.ids_key])


def _rankings(rows: Sequence[_ROW], found: _Set, ids: tuple[str, ...]) -> Rankings:
    for row in rows:
        _check_row(row, found)
    cases, failures, codes, scores, raw_scores, _ = zip(*rows, strict=True) if rows else ((),) * 6
    chunks = np.frombuffer(b"".join(codes), dtype=_CODE)
    if len(rows) != found.cases or len(chunks) != found.results:
        raise DamagedDatabase("rankings of the run are missing")
    if len(chunks) and not 0 <= chunks.min() <= chunks.max() < len(ids):
        raise DamagedDatabase("a ranking names an id that is not in its table")
    return Rankings(
        case_ids=tuple(cases),
        starts=_starts(codes),
        chunks=chunks.astype(np.int32, copy=False),
        scores=_column(scores) if found.scored else None,
        raw_scores=_column(raw_scores) if found.raw_scored else None,
        chunk_ids=ids,
        failures={c: f for c, f in zip(cases, failures, strict=True) if f is not None},
    )


def _check_row(row: _ROW, found: _Set) -> None:
    case_id, failure, chunks, scores, raw_scores, crc = row
    size, wrong = len(chunks), False
    sums = zlib.crc32(chunks)
    for column, there in ((scores, found.scored), (raw_scores, found.raw_scored)):
        wrong |= (column is not None) != there or len(column or b"") != 2 * size * there
        sums = zlib.crc32(column or b"", sums)
    if wrong or size % 4 or sums != crc or (failure is not None and size):
        raise DamagedDatabase(f"the stored list of case {case_id!r} is damaged")


def _starts(codes: Sequence[bytes]) -> Longs:
    sizes = np.fromiter(map(len, codes), dtype=np.int64, count=len(codes))
    return np.concatenate([[0], np.cumsum(sizes // _CODE.itemsize)]).astype(np.int64)


def _column(blobs: Sequence[bytes | None]) -> Floats:
    whole = b"".join(blob for blob in blobs if blob is not None)
    return np.frombuffer(whole, dtype=_SCORE).astype(np.float64, copy=False)


def _numbers(blob: bytes | None) -> tuple[float, ...] | None:
    return None if blob is None else tuple(np.frombuffer(blob, dtype=_SCORE).tolist())
