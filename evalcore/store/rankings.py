"""Rankings in the store: every sample of a run, in rows of some cases each."""

from __future__ import annotations

import sqlite3
from collections.abc import Sequence
from dataclasses import dataclass
from typing import Any

import numpy as np
import orjson

from evalcore.errors import DamagedDatabase, StoreError
from evalcore.model.ranking import Failure, Floats, Ints, Longs, Ranking, Rankings
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
    ids: dict[int, Sequence[str]] = {}
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
    connection: sqlite3.Connection, run_key: int, sample: int, ids: dict[int, Sequence[str]]
) -> Rankings:
    found = _set(connection, run_key, sample)
    rows = connection.execute(
        f"SELECT {COLUMNS} FROM ranking_blocks WHERE key BETWEEN ? AND ? ORDER BY key",  # noqa: S608 a constant of ours
        found.rows,
    )
    if found.ids_key not in ids:
        ids[found.ids_key] = read_all_ids(connection, found.ids_key)
    _check_results(connection, found)
    whole = _Whole.empty(found)
    for row in rows:
        whole.add(_block(row, found))
    return whole.rankings(found, ids[found.ids_key])


def _check_results(connection: sqlite3.Connection, found: _Set) -> None:
    """What room is made for must be there: a damaged number may ask for any amount of memory."""
    (held,) = connection.execute(
        "SELECT coalesce(sum(length(chunks)), 0) FROM ranking_blocks WHERE key BETWEEN ? AND ?",
        found.rows,
    ).fetchone()
    if held != found.results * CODE.itemsize:
        raise DamagedDatabase("rankings of the run are missing")


def _block(row: tuple[Any, ...], found: _Set) -> Block:
    cases, failures, sizes, chunks, scores, raw_scores, crc = row
    whole: Row = (cases, failures, sizes, chunks, scores, raw_scores, crc)
    return read_block(whole, scored=found.scored, raw_scored=found.raw_scored)


@dataclass(slots=True)
class _Whole:
    """The lists of a set while its blocks come in, each put in its place and let go."""

    case_ids: list[str]
    sizes: list[Longs]
    failures: dict[str, str]
    chunks: Ints
    scores: Floats | None
    raw_scores: Floats | None
    filled: int = 0

    @classmethod
    def empty(cls, found: _Set) -> _Whole:
        room = found.results
        return cls(
            case_ids=[],
            sizes=[],
            failures={},
            chunks=np.empty(room, dtype=CODE),
            scores=np.empty(room, dtype=SCORE) if found.scored else None,
            raw_scores=np.empty(room, dtype=SCORE) if found.raw_scored else None,
        )

    def add(self, block: Block) -> None:
        self.case_ids.extend(block.case_ids)
        self.sizes.append(block.sizes)
        self.failures.update(block.failures)
        place = slice(self.filled, self.filled + len(block.chunks) // CODE.itemsize)
        self.chunks[place] = np.frombuffer(block.chunks, dtype=CODE)
        for column, part in ((self.scores, block.scores), (self.raw_scores, block.raw_scores)):
            if column is not None and part is not None:
                column[place] = np.frombuffer(part, dtype=SCORE)
        self.filled = place.stop

    def rankings(self, found: _Set, ids: Sequence[str]) -> Rankings:
        chunks = self.chunks
        if len(self.case_ids) != found.cases or self.filled != found.results:
            raise DamagedDatabase("rankings of the run are missing")
        if len(chunks) and not 0 <= chunks.min() <= chunks.max() < len(ids):
            raise DamagedDatabase("a ranking names an id that is not in its table")
        return Rankings(
            case_ids=tuple(self.case_ids),
            starts=np.cumsum(np.concatenate([[0], *self.sizes]), dtype=np.int64),
            chunks=chunks.astype(np.int32, copy=False),
            scores=_native(self.scores),
            raw_scores=_native(self.raw_scores),
            chunk_ids=ids,
            failures=self.failures,
        )


def _native(column: Floats | None) -> Floats | None:
    return None if column is None else column.astype(np.float64, copy=False)
