"""Tables by column in JSON: ``{"id": [...], "question": [...]}``, or numbered as pandas does."""

from __future__ import annotations

from collections.abc import Iterable, Mapping, Sequence
from pathlib import Path
from typing import Any

import orjson

from evalcore.formats.file_names import set_name
from evalcore.formats.findings import Findings, refuse
from evalcore.formats.golden import golden_of
from evalcore.formats.golden_export import dump_case
from evalcore.formats.json_lines import Record
from evalcore.formats.label_file import LabelFile
from evalcore.formats.ranking_builder import Builder
from evalcore.formats.ranking_file import Asked, RankingFile
from evalcore.formats.rankings_jsonl import ignored_note, take_line
from evalcore.formats.rankings_lines import line_of
from evalcore.formats.rankings_table import rankings_of_table
from evalcore.formats.records import is_columns, json_records, whole_object
from evalcore.formats.source import read_source
from evalcore.formats.table import Row, Table
from evalcore.formats.whole_file import write_whole
from evalcore.formats.written import Out

_FORM = 'write {"id": ["q1", "q2"], "question": ["...", "..."]}'


def read_column_labels(path: Path) -> LabelFile:
    """The cases of a golden set kept by column; a ``null`` cell says nothing."""
    findings = Findings(str(path))
    golden = golden_of(_records(path, findings), findings, name=set_name(path))
    return LabelFile(golden=golden, format="columns")


def read_column_rankings(path: Path, asked: Asked) -> RankingFile:
    """Rankings by column: one result a row (``case_id``, ``chunk_id``), or a list of them.

    With a column ``results`` a row is what a line of our JSON Lines is.
    """
    findings = Findings(str(path))
    records = _records(path, findings)
    columns = list(dict.fromkeys(name for record in records for name in record.value))
    if "results" not in columns and "chunk_id" in columns:
        rows = (Row(record.line, record.value) for record in records)
        return rankings_of_table(Table(columns, rows), findings, asked, "columns")
    builder, ignored = Builder(findings), dict[str, None]()
    for record in records:
        take_line(record, builder, ignored)
    return builder.finish(asked, format_name="columns", notes=ignored_note(ignored))


def write_column_labels(out: Out, path: Path) -> tuple[str, ...]:
    """Write the cases of a golden set by column."""
    _write(path, [dump_case(case) for case in out.golden.cases])
    return ()


def write_column_rankings(out: Out, path: Path) -> tuple[str, ...]:
    """Write every sample by column, its results as a list a case."""
    _write(path, [line_of(case_id, one, sample=n) for n, case_id, one in out.all_lists()])
    return ()


def _records(path: Path, findings: Findings) -> list[Record]:
    source = read_source(path)
    whole = whole_object(source)
    if whole is None or not is_columns(whole):
        raise refuse(source.file, "no table by columns: its lists differ in length", _FORM)
    return [_said(record) for record in json_records(source, findings)]


def _said(record: Record) -> Record:
    return Record(record.line, {k: v for k, v in record.value.items() if v is not None})


def _write(path: Path, rows: Sequence[Mapping[str, Any]]) -> None:
    names: Iterable[str] = dict.fromkeys(name for row in rows for name in row)
    write_whole(path, orjson.dumps({name: [row.get(name) for row in rows] for name in names}))
