import sqlite3

import pytest

from evalcore.errors import DamagedDatabase
from evalcore.workflows.document_case import document_case
from evalcore.workflows.reading import open_run, runs

from support.bench import Bench, case, gold, listed

SPOILT = ["not json", "[]", "{", '{"cutoff": "ten"}']


@pytest.fixture
def bench(tmp_path):
    return Bench(tmp_path)


@pytest.fixture
def spoil(bench):
    def write(table, column, text):
        with sqlite3.connect(bench.db) as db:
            for (name,) in db.execute(
                "SELECT name FROM sqlite_master WHERE type = 'trigger'"
            ).fetchall():
                db.execute(f'DROP TRIGGER "{name}"')
            db.execute(f"UPDATE {table} SET {column} = ?", [text])

    bench.bring([case("q", gold("a")), case("r", "b")], [listed("q", "a"), listed("r", "z")])
    bench.judge()
    return write


@pytest.mark.parametrize("text", SPOILT)
def test_an_exam_that_cannot_be_read_is_damage(bench, spoil, text):
    spoil("runs", "exam", text)
    with pytest.raises(DamagedDatabase):
        runs(bench.db)


@pytest.mark.parametrize("text", SPOILT[:3])
def test_a_context_that_cannot_be_read_is_damage(bench, spoil, text):
    spoil("runs", "context", text)
    with pytest.raises(DamagedDatabase):
        open_run(bench.db, "latest")


@pytest.mark.parametrize("text", ["not json", "{}5", "7", '["a"]'])
def test_signed_ranks_that_cannot_be_read_are_damage(bench, spoil, text):
    document_case(bench.db, "latest", "r", text="known", author="M. R.")
    spoil("documented", "ranks", text)
    with pytest.raises(DamagedDatabase):
        open_run(bench.db, "latest")
