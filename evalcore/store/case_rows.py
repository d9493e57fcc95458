"""What came of each case, one wide row a case, so that SQL can list, filter and count cases."""

from __future__ import annotations

import sqlite3
from collections.abc import Mapping
from typing import Any

import numpy as np
import orjson

from evalcore.errors import DamagedDatabase
from evalcore.model.examination import STATES, Examination
from evalcore.model.ranking import Floats
from evalcore.model.ratios import Ratios
from evalcore.store.schema import SET_BITS

_RATIOS = ("recall", "supply", "quality", "precision", "rr", "gold_rr", "noise")
_FLOATS = ("ndcg", "ap", "noise_threshold")
COLUMNS = (
    "case_id",
    "state",
    *(f"{name}_{part}" for name in (*_RATIOS, "agreement") for part in ("num", "den")),
    *_FLOATS,
    "tie_at_cutoff",
    "notes",
)


def columns_of(examination: Examination) -> Mapping[str, list[Any]]:
    """The columns that are stored of an examination, each in case order, as Python values.

    Ratios are exact, as ``recall_num`` and ``recall_den`` (0: undefined); an undefined float
    is None; ``notes`` are tuples.
    """
    measured, case_ids = examination.measured, examination.case_ids
    columns: dict[str, list[Any]] = {
        "case_id": list(case_ids),
        "state": [STATES[code].value for code in examination.state.tolist()],
    }
    for name in _RATIOS:
        _add_ratios(columns, name, getattr(measured, name))
    _add_ratios(columns, "agreement", examination.agreement)
    for name in _FLOATS:
        columns[name] = _optional(getattr(measured, name))
    columns["tie_at_cutoff"] = measured.tie_at_cutoff.tolist()
    columns["notes"] = [examination.notes.get(case_id, ()) for case_id in case_ids]
    return columns


def write_case_rows(
    connection: sqlite3.Connection, run_key: int, columns: Mapping[str, list[Any]]
) -> None:
    """Write the columns of ``columns_of`` as rows of a run."""
    count = len(columns["case_id"])
    first = run_key << SET_BITS
    notes = [_notes_text(names) for names in columns["notes"]]
    marks = ", ".join("?" * (len(COLUMNS) + 2))
    connection.executemany(
        f"INSERT INTO case_results (key, run_key, {', '.join(COLUMNS)}) VALUES ({marks})",  # noqa: S608  # our own column names
        zip(
            range(first, first + count),
            [run_key] * count,
            *(columns[name] for name in COLUMNS[:-1]),
            notes,
            strict=True,
        ),
    )


def read_case_rows(connection: sqlite3.Connection, run_key: int) -> Mapping[str, list[Any]]:
    """The columns of a run, equal to the ``columns_of`` that were written.

    Raises ``DamagedDatabase`` where rows are missing.
    """
    first = run_key << SET_BITS
    rows = connection.execute(
        f"SELECT {', '.join(COLUMNS)} FROM case_results"  # noqa: S608  # our own column names
        " WHERE key BETWEEN ? AND ? ORDER BY key",
        [first, first + (1 << SET_BITS) - 1],
    ).fetchall()
    (count,) = connection.execute("SELECT cases FROM runs WHERE key = ?", [run_key]).fetchone()
    if len(rows) != count:
        raise DamagedDatabase(f"of the results of {count} cases, {len(rows)} are stored")
    values = [list(column) for column in zip(*rows, strict=True)] if rows else [[] for _ in COLUMNS]
    columns = dict(zip(COLUMNS, values, strict=True))
    columns["tie_at_cutoff"] = [bool(tie) for tie in columns["tie_at_cutoff"]]
    columns["notes"] = [_notes(text) for text in columns["notes"]]
    return columns


def _add_ratios(columns: dict[str, list[Any]], name: str, ratios: Ratios) -> None:
    columns[f"{name}_num"] = ratios.num.tolist()
    columns[f"{name}_den"] = ratios.den.tolist()


def _optional(values: Floats) -> list[float | None]:
    column: list[float | None] = values.tolist()
    for row in np.flatnonzero(np.isnan(values)).tolist():
        column[row] = None
    return column


def _notes_text(names: tuple[str, ...]) -> str | None:
    return orjson.dumps(names).decode() if names else None


def _notes(text: str | None) -> tuple[str, ...]:
    if text is None:
        return ()
    try:
        return tuple(orjson.loads(text))
    except ValueError:
        raise DamagedDatabase("the stored notes of a case are damaged") from None
