"""Tables of chunk ids: few come back as a tuple, many as one text, and both read the same."""

from __future__ import annotations

import sqlite3
from contextlib import closing

import pytest

from evalcore.errors import DamagedDatabase
from evalcore.model.packed_ids import PackedIds
from evalcore.store import id_tables
from evalcore.store.id_tables import read_all_ids, write_ids

IDS = ("año", "a", "", "nul\0", "nul", "🜚", *(f"chunk-{number}" for number in range(200)), "ab")


@pytest.fixture
def connection():
    with closing(sqlite3.connect(":memory:")) as made:
        made.executescript(
            "CREATE TABLE id_tables (key INTEGER PRIMARY KEY, run_key INTEGER, ids INTEGER);"
            "CREATE TABLE id_blocks (key INTEGER PRIMARY KEY, table_key INTEGER,"
            " ends BLOB, text BLOB, crc INTEGER);"
        )
        yield made


@pytest.fixture
def many(monkeypatch):
    monkeypatch.setattr(id_tables, "MANY_IDS", 1)


def test_few_ids_are_a_tuple(connection):
    read = read_all_ids(connection, write_ids(connection, 1, IDS))
    assert isinstance(read, tuple)
    assert read == IDS


@pytest.mark.usefixtures("many")
def test_many_ids_read_like_the_tuple_and_are_written_again_the_same(connection):
    read = read_all_ids(connection, write_ids(connection, 1, IDS))
    assert isinstance(read, PackedIds)
    assert tuple(read) == IDS
    assert read[3] == "nul\0"
    assert tuple(read_all_ids(connection, write_ids(connection, 1, read))) == IDS


@pytest.mark.usefixtures("many")
def test_ids_are_found_byte_for_byte_also_when_asked_for_twice(connection):
    read = read_all_ids(connection, write_ids(connection, 1, IDS))
    asked = ("nul", "an\u0303o", "ab", "nul\0", "", "ab", "stranger", "stranger", "chunk-199")
    places = {one: place for place, one in enumerate(IDS)}
    assert read.codes_of(asked).tolist() == [places.get(one, -1) for one in asked]
    assert read.codes_of(()).tolist() == []


@pytest.mark.usefixtures("many")
@pytest.mark.parametrize(
    "harm",
    [
        "UPDATE id_blocks SET text = CAST('x' || substr(text, 2) AS BLOB) WHERE key % 2 = 1",
        "DELETE FROM id_blocks WHERE key % 2 = 1",
        "UPDATE id_tables SET ids = ids + 1",
    ],
)
def test_a_damaged_table_of_many_ids_is_reported(connection, harm):
    key = write_ids(connection, 1, IDS)
    connection.execute(harm)
    with pytest.raises(DamagedDatabase):
        read_all_ids(connection, key)
