"""The task list: repairs accepted, marked, and made on a copy of the manifest."""

from dataclasses import replace

import pytest

from evalcore.errors import InputError, StoreError, UsageError
from evalcore.formats.manifest import read_manifest
from evalcore.model.manifest import Chunk
from evalcore.model.repair import Repair, TaskStatus
from evalcore.workflows.asking import asker_for
from evalcore.workflows.bench import try_repair
from evalcore.workflows.tasks import apply_tasks, keep_task, mark_task, questions_of, tasks_of

from support.bench import case

SUITE = 'manifest = "chunks.jsonl"\n\n[retriever]\nkind = "embedded"\n'
CHUNKS = [
    {"batches": [{"id": "b-1", "rejected": 0}]},
    {"chunk_id": "art", "representation": "dietas", "text": "a", "own key": [1, {"x": None}]},
    {"chunk_id": "tabla", "text": "| zona | dieta |", "batch": "b-1"},
    {"chunk_id": "resto", "text": "| resto | 3 |", "position": 3},
]


@pytest.fixture
def stored(bench):
    bench.write("chunks.jsonl", CHUNKS)
    bench.write(
        "golden.jsonl", [case("q", "tabla", question="zona"), case("r", "art", question="dietas")]
    )
    bench.run(SUITE)
    return bench.stored()


def keep(bench, stored, chunk_id="tabla", *, without=(), added=(), **facts):
    chunk = replace(stored.manifest.by_id[chunk_id], **facts)
    repair = Repair(chunk=chunk, without=without, added=added)
    tried = try_repair(stored, "q", repair, asker_for(stored))
    return keep_task(bench.db, stored, repair=repair, tried=tried, author="Marta R.")


def apply(bench, *, manifest="chunks.jsonl", to="repaired.jsonl"):
    return apply_tasks(bench.folder / manifest, bench.folder / to, tasks_of(bench.db))


def test_an_accepted_repair_is_kept_as_it_was_tried(bench, stored):
    piece = Chunk(chunk_id="tabla-2", text="x", facets={"zonas": ["a", 1.5]})
    task = keep(bench, stored, representation="zona", labels=("A", "b|c"), added=(piece,))
    assert tasks_of(bench.db, "s") == (task,)
    assert (task.key, task.status, task.author) == (1, TaskStatus.OPEN, "Marta R.")
    assert task.tried.here.after.passes
    assert tasks_of(bench.db, "another suite") == ()
    assert questions_of(bench.db, [task]) == {"q": "zona"}


def test_a_mark_is_appended_and_the_newest_counts(bench, stored):
    first, second = (
        keep(bench, stored, representation="zona"),
        keep(bench, stored, representation="b"),
    )
    mark_task(bench.db, first.key, status=TaskStatus.DONE, author="Ana")
    mark_task(bench.db, first.key, status=TaskStatus.DROPPED, author="Ana")
    assert [(t.key, t.status) for t in tasks_of(bench.db)] == [
        (second.key, TaskStatus.OPEN),
        (first.key, TaskStatus.DROPPED),
    ]
    with pytest.raises(StoreError, match="number 77"):
        mark_task(bench.db, 77, status=TaskStatus.DONE, author="Ana")


def test_nobody_signs_nothing(bench, stored):
    task = keep(bench, stored, representation="zona")
    with pytest.raises(UsageError, match="person"):
        mark_task(bench.db, task.key, status=TaskStatus.DONE, author=" ")
    with pytest.raises(UsageError, match="person"):
        keep_task(bench.db, stored, repair=task.repair, tried=task.tried, author="")


def test_a_result_is_kept_only_with_the_repair_it_was_tried_on(bench, stored):
    task = keep(bench, stored, representation="zona")
    other = Repair(chunk=replace(stored.manifest.by_id["art"], representation="x"))
    with pytest.raises(UsageError, match="not tried"):
        keep_task(bench.db, stored, repair=other, tried=task.tried, author="Ana")


def test_the_copy_holds_the_repair_and_everything_else_as_it_was(bench, stored):
    task = keep(
        bench,
        stored,
        representation="zona",
        text="| zona | dieta |\n| resto | 3 |",
        without=("resto",),
    )
    before = (bench.folder / "chunks.jsonl").read_bytes()
    assert apply(bench).made == (task,)
    made, source = read_manifest(bench.folder / "repaired.jsonl"), stored.manifest
    assert [c.chunk_id for c in made.chunks] == ["art", "tabla"]
    assert (made.by_id["art"], made.batches) == (source.by_id["art"], source.batches)
    assert made.by_id["tabla"] == task.repair.chunk
    assert (bench.folder / "chunks.jsonl").read_bytes() == before


def test_the_repaired_copy_turns_the_case_green_in_the_next_run(bench, stored):
    keep(bench, stored, representation="zona")
    apply(bench)
    suite = SUITE.replace("chunks.jsonl", "repaired.jsonl")
    assert not stored.examination.is_state("pass")[0]
    assert bench.run(suite).examination.is_state("pass").all()


def test_two_repairs_of_one_chunk_add_up(bench, stored):
    keep(bench, stored, representation="zona")
    keep(bench, stored, labels=("TABLA",))
    assert len(apply(bench).made) == 2
    made = read_manifest(bench.folder / "repaired.jsonl").by_id["tabla"]
    assert (made.representation, made.labels) == ("zona", ("TABLA",))


def test_a_repair_that_stands_already_is_not_made_twice(bench, stored):
    task = keep(bench, stored, representation="zona")
    apply(bench)
    again = apply(bench, manifest="repaired.jsonl", to="again.jsonl")
    assert (again.made, again.already) == ((), (task,))


def test_done_and_dropped_tasks_are_not_made(bench, stored):
    for status in (TaskStatus.DONE, TaskStatus.DROPPED):
        task = keep(bench, stored, representation="zona")
        mark_task(bench.db, task.key, status=status, author="Ana")
    assert apply(bench).made == ()


def test_a_manifest_that_changed_meanwhile_is_refused_with_every_task(bench, stored):
    keep(bench, stored, representation="zona")
    keep(bench, stored, text="junto", without=("resto",))
    bench.write("later.jsonl", [{"chunk_id": "tabla", "text": "otra", "representation": "ya"}])
    with pytest.raises(InputError) as refused:
        apply(bench, manifest="later.jsonl")
    assert len(refused.value.problems) == 2
    assert "representation changed" in str(refused.value)
    assert not (bench.folder / "repaired.jsonl").exists()


def test_a_chunk_that_is_gone_is_named(bench, stored):
    keep(bench, stored, representation="zona")
    bench.write("later.jsonl", [{"chunk_id": "art"}])
    with pytest.raises(InputError, match="no such chunk"):
        apply(bench, manifest="later.jsonl")


@pytest.mark.parametrize("to", ["chunks.jsonl", "no-folder/x.jsonl", "x.parquet"])
def test_a_copy_that_cannot_be_written_is_refused(bench, stored, to):
    keep(bench, stored, representation="zona")
    with pytest.raises((UsageError, InputError)):
        apply(bench, to=to)
