"""Trails in the file: appended whole, never changed, the newest of a case read back."""

import sqlite3

import pytest

from evalcore.errors import DamagedDatabase, RunNotFound, StoreError
from evalcore.model.diagnosis import Answer
from evalcore.store import open_reader, open_store, schema

from support.bench import Bench, case, listed, plain
from support.trails import trail


@pytest.fixture
def db(tmp_path):
    bench = Bench(tmp_path)
    bench.bring([case("q", plain("a"))], [listed("q", "b", "a")])
    bench.judge(cutoff=1)
    return bench.db


def run_of(db):
    with open_reader(db) as reader:
        return reader.resolve("latest").id


def test_they_come_back_equal_and_the_newest_counts(db):
    old, new, other = trail("q"), trail("q", split=Answer.CONFIRMED), trail("r")
    with open_store(db) as store:
        store.save_trails(run_of(db), [old, other], version="1")
        store.save_trails(run_of(db), [new], version="2")
    with open_reader(db) as reader:
        assert reader.trails(run_of(db)) == {"q": new, "r": other}


def test_a_run_never_diagnosed_has_none(db):
    with open_reader(db) as reader:
        assert reader.trails(run_of(db)) == {}


def test_an_unknown_run_is_refused_and_nothing_is_written(db):
    with open_store(db) as store, pytest.raises((RunNotFound, StoreError)):
        store.save_trails("nobody", [trail("q")], version="1")
    with sqlite3.connect(db) as connection:
        assert connection.execute("SELECT count(*) FROM trails").fetchone() == (0,)
    connection.close()


@pytest.mark.parametrize("change", ["UPDATE trails SET body = '{}'", "DELETE FROM trails"])
def test_they_are_never_changed(db, change):
    with open_store(db) as store:
        store.save_trails(run_of(db), [trail("q")], version="1")
    connection = sqlite3.connect(db)
    with pytest.raises(sqlite3.IntegrityError, match="appended"):
        connection.execute(change)
    connection.close()


def test_a_damaged_one_is_said_to_be_so(db):
    with open_store(db) as store:
        store.save_trails(run_of(db), [trail("q")], version="1")
    connection = sqlite3.connect(db)
    connection.execute("DROP TRIGGER trails_update")
    connection.execute("UPDATE trails SET body = '{}'")
    connection.commit()
    connection.close()
    with open_reader(db) as reader, pytest.raises(DamagedDatabase, match="diagnosis"):
        reader.trails(run_of(db))


def test_a_file_from_before_gets_the_table_and_keeps_its_runs(db):
    run_id = run_of(db)
    connection = sqlite3.connect(db)
    for name in ("trails_update", "trails_delete"):
        connection.execute(f"DROP TRIGGER {name}")
    connection.execute("DROP TABLE trails")
    connection.execute("DELETE FROM _sqlite_migrations WHERE name = '0002_trails'")
    connection.execute("PRAGMA user_version = 1")
    connection.commit()
    connection.close()
    with open_store(db) as store:
        store.save_trails(run_id, [trail("q")], version="1")
    with open_reader(db) as reader:
        assert set(reader.trails(run_id)) == {"q"}
    assert schema.TRAILS
