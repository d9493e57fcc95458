"""Parquet tables as rows; numbers stay numbers, and ids must be text already."""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from pathlib import Path
from typing import Any

from evalcore.formats.findings import Findings, refuse
from evalcore.formats.table import Row, Table

_BATCH = 65_536


def read_parquet(
    path: Path, findings: Findings, *, required: Sequence[str], ids: Sequence[str]
) -> Table:
    """The table of a Parquet file, row numbers from 1; cells are JSON values (or NaN).

    Columns named in ``ids`` must be text: an integer column has lost the ids' zeros already.
    Raises ``InputError`` for a file that is not Parquet or lacks a column.
    """
    import pyarrow as pa
    import pyarrow.parquet as pq

    try:
        file = pq.ParquetFile(path)
        columns = list(file.schema_arrow.names)
    except FileNotFoundError:
        raise refuse(str(path), "no such file", "check the path and its spelling") from None
    except (OSError, ValueError, pa.ArrowException) as broken:
        what = f"not a Parquet file: {_first_line(broken)}"
        raise refuse(str(path), what, "save it again") from None
    _check_columns(file.schema_arrow, findings, required, ids)
    findings.stop()
    return Table(columns, _rows(file, str(path)))


def _check_columns(
    schema: Any, findings: Findings, required: Sequence[str], ids: Sequence[str]
) -> None:
    names = list(schema.names)
    for column in required:
        if column not in names:
            what = f'no column "{column}"; the file has {", ".join(names[:12]) or "none"}'
            findings.add(what, "name the column so", at=column)
    for column in dict.fromkeys(names):
        if names.count(column) > 1:
            findings.add(f'the column "{column}" stands twice', "keep one", at=column)
        elif column in ids and not _is_text(schema.field(column).type):
            what = f"the ids are of type {schema.field(column).type}, not text"
            hint = "save the column as strings from the source: numbers lose 007 and 1e5"
            findings.add(what, hint, at=column)


def _is_text(kind: Any) -> bool:
    import pyarrow.types as pt

    inner = kind.value_type if pt.is_dictionary(kind) else kind
    return bool(pt.is_string(inner) or pt.is_large_string(inner) or pt.is_string_view(inner))


def _rows(file: Any, name: str) -> Iterator[Row]:
    import pyarrow as pa

    number = 0
    try:
        for batch in file.iter_batches(_BATCH):
            for cells in batch.to_pylist():
                number += 1
                yield Row(number, {key: _plain(value) for key, value in cells.items()})
    except (OSError, ValueError, OverflowError, pa.ArrowException) as broken:
        what = f"cannot be read after row {number}: {_first_line(broken)}"
        raise refuse(name, what, "save it again") from None


def _first_line(broken: BaseException) -> str:
    return (str(broken).splitlines() or [type(broken).__name__])[0]


def _plain(value: Any) -> Any:
    """The cell as a JSON value: times in ISO form, bytes in hexadecimal digits."""
    if isinstance(value, list):
        return [_plain(item) for item in value]
    if isinstance(value, dict):
        return {key: _plain(item) for key, item in value.items() if item is not None}
    if hasattr(value, "isoformat"):
        return value.isoformat().removesuffix("T00:00:00")
    if isinstance(value, bytes):
        return value.hex()
    return value if isinstance(value, str | int | float | bool | None) else str(value)
