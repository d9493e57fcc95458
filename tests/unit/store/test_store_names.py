"""A run is found by what people call it, and never by a guess."""

from __future__ import annotations

import pytest

from evalcore.errors import RunNotFound, StoreError
from evalcore.model.words import Decision
from evalcore.store import open_reader, open_store
from evalcore.store.names import resolve
from evalcore.store.run_rows import new_run_id


@pytest.fixture
def three(db, made):
    """Three runs whose start, not whose writing, gives their order: ids by label."""
    days = {"middle": "27", "newest": "28", "oldest": "26"}
    with open_store(db) as store:
        return {
            label: store.save_run(
                made.contents(label=label, started=f"2026-11-{day}T09:00:00+00:00")
            )
            for label, day in days.items()
        }


def found(db, name):
    with open_reader(db) as reader:
        return reader.resolve(name).id


def test_runs_are_listed_newest_first_by_their_start(db, three):
    with open_reader(db) as reader:
        assert [run.label for run in reader.runs()] == ["newest", "middle", "oldest"]


def test_ids_labels_and_latest_are_names(db, three):
    assert found(db, three["oldest"]) == three["oldest"]
    assert found(db, "middle") == three["middle"]
    assert found(db, "latest") == three["newest"]


def test_a_unique_prefix_is_a_name_and_a_shared_one_is_not(db, three):
    assert found(db, three["oldest"][:-1]) == three["oldest"]
    with pytest.raises(RunNotFound, match="3 runs begin with '20'") as several:
        found(db, "20")
    assert all(run_id in several.value.hint for run_id in three.values())


def test_a_label_means_its_newest_run(db, made, three):
    with open_store(db) as store:
        again = store.save_run(made.contents(label="oldest", started="2026-11-29T09:00:00+01:00"))
    assert found(db, "oldest") == again


def test_times_in_other_zones_are_compared_as_moments(db, made):
    with open_store(db) as store:
        later = store.save_run(made.contents(started="2026-11-27T00:30:00-05:00"))
        store.save_run(made.contents(started="2026-11-27T05:00:00+00:00"))
    assert found(db, "latest") == later


def test_baseline_is_the_run_promoted_last(db, three):
    with open_store(db) as store:
        for label in ("newest", "oldest"):
            store.promote(suite="despacho", run_id=three[label], who="A", why="w", from_runs=())
    assert found(db, "baseline") == three["oldest"]


def test_baselines_of_two_suites_are_not_chosen_between(db, made, three):
    with open_store(db) as store:
        other = store.save_run(made.contents(suite_name="otra"))
        store.promote(suite="otra", run_id=other, who="A", why="w", from_runs=())
        store.promote(suite="despacho", run_id=three["newest"], who="A", why="w", from_runs=())
    with pytest.raises(RunNotFound, match="2 suites") as several:
        found(db, "baseline")
    assert other in several.value.hint


def test_a_run_is_no_baseline_of_another_suite(db, three):
    with open_store(db) as store:
        with pytest.raises(StoreError, match="is of suite 'despacho', not 'otra'"):
            store.promote(suite="otra", run_id=three["newest"], who="A", why="w", from_runs=())
        assert store.promotions("otra") == ()


def test_latest_green_is_the_last_accepted_run(db, three):
    with open_reader(db) as reader:
        records = list(reader.runs())
    assert all(record.decision != Decision.ACCEPT.value for record in records)
    with pytest.raises(RunNotFound, match="no stored run was accepted"):
        resolve("latest-green", records, {})
    from dataclasses import replace

    records[1:] = [replace(record, decision=Decision.ACCEPT.value) for record in records[1:]]
    assert resolve("latest-green", records, {}).label == "middle"


@pytest.mark.parametrize("name", ["baseline", "nowhere", ""])
def test_what_is_not_there_is_said_with_what_is(db, three, name):
    with pytest.raises(RunNotFound) as missing:
        found(db, name)
    assert missing.value.hint


def test_a_mistyped_label_is_suggested(db, three):
    with pytest.raises(RunNotFound) as missing:
        found(db, "newst")
    assert "newest" in missing.value.hint


def test_an_empty_database_says_how_to_make_a_run(db):
    with open_store(db) as store, pytest.raises(RunNotFound, match="no runs are stored yet"):
        store.resolve("latest")


def test_run_ids_sort_by_time_and_do_not_repeat():
    ids = [new_run_id() for _ in range(500)]
    assert len(set(ids)) == 500
    assert [run_id[:15] for run_id in ids] == sorted(run_id[:15] for run_id in ids)
    assert all(len(run_id) == 22 for run_id in ids)


def test_methods_that_take_ids_refuse_unknown_ones(db, three, made):
    with open_store(db) as store:
        for call in (store.rankings, store.case_rows, store.verdicts, store.context):
            with pytest.raises(StoreError, match="no run has the id"):
                call("nobody")
        with pytest.raises(StoreError, match="no run has the id"):
            store.document(made.note("nobody"))
