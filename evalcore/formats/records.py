"""Records in whichever box they come: JSON Lines, a JSON array, columns, CSV or Parquet."""

from __future__ import annotations

import ast
import json
from collections.abc import Iterator, Mapping
from pathlib import Path
from typing import Any

from evalcore.formats.csv_table import read_csv
from evalcore.formats.file_names import format_ending
from evalcore.formats.findings import Findings, refuse
from evalcore.formats.json_lines import Record, Unsafe, kind, parse_object, read_records
from evalcore.formats.parquet_table import read_parquet
from evalcore.formats.source import Source, read_source

_MAX_CELL = 4 * 1024 * 1024


def records_of(path: Path, findings: Findings) -> list[Record]:
    """Every record of the file, with its line (its number, in a table or in columns).

    A table's cell that spells a list, as JSON or as Python prints one, is that list. Raises
    ``InputError`` for a file that holds no records at all.
    """
    ending = format_ending(path)
    if ending in {".parquet", ".pq"}:
        table = read_parquet(path, findings, required=(), ids=())
        return [Record(row.line, dict(row.cells)) for row in table.rows]
    source = read_source(path)
    if ending in {".csv", ".tsv"}:
        table = read_csv(source, findings, required=())
        rows = [Record(row.line, _spelled(row.cells)) for row in table.rows]
        findings.stop()
        return rows
    return json_records(source, findings)


def json_records(source: Source, findings: Findings) -> list[Record]:
    """Every record of a JSON file: lines, an array, or one object of columns."""
    start = source.data.lstrip(b" \t\r\n")[:1]
    if start == b"[":
        return _of_array(source, findings)
    whole = whole_object(source) if start == b"{" else None
    if whole is not None and is_columns(whole):
        return list(_of_columns(whole, source.file))
    return list(read_records(source, findings))


def whole_object(source: Source) -> dict[str, Any] | None:
    """The one object that the file is; None if it is lines of several, or no JSON."""
    try:
        value = parse_object(source.data)
    except Unsafe:
        return None
    return value if isinstance(value, dict) else None


def is_columns(value: Mapping[str, Any]) -> bool:
    """Whether an object is a table by columns: lists of one length, or ``{"0": ..}`` each."""
    columns = list(value.values())
    if not columns:
        return False
    if all(isinstance(column, list) for column in columns):
        return len({len(column) for column in columns}) == 1 and len(columns) > 1
    return all(isinstance(column, dict) and _is_numbered(column) for column in columns) and (
        len({tuple(column) for column in columns}) == 1
    )


def listed(value: Any) -> Any:
    """The list that a cell's text spells, as JSON or as Python prints it; else the value."""
    if not isinstance(value, str) or len(value) > _MAX_CELL or value.lstrip()[:1] != "[":
        return value
    for read in (json.loads, ast.literal_eval):
        try:
            found = read(value)
        except (ValueError, SyntaxError, RecursionError, MemoryError):
            continue
        if isinstance(found, list):
            return found
    return value


def _is_numbered(column: Mapping[str, Any]) -> bool:
    return bool(column) and list(column) == [str(n) for n in range(len(column))]


def _of_columns(value: Mapping[str, Any], file: str) -> Iterator[Record]:
    columns = {
        name: list(column.values()) if isinstance(column, dict) else column
        for name, column in value.items()
    }
    if not columns:
        raise refuse(file, "no columns", "write one list for each field")
    for number, cells in enumerate(zip(*columns.values(), strict=True), start=1):
        yield Record(number, dict(zip(columns, cells, strict=True)))


def _of_array(source: Source, findings: Findings) -> list[Record]:
    try:
        values = parse_object(source.data)
    except Unsafe as wrong:
        findings.add(wrong.what, wrong.hint, line=1 + wrong.below, at=wrong.at)
        findings.stop()
        return []
    records = []
    for line, value in zip(_lines_of(source.data.decode()), values, strict=True):
        if isinstance(value, dict):
            records.append(Record(line, value))
        else:
            what = f"{kind(value)} where an object was expected"
            findings.add(what, "write one object for each question", line=line)
    return records


def _lines_of(array: str) -> Iterator[int]:
    """The line on which each element of the JSON array begins."""
    decoder, start = json.JSONDecoder(), array.index("[")
    place, line = start + 1, array.count("\n", 0, start) + 1
    while True:
        after = place
        while array[after] in " \t\r\n,":
            after += 1
        line += array.count("\n", place, after)
        if array[after] == "]":
            return
        yield line
        _, place = decoder.raw_decode(array, after)
        line += array.count("\n", after, place)


def _spelled(cells: Mapping[str, Any]) -> dict[str, Any]:
    """A table's row without what it does not say, its lists read."""
    return {name: listed(cell) for name, cell in cells.items() if cell != ""}
