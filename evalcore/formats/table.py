"""Tables that people bring, CSV or Parquet, as rows with their line numbers."""

from __future__ import annotations

from collections.abc import Iterator, Mapping, Sequence
from dataclasses import dataclass
from typing import Any


@dataclass(frozen=True, slots=True)
class Row:
    """One row: where it stands (line in CSV, row number from 1 in Parquet) and its cells."""

    line: int
    cells: Mapping[str, Any]


@dataclass(frozen=True, slots=True)
class Table:
    """The columns of a table and its rows, read as they are asked for."""

    columns: Sequence[str]
    rows: Iterator[Row]
