"""Judgements are appended whole, come back equal, travel in bundles, and never change."""

import sqlite3
from dataclasses import replace
from types import SimpleNamespace

import pytest

from evalcore.errors import DamagedDatabase
from evalcore.model.answer import text_hash
from evalcore.store import open_reader, open_store
from evalcore.workflows.export_run import export_bundle
from evalcore.workflows.merge_bundles import merge

from support.judgements import judgement

GIVEN = judgement(
    {"q1": "yyyyn", "q2": "y?nny", "007": ""},
    system="own",
    system_prompt=text_hash("system"),
    texts={text_hash("prompt"): "prompt", text_hash("system"): "system"},
    contexts={"q1": ("uno", "dos\x00")},
    gaps=("no multi-hop case",),
    subset=3,
)


@pytest.fixture
def stored(made, tmp_path):
    db = tmp_path / "unbury.db"
    with open_store(db) as store:
        return SimpleNamespace(db=db, run_id=store.save_run(made.contents()))


@pytest.fixture
def kept(stored):
    with open_store(stored.db) as store:
        given = replace(GIVEN, run_id=stored.run_id)
        return stored, given, store.save_judgement(given)


def test_a_judgement_comes_back_equal_in_every_vote_and_text(kept):
    stored, given, written = kept
    with open_reader(stored.db) as reader:
        (found,) = reader.judgements(stored.run_id)
    assert found.id == written.id
    assert found.judgement == given


def test_a_later_judgement_stands_after_the_first_and_shares_its_prompts(kept):
    stored, given, first = kept
    later = replace(given, at="2026-11-30T11:00:00.000+00:00", subset=2)
    with open_store(stored.db) as store:
        second = store.save_judgement(later)
        assert [one.id for one in store.judgements(stored.run_id)] == [first.id, second.id]
    with sqlite3.connect(stored.db) as database:
        assert database.execute("SELECT count(*) FROM prompts").fetchone() == (2,)
    database.close()


def test_a_run_that_nobody_judged_has_no_judgement(stored):
    with open_reader(stored.db) as reader:
        assert reader.judgements(stored.run_id) == ()


@pytest.mark.parametrize("table", ["judgements", "prompts"])
def test_what_was_said_is_never_changed(kept, table):
    database = sqlite3.connect(kept[0].db)
    with pytest.raises(sqlite3.IntegrityError, match="appended"):
        database.execute(f"UPDATE {table} SET body = 'x'")
    with pytest.raises(sqlite3.IntegrityError, match="appended"):
        database.execute(f"DELETE FROM {table}")
    database.close()


@pytest.mark.parametrize("table", ["judgements", "prompts"])
def test_a_text_that_was_changed_all_the_same_is_damage(kept, table):
    database = sqlite3.connect(kept[0].db)
    database.execute(f"DROP TRIGGER {table}_update")
    database.execute(f"UPDATE {table} SET body = replace(body, 'p', 'q')")
    database.commit()
    database.close()
    with open_reader(kept[0].db) as reader, pytest.raises(DamagedDatabase):
        reader.judgements(kept[0].run_id)


def test_a_bundle_carries_the_judgements_of_its_run(kept, tmp_path):
    stored, given, _ = kept
    bundle = str(tmp_path / "run.unbury")
    export_bundle(stored.db, stored.run_id, bundle)
    elsewhere = tmp_path / "elsewhere.db"
    merge([bundle], db=elsewhere)
    merge([bundle], db=elsewhere)
    with open_reader(elsewhere) as reader:
        (found,) = reader.judgements(stored.run_id)
    assert found.judgement == given
