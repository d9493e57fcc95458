"""One block of a TREC run as arrays: Arrow parses it, and what is unusual is read carefully."""

from __future__ import annotations

import re
from dataclasses import dataclass, replace
from typing import Any

import numpy as np

from evalcore.errors import Problem
from evalcore.formats.trec_arrow import bytes_of, numpy_of
from evalcore.formats.trec_careful import COLUMNS, MAX_RANK, read_carefully
from evalcore.formats.trec_source import Block
from evalcore.formats.trec_words import Words, words_of
from evalcore.model.ranking import Floats, Ints

_BLANKS = re.compile(rb"[ \t]+")
_READ = ("case", "chunk", "rank", "score")


class _Unusual(Exception):
    """Not made of plain lines: something is wrong, or only written in an unusual way."""


@dataclass(frozen=True, slots=True, eq=False, kw_only=True)
class Piece:
    """The r rows of one block, in file order.

    A stretch is a run of rows of one case: ``stretches`` (t,) are indices into ``case_ids``,
    ``ends`` (t,) the rows before which they end. ``chunks`` is the Arrow column of the ids,
    ``words`` (r, w) their bytes. ``offsets`` (r,) are the rows' lines counted from 0 at the
    block's first line, None where that is just 0, 1, 2, ...; ``problems`` count from 1 there.
    """

    case_ids: list[str]
    stretches: Ints
    ends: Ints
    chunks: Any
    words: Words
    ranks: Ints
    scores: Floats
    lines: int
    offsets: Ints | None = None
    problems: tuple[Problem, ...] = ()


def read_piece(block: Block, file: str) -> Piece:
    """The rows of a block, and the problems of the lines that are no rows."""
    try:
        return _parsed(_without_cr(block.data))
    except _Unusual:
        pass
    try:
        tidy, offsets = _tidied(block.data)
        lines = block.data.count(b"\n") + (not block.data.endswith(b"\n"))
        return replace(_parsed(tidy), offsets=offsets, lines=lines)
    except _Unusual:
        return _careful(block, file)


def _parsed(data: bytes) -> Piece:
    """The rows of plain lines: six fields, one blank of one kind between them, no empty line."""
    blanks = np.frombuffer(data, dtype=np.uint8) <= ord(" ")
    if (blanks[1:] & blanks[:-1]).any() or not _is_text(data):
        raise _Unusual
    table = _table(data)
    rows = table.num_rows
    fields = np.count_nonzero(blanks) + (not data.endswith(b"\n"))
    ranks, scores = (numpy_of(table[name].chunk(0), np.float64) for name in ("rank", "score"))
    whole = (ranks == np.rint(ranks)) & (np.abs(ranks) <= MAX_RANK)
    if fields != len(COLUMNS) * rows or not (whole & np.isfinite(scores)).all():
        raise _Unusual
    return _piece(
        table["case"].chunk(0),
        table["chunk"].chunk(0),
        ranks=ranks.astype(np.int32),
        scores=scores,
        lines=rows,
    )


def _without_cr(data: bytes) -> bytes:
    return data.replace(b"\r\n", b"\n") if b"\r" in data else data


def _is_text(data: bytes) -> bool:
    if data.isascii():
        return True
    try:
        return not data.decode().startswith("\ufeff")  # Arrow would take it for a mark of the file
    except UnicodeDecodeError:
        return False


def _table(data: bytes) -> Any:
    import pyarrow as pa
    from pyarrow import csv

    tabbed = b"\t" in data[: data.find(b"\n")]
    types = (pa.binary(), pa.binary(), pa.float64(), pa.float64())
    try:
        return csv.read_csv(
            pa.BufferReader(data),
            csv.ReadOptions(column_names=COLUMNS, use_threads=False, block_size=len(data) + 1),
            csv.ParseOptions(delimiter="\t" if tabbed else " ", quote_char=False),
            csv.ConvertOptions(
                column_types=dict(zip(_READ, types, strict=True)),
                include_columns=_READ,
                null_values=[],
                check_utf8=False,
            ),
        )
    except pa.ArrowInvalid as wrong:
        raise _Unusual from wrong


def _tidied(data: bytes) -> tuple[bytes, Ints]:
    """The lines with one space wherever blanks stand, without the empty ones; where they stood."""
    spaced = _BLANKS.sub(b" ", _without_cr(data))
    stripped = spaced.replace(b" \n", b"\n").replace(b"\n ", b"\n").strip(b" ")
    ends = np.flatnonzero(np.frombuffer(b"\n" + stripped + b"\n", dtype=np.uint8) == ord("\n"))
    offsets = np.flatnonzero(np.diff(ends) > 1).astype(np.int32)
    if not len(offsets):
        raise _Unusual
    return re.sub(rb"\n+", b"\n", stripped).strip(b"\n") + b"\n", offsets


def _careful(block: Block, file: str) -> Piece:
    import pyarrow as pa

    rows = read_carefully(block.data, file=file, offset=block.offset)
    return _piece(
        pa.array([case.encode() for case in rows.cases], pa.binary()),
        pa.array([chunk.encode() for chunk in rows.chunks], pa.binary()),
        ranks=np.array(rows.ranks, dtype=np.int32),
        scores=np.array(rows.scores, dtype=np.float64),
        lines=rows.lines,
        offsets=np.array(rows.offsets, dtype=np.int32),
        problems=tuple(rows.problems),
    )


def _piece(cases: Any, chunks: Any, **columns: Any) -> Piece:
    from pyarrow import compute

    stretches = compute.run_end_encode(cases)
    coded = stretches.values.dictionary_encode()
    return Piece(
        case_ids=[case.decode() for case in coded.dictionary.to_pylist()],
        stretches=numpy_of(coded.indices, np.int32),
        ends=numpy_of(stretches.run_ends, np.int32),
        chunks=chunks,
        words=words_of(*bytes_of(chunks)),
        **columns,
    )
