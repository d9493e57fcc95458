"""One block of a TREC run as arrays: Arrow parses it, and what is unusual is read carefully."""

from __future__ import annotations

from dataclasses import dataclass, replace
from typing import Any

import numpy as np

from evalcore.errors import Problem
from evalcore.formats.trec_arrow import numpy_of, texts_of
from evalcore.formats.trec_careful import COLUMNS, MAX_RANK, read_carefully
from evalcore.formats.trec_source import Block
from evalcore.formats.trec_words import Hashes, Texts, Words, hashes_of, texts_from, words_of
from evalcore.model.ranking import Floats, Ints, Longs
from evalcore.model.ratios import Mask

_READ = ("case", "chunk", "rank", "score")


class _Unusual(Exception):
    """Not made of plain lines: something is wrong, or only written in an unusual way."""


@dataclass(frozen=True, slots=True, eq=False, kw_only=True)
class Piece:
    """The r rows of one block, in file order.

    A stretch is a run of rows of one case: ``stretches`` (t,) are indices into ``case_ids``,
    ``starts`` (t,) their first rows. ``chunks`` are the chunk ids, ``words`` (r, w)
    the same as numbers, and ``hashes`` (r,) what those are looked up by; ``rises`` says whether
    the ranks do in every stretch. ``offsets`` (r,) are the rows' lines counted from 0 at the
    block's first line, None where that is just 0, 1, 2, ...; ``problems`` count from 1 there.
    """

    case_ids: list[str]
    stretches: Ints
    starts: Longs
    chunks: Texts
    words: Words
    hashes: Hashes
    ranks: Ints
    rises: bool
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
    cases = table["case"].chunk(0)
    return _piece(
        [case.decode() for case in cases.dictionary.to_pylist()],
        numpy_of(cases.indices, np.int32),
        texts_of(table["chunk"].chunk(0)),
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
    coded = pa.dictionary(pa.int32(), pa.binary())
    types = (coded, pa.binary(), pa.float64(), pa.float64())
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
    text = np.frombuffer(_without_cr(data) + b"\n", dtype=np.uint8).copy()
    text[text == ord("\t")] = ord(" ")
    blank = text == ord(" ")
    text = text[~(blank & _after(blank | (text == ord("\n"))))]
    text = text[~((text == ord(" ")) & np.append(text[1:] == ord("\n"), True))]
    ends = text == ord("\n")
    empty = ends & _after(ends)
    offsets = np.flatnonzero(~empty[ends]).astype(np.int32)
    if not len(offsets):
        raise _Unusual
    return text[~empty].tobytes(), offsets


def _after(mask: Mask) -> Mask:
    """Where the byte before is in the mask; the first one counts as after a line end."""
    return np.concatenate([[True], mask[:-1]])


def _careful(block: Block, file: str) -> Piece:
    rows = read_carefully(block.data, file=file, offset=block.offset)
    cases: dict[str, int] = {}
    codes = [cases.setdefault(case, len(cases)) for case in rows.cases]
    return _piece(
        list(cases),
        np.array(codes, dtype=np.int32),
        texts_from([chunk.encode() for chunk in rows.chunks]),
        ranks=np.array(rows.ranks, dtype=np.int32),
        scores=np.array(rows.scores, dtype=np.float64),
        lines=rows.lines,
        offsets=np.array(rows.offsets, dtype=np.int32),
        problems=tuple(rows.problems),
    )


def rises_within(ranks: Ints, starts: Longs) -> bool:
    """Whether each rank is above the one before it, but where a stretch begins."""
    up = ranks[1:] > ranks[:-1]
    up[starts[1:] - 1] = True
    return bool(up.all())


def _piece(case_ids: list[str], codes: Ints, chunks: Texts, *, ranks: Ints, **rest: Any) -> Piece:
    starts = np.flatnonzero(np.diff(codes, prepend=np.int32(-1)))
    words = words_of(chunks)
    return Piece(
        ranks=ranks,
        rises=rises_within(ranks, starts),
        case_ids=case_ids,
        stretches=codes[starts],
        starts=starts,
        chunks=chunks,
        words=words,
        hashes=hashes_of(words),
        **rest,
    )
