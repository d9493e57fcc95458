"""The annotator's search: words, vectors where they are, and what any past run returned."""

import json

import pytest

from evalcore.model.manifest import Chunk, Manifest
from evalcore.model.words import Level
from evalcore.workflows.annotation_search import (
    WORDS,
    ManifestSearch,
    Pooled,
    asked_now,
    manifest_search,
    pool,
)
from evalcore.workflows.asking import Setup, set_up
from evalcore.workflows.reading import open_run, runs
from evalcore.workflows.run_suite import RunOptions, run_suite

CHUNKS = (
    Chunk(chunk_id="a", doc_id="d1", text="El plazo de devolución es de treinta días."),
    Chunk(chunk_id="b", doc_id="d1", text="Las dietas de viaje se pagan por día."),
    Chunk(chunk_id="c", doc_id="d2", representation="devolución de pedidos a Portugal"),
)
SUITE = """name = "s"
golden = "golden.jsonl"
manifest = "chunks.jsonl"
[retriever]
kind = "embedded"
field = "text"
"""


def search(level=Level.CHUNK):
    return ManifestSearch(manifest=Manifest(chunks=CHUNKS), level=level)


def test_every_field_of_a_chunk_is_searched_by_words():
    found = search().find("devoluciones")
    assert {one.id for one in found} == {"a", "c"}
    assert all(set(one.ranks) == {WORDS} for one in found)


def test_what_a_run_returned_is_in_the_pool_though_no_word_finds_it():
    found = search().find("devoluciones", (Pooled(run="viernes", ids=("b", "gone", "a")),))
    ranks = {one.id: one.ranks for one in found}
    assert ranks["b"] == {"viernes": 1}
    assert ranks["a"].keys() == {WORDS, "viernes"}
    assert "gone" not in ranks


def test_where_labels_name_documents_each_document_stands_once():
    found = search(Level.DOCUMENT).find("plazo dietas día devolución")
    assert sorted(one.id for one in found) == ["d1", "d2"]


@pytest.mark.parametrize("query", ["", "   ", "¿?", "xyzzy"])
def test_a_query_without_words_finds_nothing_and_breaks_nothing(query):
    assert search().find(query) == []


@pytest.fixture
def made(tmp_path):
    case = {"id": "q", "pregunta": "¿Qué plazo?", "chunks_esperados": ["a"]}
    rows = [{"chunk_id": c.chunk_id, "doc_id": c.doc_id, "text": c.text or ""} for c in CHUNKS]
    for name, values in (("chunks", rows), ("golden", [case])):
        lines = "".join(json.dumps(it, ensure_ascii=False) + "\n" for it in values)
        (tmp_path / f"{name}.jsonl").write_text(lines, "utf-8")
    (tmp_path / "suite.toml").write_text(SUITE, "utf-8")
    run_suite(tmp_path / "suite.toml", db=tmp_path / "u.db", options=RunOptions(label="lunes"))
    return tmp_path / "u.db"


def test_the_pool_holds_the_runs_that_asked_this_very_question(made):
    run = open_run(made, "lunes")
    case = run.golden.by_id["q"]
    (found,) = pool(made, run.record, case, runs(made))
    assert (found.run, found.ids[0]) == ("lunes", "a")
    from dataclasses import replace

    assert pool(made, run.record, replace(case, question="¿Otra?"), runs(made)) == ()


def test_a_draft_that_no_run_asked_is_asked_of_the_index_now(made):
    run = open_run(made, "lunes")
    (found,) = asked_now(set_up(run), run, "dietas de viaje")
    assert found.ids[0] == "b"
    assert asked_now(Setup(), run, "dietas de viaje") == ()


def test_without_vectors_in_the_suite_only_words_are_searched(made):
    run = open_run(made, "lunes")
    assert manifest_search(run, set_up(run)).vectors is None
