"""Rows that were appended to a run: which tables they stand in, and what is the same row.

A key is one database's own; everything else of a row is its identity. A row that is there
already is the same row, so merging is a union and can be done twice. What is newest is told by
the time written in a row, never by when it was merged.
"""

from __future__ import annotations

import sqlite3
from collections.abc import Iterator, Mapping, Sequence
from typing import Any

Row = Mapping[str, Any]

BY_KEY = ("verdicts", "trails", "prompts", "judgements")
"""Tables whose rows name their run by its key."""

BY_ID = ("documented", "promotions")
"""Tables whose rows name their run by its id."""

BY_GOLDEN = ("unlocks",)
"""Tables whose rows speak of a version of a golden set, by its hash."""

KNOWN = frozenset({*BY_KEY, *BY_ID, *BY_GOLDEN, "tasks"})
"""Every kind of row that a bundle may hold; another is a newer Unbury's."""

OWN_KEYS = frozenset({"key", "run_key", "task_key"})


def appended(connection: sqlite3.Connection, run_key: int, run_id: str) -> dict[str, list[Any]]:
    """The signed and appended rows of a run by table, oldest first; tasks carry their marks."""
    rows: dict[str, list[Any]] = {
        table: list(_rows(connection, table, column, value))
        for table, column, value in _owned(connection, run_key, run_id)
    }
    rows["tasks"] = [
        {**task, "marks": list(_rows(connection, "task_marks", "task_key", key))}
        for key, task in _keyed(connection, "tasks", "run_id", run_id)
    ]
    return rows


def append_missing(
    connection: sqlite3.Connection, run_key: int, run_id: str, rows: Mapping[str, Sequence[Row]]
) -> int:
    """Append the rows that the run lacks; how many those were."""
    added = 0
    for table, column, value in _owned(connection, run_key, run_id):
        added += _append(connection, table, {column: value}, rows.get(table, ()))
    for task in rows.get("tasks", ()):
        added += _append_task(connection, run_id, task)
    return added


def _owned(
    connection: sqlite3.Connection, run_key: int, run_id: str
) -> Iterator[tuple[str, str, Any]]:
    """Every table of rows of a run, the column that names their owner, and that owner."""
    (golden,) = connection.execute(
        "SELECT golden_hash FROM runs WHERE key = ?", [run_key]
    ).fetchone()
    yield from ((table, "run_key", run_key) for table in BY_KEY)
    yield from ((table, "run_id", run_id) for table in BY_ID)
    yield from ((table, "golden_hash", golden) for table in BY_GOLDEN)


def _append_task(connection: sqlite3.Connection, run_id: str, task: Row) -> int:
    plain = {name: value for name, value in task.items() if name != "marks"}
    keys = {_identity(row): key for key, row in _keyed(connection, "tasks", "run_id", run_id)}
    key, added = keys.get(_identity(plain)), 0
    if key is None:
        key, added = _insert(connection, "tasks", plain), 1
    return added + _append(connection, "task_marks", {"task_key": key}, task["marks"])


def _append(
    connection: sqlite3.Connection, table: str, owner: Mapping[str, Any], rows: Sequence[Row]
) -> int:
    ((column, value),) = owner.items()
    there = {_identity(row) for row in _rows(connection, table, column, value)}
    new = [row for row in rows if _identity(row) not in there]
    for row in new:
        _insert(connection, table, {**row, **owner})
    return len(new)


def _insert(connection: sqlite3.Connection, table: str, row: Row) -> int:
    marks = ", ".join(f":{name}" for name in row)
    cursor = connection.execute(
        f"INSERT INTO {table} ({', '.join(row)}) VALUES ({marks})",  # noqa: S608  # our own names
        dict(row),
    )
    return int(cursor.lastrowid or 0)


def _rows(connection: sqlite3.Connection, table: str, column: str, value: Any) -> Iterator[Row]:
    return (row for _, row in _keyed(connection, table, column, value))


def _keyed(
    connection: sqlite3.Connection, table: str, column: str, value: Any
) -> Iterator[tuple[int, Row]]:
    cursor = connection.execute(
        f"SELECT * FROM {table} WHERE {column} = ? ORDER BY key",  # noqa: S608  # our own names
        [value],
    )
    names = [described[0] for described in cursor.description]
    for cells in cursor:
        row = dict(zip(names, cells, strict=True))
        yield row["key"], {name: cell for name, cell in row.items() if name not in OWN_KEYS}


def _identity(row: Row) -> tuple[tuple[str, Any], ...]:
    return tuple(sorted((name, value) for name, value in row.items() if name not in OWN_KEYS))
