"""Accepted repairs: a task is appended, and what becomes of it is appended after it."""

from __future__ import annotations

import sqlite3
from dataclasses import replace

import orjson

from evalcore.errors import StoreError
from evalcore.model.canonical import canonical_json
from evalcore.model.plain import task_from_plain, task_to_plain
from evalcore.model.repair import Task, TaskStatus
from evalcore.store.damage import damage

_SELECT = """
    SELECT tasks.key, body,
        (SELECT status FROM task_marks WHERE task_key = tasks.key
            ORDER BY at DESC, key DESC LIMIT 1)
    FROM tasks
"""


def write_task(connection: sqlite3.Connection, task: Task) -> Task:
    """Append an accepted repair; the task with its number."""
    kept = replace(task, key=0, status=TaskStatus.OPEN)
    key = connection.execute(
        "INSERT INTO tasks (suite, run_id, case_id, author, written, body)"
        " VALUES (?, ?, ?, ?, ?, ?)",
        [
            task.suite,
            task.run_id,
            task.case_id,
            task.author,
            task.written,
            canonical_json(task_to_plain(kept)).decode(),
        ],
    ).lastrowid
    return replace(kept, key=int(key or 0))


def write_mark(
    connection: sqlite3.Connection, key: int, *, status: TaskStatus, author: str, at: str
) -> Task:
    """Append what became of a task; the task as it now stands. ``StoreError`` for no such task."""
    task = read_task(connection, key)
    connection.execute(
        "INSERT INTO task_marks (task_key, status, author, at) VALUES (?, ?, ?, ?)",
        [key, status.value, author, at],
    )
    return replace(task, status=status)


def read_task(connection: sqlite3.Connection, key: int) -> Task:
    """The task of that number. Raises ``StoreError`` if there is none."""
    row = connection.execute(_SELECT + " WHERE tasks.key = ?", [key]).fetchone()
    if row is None:
        raise StoreError(f"no task has the number {key}", hint="unbury tasks lists them")
    return _task(*row)


def read_tasks(connection: sqlite3.Connection, suite: str | None) -> tuple[Task, ...]:
    """The tasks of a suite, or of all, oldest first, each with its newest status."""
    rows = connection.execute(
        _SELECT + " WHERE ?1 IS NULL OR suite = ?1 ORDER BY tasks.key", [suite]
    )
    return tuple(_task(*row) for row in rows)


def _task(key: int, body: str, status: str | None) -> Task:
    with damage(f"task {key}"):
        task = task_from_plain(orjson.loads(body))
        return replace(task, key=key, status=TaskStatus(status or TaskStatus.OPEN))
