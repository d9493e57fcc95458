"""Rankings as a table, CSV or Parquet: one result a row."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass, field
from pathlib import Path
from typing import Any

from evalcore.formats.csv_table import read_csv
from evalcore.formats.fields import Unfit, identifier, shown, whole_text
from evalcore.formats.findings import Findings
from evalcore.formats.parquet_table import read_parquet
from evalcore.formats.ranking_builder import Builder
from evalcore.formats.ranking_file import Asked, RankingFile
from evalcore.formats.rankings_jsonl import MAX_SAMPLES
from evalcore.formats.scores import rank_problem, score_from_cell
from evalcore.formats.source import read_source
from evalcore.formats.table import Row, Table
from evalcore.model.ranking import Ranking

REQUIRED = ("case_id", "chunk_id")
COLUMNS = (*REQUIRED, "score", "rank", "sample", "raw_score")


@dataclass(slots=True)
class _List:
    """The rows of one case and sample, column by column."""

    first: int
    lines: list[int] = field(default_factory=list)
    ids: list[str] = field(default_factory=list)
    score: list[float | None] = field(default_factory=list)
    raw_score: list[float | None] = field(default_factory=list)
    rank: list[Any] = field(default_factory=list)


def read_rankings_csv(path: Path, asked: Asked) -> RankingFile:
    """The rankings of a CSV file with the columns ``case_id`` and ``chunk_id``.

    ``score``, ``raw_score``, ``rank`` and ``sample`` may stand beside them. With ranks the
    order of the lines does not matter; without, a list is in the order of its lines. Raises
    ``InputError`` with every problem.
    """
    findings = Findings(str(path))
    table = read_csv(read_source(path), findings, required=REQUIRED)
    return rankings_of_table(table, findings, asked, "csv")


def read_rankings_parquet(path: Path, asked: Asked) -> RankingFile:
    """The rankings of a Parquet file; columns as in ``read_rankings_csv``, ids as text."""
    findings = Findings(str(path))
    table = read_parquet(path, findings, required=REQUIRED, ids=REQUIRED)
    return rankings_of_table(table, findings, asked, "parquet")


def rankings_of_table(
    table: Table, findings: Findings, asked: Asked, format_name: str
) -> RankingFile:
    """The rankings of a table in these columns; see ``read_rankings_csv``."""
    lists: dict[tuple[int, str], _List] = {}
    if not findings.problems:
        for row in table.rows:
            _take(row, lists, findings)
    builder = Builder(findings)
    for (sample, case_id), rows in lists.items():
        ranking = _ranking(rows, case_id, findings)
        if ranking is not None:
            builder.take(case_id, ranking, sample=sample, line=rows.first)
    unused = [name for name in table.columns if name and name not in COLUMNS]
    notes = [f"columns that were not used: {', '.join(unused)}"] if unused else []
    return builder.finish(asked, format_name=format_name, notes=notes)


def _take(row: Row, lists: dict[tuple[int, str], _List], findings: Findings) -> None:
    before = len(findings.problems)
    case_id = _read_cell(row, "case_id", identifier, findings)
    chunk_id = _read_cell(row, "chunk_id", identifier, findings)
    sample = _read_cell(row, "sample", _sample, findings)
    score = _read_cell(row, "score", _optional_score, findings)
    raw = _read_cell(row, "raw_score", _optional_score, findings)
    rank = _rank(row.cells.get("rank"))
    if len(findings.problems) > before:
        return
    rows = lists.setdefault((sample, case_id), _List(row.line))
    rows.lines.append(row.line)
    rows.ids.append(chunk_id)
    rows.score.append(score)
    rows.raw_score.append(raw)
    rows.rank.append(rank)


def _read_cell(row: Row, name: str, read: Any, findings: Findings) -> Any:
    try:
        return read(row.cells.get(name))
    except Unfit as wrong:
        findings.add(wrong.what, wrong.hint, line=row.line, at=name)
        return None


def _sample(cell: Any) -> int:
    number = _rank(cell)
    if number is None:
        return 1
    if isinstance(number, bool) or not isinstance(number, int) or not 0 <= number <= MAX_SAMPLES:
        raise Unfit(f"the sample {shown(cell)} is no whole number", "number samples 1, 2, 3")
    return number


def _optional_score(cell: Any) -> float | None:
    return None if cell is None or cell == "" else score_from_cell(cell)


def _rank(cell: Any) -> Any:
    """A whole number as it is or as ASCII digits spell it; None if empty; else the cell."""
    if cell is None or cell == "":
        return None
    if isinstance(cell, float) and cell.is_integer():
        return int(cell)
    return whole_text(cell) if isinstance(cell, str) else cell


def _ranking(rows: _List, case_id: str, findings: Findings) -> Ranking | None:
    columns: Mapping[str, list[Any]] = {
        "score": rows.score,
        "raw_score": rows.raw_score,
        "rank": rows.rank,
    }
    for name, values in columns.items():
        if None in values and any(value is not None for value in values):
            line = rows.lines[values.index(None)]
            what = f'case "{case_id}": {name} on some rows and not on this one'
            findings.add(what, f"give every row a {name}, or none", line=line, at=name)
            return None
    order = range(len(rows.ids))
    if rows.rank[0] is not None:
        wrong = rank_problem(rows.rank)
        if wrong:
            hint = "give each result of a case its own rank"
            findings.add(f'case "{case_id}": {wrong}', hint, line=rows.first, at="rank")
            return None
        return _sorted(rows, sorted(order, key=rows.rank.__getitem__))
    return _sorted(rows, list(order))


def _sorted(rows: _List, order: list[int]) -> Ranking:
    def column(values: list[float | None]) -> tuple[float, ...] | None:
        kept = [values[index] for index in order]
        numbers = tuple(value for value in kept if value is not None)
        return numbers if len(numbers) == len(order) else None

    return Ranking(
        chunk_ids=tuple(rows.ids[index] for index in order),
        scores=column(rows.score),
        raw_scores=column(rows.raw_score),
    )
