"""What the lines of a TREC run say, row by row in file order, before any ordering."""

from __future__ import annotations

from bisect import bisect_right
from collections import deque
from collections.abc import Iterable, Iterator, Sequence
from concurrent.futures import Future, ThreadPoolExecutor
from dataclasses import dataclass, field, replace
from itertools import chain
from pathlib import Path

import numpy as np

from evalcore.formats.findings import Findings
from evalcore.formats.trec_careful import read_carefully
from evalcore.formats.trec_growing import Growing
from evalcore.formats.trec_intern import Interner
from evalcore.formats.trec_piece import Piece, read_piece, rises_within
from evalcore.formats.trec_source import Block, read_blocks
from evalcore.formats.trec_words import packed_at, texts_from, words_of
from evalcore.model.packed_ids import PackedIds
from evalcore.model.ranking import Floats, Ints, Longs

SMALL = 2 << 20
"""Files up to this many bytes are read in plain Python: it is done before pyarrow has started."""

_WORKERS = 2
_BYTES_A_LINE = 32
"""A shortish line, to guess how many rows a file holds; memory not used costs nothing."""


@dataclass(slots=True)
class LineNumbers:
    """From row to line of the file, kept by block: almost always the lines just count up."""

    _rows: list[int] = field(default_factory=list)
    _lines: list[int] = field(default_factory=list)
    _offsets: list[Ints | None] = field(default_factory=list)

    def add(self, row: int, line: int, offsets: Ints | None) -> None:
        """Rows from ``row`` on stand on ``line + offsets``, or one a line from ``line`` on."""
        self._rows.append(row)
        self._lines.append(line)
        self._offsets.append(offsets)

    def at(self, row: int) -> int:
        """The line, counted from 1, of a row."""
        block = bisect_right(self._rows, row) - 1
        offsets, within = self._offsets[block], row - self._rows[block]
        return self._lines[block] + (within if offsets is None else int(offsets[within]))


@dataclass(frozen=True, slots=True, eq=False, kw_only=True)
class TrecLists:
    """m rows in file order. A stretch is a run of rows of one case.

    ``stretches`` (t,) are indices into ``case_ids``, which stand in order of appearance;
    stretch i covers the rows ``starts[i]:starts[i + 1]``. ``chunks``, ``scores`` (m,); the ranks
    lie as they were read, and are put together when somebody asks for them: where they rise in
    every stretch (``rises``) nobody does.
    """

    case_ids: tuple[str, ...]
    stretches: Ints
    starts: Longs
    chunks: Ints
    chunk_ids: Sequence[str]
    ranks_read: Sequence[Ints]
    rises: bool
    scores: Floats
    lines: LineNumbers

    @property
    def ranks(self) -> Ints:
        """The rank of every row, (m,)."""
        return np.concatenate([*self.ranks_read, np.zeros(0, dtype=np.int32)])


def read_lists(path: Path) -> TrecLists:
    """All rows of the file. Raises ``InputError`` with every problem of its lines."""
    findings = Findings(str(path))
    blocks = read_blocks(path)
    first, second = next(blocks, Block(0, b"")), next(blocks, None)
    if second is None and len(first.data) <= SMALL:
        lists = _read_small(first, findings)
    else:
        heads = [first] if second is None else [first, second]
        lists = _read_large(chain(heads, blocks), findings, size=path.stat().st_size)
    if not len(lists.chunks) and not findings.problems:
        hint = "check which file this is; a search that returned nothing leaves no lines"
        findings.add("no results in the file", hint)
    findings.stop()
    return lists


def _read_small(block: Block, findings: Findings) -> TrecLists:
    rows = read_carefully(block.data, file=findings.file, offset=block.offset)
    findings.problems.extend(rows.problems)
    cases: dict[str, int] = {}
    chunks: dict[str, int] = {}
    case_codes = [cases.setdefault(case, len(cases)) for case in rows.cases]
    codes = [chunks.setdefault(chunk, len(chunks)) for chunk in rows.chunks]
    by_row = np.array(case_codes, dtype=np.int32)
    starts = np.flatnonzero(np.diff(by_row, prepend=-1))
    lines = LineNumbers()
    lines.add(0, 1, np.array(rows.offsets, dtype=np.int32))
    ranks = np.array(rows.ranks, dtype=np.int32)
    return TrecLists(
        case_ids=tuple(cases),
        stretches=by_row[starts],
        starts=np.append(starts, len(by_row)),
        chunks=np.array(codes, dtype=np.int32),
        chunk_ids=tuple(chunks),
        ranks_read=[ranks],
        rises=rises_within(ranks, starts),
        scores=np.array(rows.scores, dtype=np.float64),
        lines=lines,
    )


def _read_large(blocks: Iterable[Block], findings: Findings, size: int) -> TrecLists:
    gathered = _Gathered(expected=size // _BYTES_A_LINE)
    for piece in _pieces(blocks, findings.file):
        gathered.add(piece, findings)
        if findings.enough:
            break
    return gathered.lists()


def _pieces(blocks: Iterable[Block], file: str) -> Iterator[Piece]:
    """The pieces in file order; while one is used, the next two are being parsed."""
    with ThreadPoolExecutor(_WORKERS) as pool:
        waiting: deque[Future[Piece]] = deque()
        for block in blocks:
            waiting.append(pool.submit(read_piece, block, file))
            if len(waiting) > _WORKERS:
                yield waiting.popleft().result()
        while waiting:
            yield waiting.popleft().result()


class _Gathered:
    """The pieces put together so far."""

    def __init__(self, expected: int) -> None:
        self._cases: dict[str, int] = {}
        self._interner = Interner()
        self._texts: list[bytes] = []
        self._lengths: list[Longs] = []
        self._chunks = Growing(np.int32, expected)
        self._ranks: list[Ints] = []
        self._rises, self._last_rank = True, 0
        self._scores = Growing(np.float64, expected)
        self._stretches: list[Ints] = []
        self._starts: list[Longs] = []
        self._numbers = LineNumbers()
        self._lines = 0

    def add(self, piece: Piece, findings: Findings) -> None:
        """Append the rows of the next piece; its problems get their lines in the file."""
        findings.problems.extend(
            replace(problem, line=(problem.line or 0) + self._lines) for problem in piece.problems
        )
        self._add_stretches(piece)
        self._numbers.add(len(self._chunks), self._lines + 1, piece.offsets)
        codes, fresh = self._interner.codes(piece.words, piece.hashes)
        text, lengths = packed_at(fresh, piece.chunks, piece.words)
        self._texts.append(text)
        self._lengths.append(lengths)
        self._chunks.extend(codes)
        self._ranks.append(piece.ranks)
        self._scores.extend(piece.scores)
        self._lines += piece.lines

    def _add_stretches(self, piece: Piece) -> None:
        cases = self._cases
        codes = [cases.setdefault(case, len(cases)) for case in piece.case_ids]
        stretches = np.array(codes, dtype=np.int32)[piece.stretches]
        starts = piece.starts + len(self._chunks)
        last = self._stretches[-1][-1] if self._stretches else -1
        goes_on = len(stretches) > 0 and stretches[0] == last
        self._rises &= piece.rises
        if goes_on:
            self._rises &= bool(piece.ranks[0] > self._last_rank)
        if len(piece.ranks):
            self._last_rank = int(piece.ranks[-1])
        if len(stretches) > goes_on:
            self._stretches.append(stretches[int(goes_on) :])
            self._starts.append(starts[int(goes_on) :])

    def lists(self) -> TrecLists:
        """All rows so far."""
        rows = np.array([len(self._chunks)])
        return TrecLists(
            case_ids=tuple(self._cases),
            stretches=np.concatenate(self._stretches or [np.zeros(0, dtype=np.int32)]),
            starts=np.concatenate([*self._starts, rows]).astype(np.int64),
            chunks=self._chunks.filled(),
            chunk_ids=self._ids(),
            ranks_read=self._ranks,
            rises=self._rises,
            scores=self._scores.filled(),
            lines=self._numbers,
        )

    def _ids(self) -> PackedIds:
        """The distinct ids in code order; the table that told them apart also finds them."""
        lengths = np.concatenate([np.zeros(1, dtype=np.int64), *self._lengths])
        stops, interner = np.cumsum(lengths), self._interner

        def find(ids: Sequence[str]) -> Ints:
            texts = texts_from([one.encode("utf-8", "surrogatepass") for one in ids])
            codes = interner.find(words_of(texts))
            # An id that ends in NUL has the words of the one without, and another length.
            codes[lengths[codes + 1] != np.diff(texts.stops)] = -1
            return codes

        return PackedIds(b"".join(self._texts), stops, find)
