"""Replies kept on disk, so that what was judged is not judged, or paid, again (B50).

A reply is found by everything that made it: judge, prompt as it is sent, settings, the texts
judged, and which repetition it is. Replies that could not be read are never kept; attempts
always are, since they were paid.
"""

from __future__ import annotations

import sqlite3
from collections.abc import Iterable, Iterator, Mapping
from contextlib import closing, contextmanager
from dataclasses import dataclass
from pathlib import Path
from typing import Any

import orjson

from evalcore.errors import JudgeError
from evalcore.model.canonical import content_hash
from evalcore.model.judgement import Attempt, Attempted

_FORMAT = 1
_TABLES = (
    """CREATE TABLE IF NOT EXISTS replies (
        key TEXT PRIMARY KEY, text TEXT NOT NULL, served TEXT
    ) STRICT""",
    """CREATE TABLE IF NOT EXISTS attempts (
        number INTEGER PRIMARY KEY, key TEXT NOT NULL, body TEXT NOT NULL
    ) STRICT""",
    "CREATE INDEX IF NOT EXISTS attempts_of_vote ON attempts (key)",
)


@dataclass(frozen=True, slots=True, kw_only=True)
class Kept:
    """What is known of one vote: its reply, if one was read, and every attempt made for it."""

    text: str | None
    served: str | None
    attempts: tuple[Attempt, ...]


def vote_key(*, judge: Mapping[str, Any], prompt: str, data: Mapping[str, Any], repeat: int) -> str:
    """SHA-256 that names one vote; each ``repeat`` is a vote of its own."""
    return content_hash([_FORMAT, judge, prompt, data, repeat])


class VoteCache:
    """One SQLite file that several processes may use at once.

    Raises ``JudgeError`` where it cannot be written: verdicts that cost money are not asked for
    while nothing can keep them.
    """

    def __init__(self, path: Path) -> None:
        self._path = path
        with self._open() as database:
            database.execute("BEGIN IMMEDIATE")
            for statement in _TABLES:
                database.execute(statement)
            database.execute("COMMIT")

    def get(self, key: str) -> Kept:
        """What is kept of one vote."""
        with self._open() as database:
            row = database.execute("SELECT text, served FROM replies WHERE key = ?", [key])
            text, served = row.fetchone() or (None, None)
            rows = database.execute(
                "SELECT body FROM attempts WHERE key = ? ORDER BY number", [key]
            )
            attempts = tuple(_attempt(body) for (body,) in rows)
        return Kept(text=text, served=served, attempts=attempts)

    def note(self, key: str, attempt: Attempt) -> None:
        """Keep that an attempt was made."""
        body = orjson.dumps(
            [attempt.outcome.value, attempt.input, attempt.cached, attempt.output]
        ).decode()
        self._write([("INSERT INTO attempts (key, body) VALUES (?, ?)", [key, body])])

    def keep(self, key: str, text: str, served: str | None) -> None:
        """Keep a reply that was read."""
        self._write([("INSERT OR REPLACE INTO replies VALUES (?, ?, ?)", [key, text, served])])

    def forget(self, keys: Iterable[str]) -> None:
        """Drop what is kept of these votes, to ask them anew."""
        names = [[key] for key in keys]
        with self._open() as database:
            database.execute("BEGIN IMMEDIATE")
            database.executemany("DELETE FROM replies WHERE key = ?", names)
            database.executemany("DELETE FROM attempts WHERE key = ?", names)
            database.execute("COMMIT")

    def _write(self, statements: Iterable[tuple[str, list[Any]]]) -> None:
        with self._open() as database:
            database.execute("BEGIN IMMEDIATE")
            for statement, values in statements:
                database.execute(statement, values)
            database.execute("COMMIT")

    @contextmanager
    def _open(self) -> Iterator[sqlite3.Connection]:
        try:
            self._path.parent.mkdir(parents=True, exist_ok=True)
            connection = sqlite3.connect(self._path, timeout=30, isolation_level=None)
            with closing(connection) as database:
                yield database
        except (sqlite3.Error, OSError) as wrong:
            raise JudgeError(
                f"verdicts cannot be kept in {self._path}: {wrong}",
                hint="set UNBURY_CACHE to a folder that can be written",
            ) from None


def _attempt(body: str) -> Attempt:
    outcome, given, cached, made = orjson.loads(body)
    return Attempt(outcome=Attempted(outcome), input=given, cached=cached, output=made)
