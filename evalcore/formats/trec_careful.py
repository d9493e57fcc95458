"""TREC run lines read one by one in plain Python: exact about what is wrong, and where.

Small files go through here whole, which saves the start of pyarrow; of large files only the
blocks in which something is unusual.
"""

from __future__ import annotations

import math
import re
from dataclasses import dataclass, field

from evalcore.errors import Problem
from evalcore.formats.findings import ENOUGH

COLUMNS = ("case", "Q0", "chunk", "rank", "score", "tag")
MAX_RANK = 2**31 - 1

_NUMBER = re.compile(r"[+-]?(?:\d+\.?\d*|\.\d+)(?:[eE][+-]?\d+)?", re.ASCII)
_DECIMAL_COMMA = re.compile(r"[+-]?\d+,\d+", re.ASCII)
_NOT_FINITE = re.compile(r"[+-]?(?:nan|inf|infinity)", re.IGNORECASE)
_CONTROL = re.compile(rb"[\x00-\x08\x0b-\x1f]")


@dataclass(slots=True)
class CarefulRows:
    """What the good lines of a block say, row by row, and what is wrong with the others.

    ``offsets`` is the place of each row's line, counted from 0 at the block's first line;
    the lines named by ``problems`` count from 1 there.
    """

    cases: list[str] = field(default_factory=list)
    chunks: list[str] = field(default_factory=list)
    ranks: list[int] = field(default_factory=list)
    scores: list[float] = field(default_factory=list)
    offsets: list[int] = field(default_factory=list)
    problems: list[Problem] = field(default_factory=list)
    lines: int = 0


def read_carefully(data: bytes, *, file: str, offset: int) -> CarefulRows:
    """Every line of ``data``, whose first byte is byte ``offset`` of the file.

    Empty lines are passed over. Reading stops where there are problems enough.
    """
    rows = CarefulRows(lines=data.count(b"\n") + (not data.endswith(b"\n")))
    start = offset
    for index, line in enumerate(data.split(b"\n")):
        _take(rows, line, index, file, start)
        start += len(line) + 1
        if len(rows.problems) >= ENOUGH:
            break
    return rows


def _take(rows: CarefulRows, line: bytes, index: int, file: str, start: int) -> None:
    line = line.removesuffix(b"\r")
    try:
        text = line.decode()
    except UnicodeDecodeError as wrong:
        rows.problems.append(_not_utf8(file, index + 1, start + wrong.start))
        return
    control = _CONTROL.search(line)
    if control:
        rows.problems.append(_control_character(file, index + 1, control))
        return
    fields = [part for part in text.replace("\t", " ").split(" ") if part]
    if not fields:
        return
    problem = _append(rows, fields, index)
    if problem:
        what, hint, name = problem
        rows.problems.append(Problem(what=what, hint=hint, file=file, line=index + 1, field=name))


def _append(rows: CarefulRows, fields: list[str], index: int) -> tuple[str, str, str | None] | None:
    if len(fields) != len(COLUMNS):
        return _wrong_columns(fields)
    case, _, chunk, rank_text, score_text, _ = fields
    if not _NUMBER.fullmatch(score_text):
        return _wrong_score(score_text)
    score = float(score_text)
    if math.isinf(score):
        return f"the score {score_text} is too large for a number", _SCORE_HINT, "score"
    rank = float(rank_text) if _NUMBER.fullmatch(rank_text) else math.nan
    if not rank.is_integer() or abs(rank) > MAX_RANK:
        hint = "the fourth column is the place in the list: 1, 2, 3, ..."
        return f"the rank {rank_text!r} is not a whole number", hint, "rank"
    rows.cases.append(case)
    rows.chunks.append(chunk)
    rows.ranks.append(int(rank))
    rows.scores.append(score)
    rows.offsets.append(index)
    return None


_SCORE_HINT = "write the score that ordered the list, as 12.5 or 1.25e1"


def _wrong_score(text: str) -> tuple[str, str, str]:
    if _DECIMAL_COMMA.fullmatch(text):
        hint = f"decimals take a point: {text.replace(',', '.')}"
        return f"the score {text} has a decimal comma", hint, "score"
    if _NOT_FINITE.fullmatch(text):
        hint = "such a score orders nothing (often the cosine of a zero vector): mend the search"
        return f"the score is {text}", hint, "score"
    return f"the score {text!r} is not a number", _SCORE_HINT, "score"


def _wrong_columns(fields: list[str]) -> tuple[str, str, None]:
    what = f"{len(fields)} columns where a TREC run has six: {' '.join(COLUMNS)}"
    if fields[0].startswith(("{", "[")):
        return what, "this looks like JSON; say which format it is", None
    if len(fields) == 4:
        return what, "four columns are labels (qrels); give them as the golden set", None
    return what, "ids cannot hold blanks here; use our JSONL for ids that do", None


def _not_utf8(file: str, line: int, byte: int) -> Problem:
    return Problem(
        what=f"byte {byte} is not UTF-8", hint="save the file as UTF-8", file=file, line=line
    )


def _control_character(file: str, line: int, found: re.Match[bytes]) -> Problem:
    return Problem(
        what=f"the control character 0x{found[0][0]:02X} stands in column {found.start() + 1}",
        hint="a line ends at LF or CRLF only, and ids are text; write the file again",
        file=file,
        line=line,
    )
