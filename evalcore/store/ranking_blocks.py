"""Rankings of some cases in one row: a run is written in a sixth of the time of a row a case.

Codes are little-endian int32, scores float64: what comes back is bit for bit what was given.
Each row carries the CRC of all it holds, because a damaged row must raise, never count.
"""

from __future__ import annotations

import zlib
from collections.abc import Iterator, Mapping, Sequence
from dataclasses import dataclass

import numpy as np
import numpy.typing as npt
import orjson

from evalcore.errors import DamagedDatabase
from evalcore.model.ranking import Failure, Longs, Ranking, Rankings
from evalcore.store.schema import SET_BITS

MOST_CASES, MOST_RESULTS = 64, 8192
"""A row holds about so many at most: one case is read without reading a run."""

COLUMNS = "cases, failures, sizes, chunks, scores, raw_scores, crc"
Row = tuple[str, str | None, bytes, bytes, bytes | None, bytes | None, int]

CODE, SCORE = np.dtype("<i4"), np.dtype("<f8")


@dataclass(frozen=True, slots=True, eq=False)
class Block:
    """The lists of c cases, r results in all: ``sizes`` (c,), codes and scores end to end."""

    case_ids: Sequence[str]
    failures: Mapping[str, str]
    sizes: Longs
    chunks: bytes
    scores: bytes | None
    raw_scores: bytes | None

    def of(self, case_id: str, ids: Mapping[int, str]) -> Ranking | Failure:
        """The list of one case; ``ids`` holds the chunk ids of its codes."""
        if case_id in self.failures:
            return Failure(self.failures[case_id])
        return Ranking(
            chunk_ids=tuple(ids[code] for code in self.codes(case_id)),
            scores=self._numbers(self.scores, case_id),
            raw_scores=self._numbers(self.raw_scores, case_id),
        )

    def codes(self, case_id: str) -> list[int]:
        """The codes of one case's list, in order."""
        codes: list[int] = np.frombuffer(self.chunks, dtype=CODE)[self._cut(case_id)].tolist()
        return codes

    def _numbers(self, column: bytes | None, case_id: str) -> tuple[float, ...] | None:
        if column is None:
            return None
        return tuple(np.frombuffer(column, dtype=SCORE)[self._cut(case_id)].tolist())

    def _cut(self, case_id: str) -> slice:
        place = self.case_ids.index(case_id)
        start = int(self.sizes[:place].sum())
        return slice(start, start + int(self.sizes[place]))


def rows_of(set_key: int, rankings: Rankings) -> Iterator[tuple[object, ...]]:
    """A row for each block: its key, the key of its set, and the ``COLUMNS``."""
    chunks = _bytes(rankings.chunks, CODE)
    scores = None if rankings.scores is None else _bytes(rankings.scores, SCORE)
    raw = None if rankings.raw_scores is None else _bytes(rankings.raw_scores, SCORE)
    lengths, starts = rankings.lengths.astype(CODE), rankings.starts
    key = set_key << SET_BITS
    for first, last in _cuts(rankings):
        start, end = int(starts[first]), int(starts[last])
        own = rankings.case_ids[first:last]
        failures = {c: rankings.failures[c] for c in own if c in rankings.failures}
        row = (
            orjson.dumps(own).decode(),
            orjson.dumps(failures).decode() if failures else None,
            lengths[first:last].tobytes(),
            chunks[4 * start : 4 * end],
            None if scores is None else scores[8 * start : 8 * end],
            None if raw is None else raw[8 * start : 8 * end],
        )
        yield key, set_key, *row, _sum(row)
        key += 1


def read_block(row: Row, *, scored: bool, raw_scored: bool) -> Block:
    """The block of a stored row. Raises ``DamagedDatabase`` unless it is what was stored."""
    cases, failures, sizes, chunks, scores, raw_scores, crc = row
    if _sum(row[:-1]) != crc or len(sizes) % 4:
        raise DamagedDatabase("a block of stored lists is damaged")
    block = Block(
        case_ids=orjson.loads(cases),
        failures=orjson.loads(failures) if failures else {},
        sizes=np.frombuffer(sizes, dtype=CODE).astype(np.int64),
        chunks=chunks,
        scores=scores,
        raw_scores=raw_scores,
    )
    results = int(block.sizes.sum())
    fits = len(block.sizes) == len(block.case_ids) and len(chunks) == 4 * results
    for column, there in ((scores, scored), (raw_scores, raw_scored)):
        fits &= (column is not None) == there and len(column or b"") == 8 * results * there
    if not fits:
        raise DamagedDatabase("a block of stored lists does not hold together")
    return block


def _cuts(rankings: Rankings) -> Iterator[tuple[int, int]]:
    """First and past-the-last case of each block."""
    mean = max(len(rankings.chunks) // max(len(rankings), 1), 1)
    step = min(max(MOST_RESULTS // mean, 1), MOST_CASES)
    for first in range(0, len(rankings), step):
        yield first, min(first + step, len(rankings))


def _sum(parts: Sequence[str | bytes | memoryview | None]) -> int:
    total = 0
    for part in parts:
        content = part.encode() if isinstance(part, str) else part
        total = zlib.crc32(content or b"", total)
    return total


def _bytes(column: npt.NDArray[np.generic], dtype: np.dtype[np.generic]) -> memoryview:
    whole = np.ascontiguousarray(column, dtype=dtype)
    return whole.data.cast("B") if len(whole) else memoryview(b"")
