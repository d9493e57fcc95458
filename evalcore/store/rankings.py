"""Rankings in the store: every sample of a run, in rows of some cases each."""

from __future__ import annotations

import sqlite3
from collections.abc import Sequence
from dataclasses import dataclass
from typing import Any

import numpy as np
import orjson

from evalcore.errors import DamagedDatabase, StoreError
from evalcore.model.ranking import Failure, Floats, Ranking, Rankings
from evalcore.store.id_tables import read_all_ids, read_ids, write_ids
from evalcore.store.ranking_blocks import CODE, COLUMNS, SCORE, Block, Row, read_block, rows_of
from evalcore.store.schema import SET_BITS


@dataclass(frozen=True, slots=True)
class _Set:
    key: int
    ids_key: int
    cases: int
    results: int
    scored: bool
    raw_scored: bool

    @property
    def rows(self) -> tuple[int, int]:
        """The first and the last key that a row of this set may have."""
        return self.key << SET_BITS, (self.key + 1 << SET_BITS) - 1


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
    tables: list[tuple[Sequence[str], int]] = []
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
    rows = connection.execute(
        f"SELECT {COLUMNS} FROM ranking_blocks WHERE key BETWEEN ? AND ? AND instr(cases, ?)",  # noqa: S608 a constant of ours
        [*found.rows, orjson.dumps(case_id).decode()],
    )
    for row in rows:
        block = _block(row, found)
        if case_id in block.case_ids:
            codes = block.codes(case_id)
            ids = read_ids(connection, found.ids_key, codes)
            return block.of(case_id, dict(zip(codes, ids, strict=True)))
    return None


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
        f"INSERT INTO ranking_blocks (key, set_key, {COLUMNS})"  # noqa: S608 a constant of ours
        " VALUES (?, ?, ?, ?, ?, ?, ?, ?, ?)",
        rows_of(int(key or 0), rankings),
    )


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
    rows = connection.execute(
        f"SELECT {COLUMNS} FROM ranking_blocks WHERE key BETWEEN ? AND ? ORDER BY key",  # noqa: S608 a constant of ours
        found.rows,
    )
    blocks = [_block(row, found) for row in rows]
    if found.ids_key not in ids:
        ids[found.ids_key] = read_all_ids(connection, found.ids_key)
    return _rankings(blocks, found, ids[found.ids_key])


def _block(row: tuple[Any, ...], found: _Set) -> Block:
    cases, failures, sizes, chunks, scores, raw_scores, crc = row
    whole: Row = (cases, failures, sizes, chunks, scores, raw_scores, crc)
    return read_block(whole, scored=found.scored, raw_scored=found.raw_scored)


def _rankings(blocks: Sequence[Block], found: _Set, ids: tuple[str, ...]) -> Rankings:
    cases = tuple(case_id for block in blocks for case_id in block.case_ids)
    chunks = np.frombuffer(b"".join(block.chunks for block in blocks), dtype=CODE)
    if len(cases) != found.cases or len(chunks) != found.results:
        raise DamagedDatabase("rankings of the run are missing")
    if len(chunks) and not 0 <= chunks.min() <= chunks.max() < len(ids):
        raise DamagedDatabase("a ranking names an id that is not in its table")
    sizes = [block.sizes for block in blocks]
    return Rankings(
        case_ids=cases,
        starts=np.cumsum(np.concatenate([[0], *sizes]), dtype=np.int64),
        chunks=chunks.astype(np.int32, copy=False),
        scores=_column([block.scores for block in blocks]) if found.scored else None,
        raw_scores=_column([block.raw_scores for block in blocks]) if found.raw_scored else None,
        chunk_ids=ids,
        failures={c: why for block in blocks for c, why in block.failures.items()},
    )


def _column(blobs: Sequence[bytes | None]) -> Floats:
    whole = b"".join(blob for blob in blobs if blob is not None)
    return np.frombuffer(whole, dtype=SCORE).astype(np.float64, copy=False)
