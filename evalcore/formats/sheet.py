"""A table for a spreadsheet: CSV in which no text is taken for a formula."""

from __future__ import annotations

import csv
import io
from collections.abc import Iterable, Sequence
from typing import Any

_BEGINS_FORMULA = ("=", "+", "-", "@", "\t", "\r", "\n", "＝", "＋", "－", "＠")
_BOM = "\ufeff"


def sheet(columns: Sequence[str], rows: Iterable[Sequence[Any]]) -> bytes:
    """The CSV file as UTF-8 with a byte order mark, which spreadsheets ask for.

    A text that a spreadsheet would run as a formula, a column's name too, gets an apostrophe
    before it; numbers stay numbers.
    """
    text = io.StringIO(newline="")
    writer = csv.writer(text, lineterminator="\r\n")
    for row in (columns, *rows):
        writer.writerow([safe_cell(cell) for cell in row])
    return (_BOM + text.getvalue()).encode()


def safe_cell(value: Any) -> Any:
    """The cell as a spreadsheet may be given it: no text of it is taken for a formula."""
    if isinstance(value, str) and value.startswith(_BEGINS_FORMULA):
        return f"'{value}"
    return value
