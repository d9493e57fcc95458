"""Accepted repairs in the store: appended, marked, never changed."""

import sqlite3
from dataclasses import replace
from datetime import date
from fractions import Fraction

import pytest

from evalcore.errors import DamagedDatabase, StoreError
from evalcore.model.manifest import Chunk
from evalcore.model.repair import (
    Edit,
    Effect,
    Gain,
    Moved,
    Repair,
    Reserve,
    Standing,
    Task,
    TaskStatus,
    Tried,
)
from evalcore.model.words import State
from evalcore.store import migrate, open_reader, open_store

NONE = Standing(rank=None, recall=None, quality=None, passes=False)
FULL = Standing(
    rank=3,
    recall=Fraction(2, 3),
    quality=Fraction(50),
    passes=True,
    state=State.PASS,
    noise=Fraction(1, 10),
)


def task(run_id, *, suite="despacho", text="«cita» \U0001f71a \x00"):
    before = Chunk(chunk_id="007", text="a", facets={"k": [1.5, None]}, extra={"otra": "x"})
    after = replace(before, representation=text, labels=(), valid_to=date(2026, 1, 2))
    here = Effect(
        case_id="q1",
        before=NONE,
        after=FULL,
        expected=(Moved(chunk_id="007", before=None, after=3),),
    )
    tried = Tried(
        chunk_id="007",
        edits=(Edit.DESCRIPTION, Edit.CUT),
        here=here,
        others=(replace(here, case_id="q2"),),
        checked=7,
        worse=("q2",),
        gains=(Gain(edit=Edit.CUT, rank=None),),
        unchecked=("q3",),
        reserve=Reserve(checked=3, worse=1, improved=0),
    )
    return Task(
        suite=suite,
        run_id=run_id,
        case_id="q1",
        before=before,
        repair=Repair(chunk=after, without=("7",), added=(Chunk(chunk_id="1e5"),)),
        tried=tried,
        author="Ana",
        written="2026-11-27T18:00:00.000+00:00",
    )


def test_a_task_comes_back_as_it_was_kept(stored):
    with open_store(stored.db) as store:
        kept = store.add_task(task(stored.run_id))
    with open_reader(stored.db) as reader:
        assert reader.tasks("despacho") == (replace(task(stored.run_id), key=kept.key),)
        assert reader.tasks() == reader.tasks("despacho")
        assert reader.tasks("another") == ()


def test_the_newest_mark_is_the_status_and_tasks_stay_in_order(stored):
    with open_store(stored.db) as store:
        keys = [store.add_task(task(stored.run_id)).key for _ in range(2)]
        store.mark_task(keys[0], status=TaskStatus.DONE, author="Ana")
        marked = store.mark_task(keys[0], status=TaskStatus.OPEN, author="Luis")
        store.mark_task(keys[0], status=TaskStatus.DROPPED, author="Luis")
        found = [(one.key, one.status) for one in store.tasks()]
    assert marked.status is TaskStatus.OPEN
    assert found == [(keys[0], TaskStatus.DROPPED), (keys[1], TaskStatus.OPEN)]


def test_a_task_of_a_run_that_is_not_stored_is_refused(stored):
    with open_store(stored.db) as store, pytest.raises(StoreError, match="no run"):
        store.add_task(task("20260101-000000-xxxxxx"))


def test_tasks_and_marks_are_appended_never_changed(stored):
    with open_store(stored.db) as store:
        key = store.add_task(task(stored.run_id)).key
        store.mark_task(key, status=TaskStatus.DONE, author="Ana")
    connection = sqlite3.connect(stored.db)
    for statement in (
        "UPDATE tasks SET author = 'x'",
        "DELETE FROM tasks",
        "UPDATE task_marks SET status = 'open'",
        "DELETE FROM task_marks",
    ):
        with pytest.raises(sqlite3.IntegrityError, match="never changed"):
            connection.execute(statement)
    connection.close()


@pytest.mark.parametrize("body", ["{}", "[]", "nonsense", '{"suite": 7}'])
def test_a_task_that_cannot_be_read_is_damage(stored, body):
    with open_store(stored.db) as store:
        store.add_task(task(stored.run_id))
    connection = sqlite3.connect(stored.db)
    connection.execute("DROP TRIGGER tasks_update")
    connection.execute("UPDATE tasks SET body = ?", [body])
    connection.commit()
    connection.close()
    with open_reader(stored.db) as reader, pytest.raises(DamagedDatabase, match="task 1"):
        reader.tasks()


def test_b60_a_file_from_before_the_task_list_is_brought_up_to_date(tmp_path, monkeypatch):
    db = tmp_path / "old.db"
    with monkeypatch.context() as earlier:
        earlier.setattr(migrate, "STEPS", migrate.STEPS[:1])
        open_store(db).close()
    with open_store(db) as store:
        assert store.tasks() == ()
