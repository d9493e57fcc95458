"""CSV as people save it: comma, semicolon or tab between cells, quotes as in RFC 4180."""

from __future__ import annotations

import csv
from collections.abc import Iterator, Sequence
from itertools import islice

from evalcore.formats.findings import Findings
from evalcore.formats.source import MAX_LINE_BYTES, Source
from evalcore.formats.table import Row, Table

SEPARATORS = (",", ";", "\t")
_QUOTES = 'a cell with a quote, a separator or a line break is written "in ""quotes"""'


def read_csv(source: Source, findings: Findings, *, required: Sequence[str]) -> Table:
    """The table of a CSV file; every cell stays the text it is, never trimmed nor a number.

    ``rows`` leaves out what is broken and tells ``findings``: a row with more or fewer cells
    than the header, stray quotes, a missing or repeated column. Blank lines are skipped.
    """
    lines = _Lines(source)
    header, separator = _header(lines, required)
    _check_header(header, findings, required)
    return Table(header, _rows(lines, header, separator, findings))


class _Lines:
    """The lines of the file for the csv module, counting those it has taken."""

    def __init__(self, source: Source) -> None:
        # The csv module's own limit is one number for the whole process; ours is the line's.
        csv.field_size_limit(max(csv.field_size_limit(), MAX_LINE_BYTES))
        self._data = source.data
        self._lines = source.lines()
        self.taken = 0

    def __iter__(self) -> Iterator[str]:
        return self

    def __next__(self) -> str:
        self.taken, start, line = next(self._lines)
        end = b"\r\n" if self._data[start + len(line) : start + len(line) + 1] == b"\r" else b"\n"
        return (line + end).decode()


def _header(lines: _Lines, required: Sequence[str]) -> tuple[list[str], str]:
    """The header's cells and the separator under which the required columns are found."""
    first = next((line for line in lines if line.strip()), "")
    readings = {separator: _cells(first, separator) for separator in SEPARATORS}
    fits = [sep for sep in SEPARATORS if set(required) <= set(readings[sep])]
    separator = max(fits or SEPARATORS, key=lambda separator: len(readings[separator]))
    return readings[separator], separator


def _cells(line: str, separator: str) -> list[str]:
    try:
        return next(csv.reader([line], delimiter=separator, strict=True))
    except (csv.Error, StopIteration):
        return []


def _check_header(header: Sequence[str], findings: Findings, required: Sequence[str]) -> None:
    for column in required:
        if column not in header:
            shown = ", ".join(islice((name for name in header if name), 12)) or "nothing"
            what = f'no column "{column}"; the header has {shown}'
            findings.add(what, "the first line names the columns", line=1, at=column)
    for name in dict.fromkeys(header):
        if name and header.count(name) > 1:
            findings.add(f'the column "{name}" stands twice', "keep one", line=1, at=name)


def _rows(
    lines: _Lines, header: Sequence[str], separator: str, findings: Findings
) -> Iterator[Row]:
    reader = csv.reader(lines, delimiter=separator, strict=True)
    while not findings.enough:
        start = lines.taken + 1
        try:
            cells = next(reader)
        except StopIteration:
            return
        except csv.Error as broken:
            findings.add(f"not CSV: {broken}", _QUOTES, line=start)
            reader = csv.reader(lines, delimiter=separator, strict=True)
            continue
        if cells and _fits(cells, header, findings, start):
            yield Row(start, {name: cell for name, cell in zip(header, cells, strict=True) if name})


def _fits(cells: Sequence[str], header: Sequence[str], findings: Findings, line: int) -> bool:
    if len(cells) != len(header):
        what = f"{len(cells)} cells where the header has {len(header)}"
        findings.add(what, _QUOTES, line=line)
        return False
    unnamed = [cell for name, cell in zip(header, cells, strict=True) if not name and cell]
    if unnamed:
        findings.add("a value in a column without a name", "name the column", line=line)
    return not unnamed
