"""One chunk changed in place: the answers of an index built from the changed manifest."""

from dataclasses import replace
from datetime import date
from pathlib import Path

import pytest
from hypothesis import HealthCheck, given, settings
from hypothesis import strategies as st

from evalcore.errors import RetrieverError
from evalcore.model.manifest import Chunk, Manifest
from evalcore.retrievers.embedded.build import build_embedded
from evalcore.retrievers.embedded.changed import changed, over
from evalcore.retrievers.embedded.options import EmbeddedOptions
from evalcore.retrievers.protocol import Query

DAY = date(2026, 3, 15)
WORDS = ("permiso", "dietas", "viaje", "tabla", "irpf", "2025", "convenio")
TEXT = st.lists(st.sampled_from(WORDS), max_size=6).map(" ".join)
QUERIES = [Query(case_id=str(n), text=t) for n, t in enumerate([*WORDS, "permiso dietas 2025", ""])]


def build(toy, choice, chunks, **options):
    return build_embedded(
        EmbeddedOptions(kind="embedded", **options),
        manifest=Manifest(chunks=tuple(chunks)),
        embedder=choice(toy),
        folder=Path(),
        on=DAY,
        cache=None,
    )


@st.composite
def chunks(draw):
    texts = draw(st.lists(TEXT, min_size=2, max_size=8))
    return [
        Chunk(
            chunk_id=f"c{n}",
            representation=text,
            labels=draw(st.sampled_from([None, ("GOLD",)])),
            valid_to=draw(st.sampled_from([None, date(2026, 1, 1)])),
        )
        for n, text in enumerate(texts)
    ]


@st.composite
def edits(draw):
    """An index, some of it lost, one chunk changed (or brought back) and some removed."""
    listed = draw(chunks())
    ids = [c.chunk_id for c in listed]
    lost = draw(st.lists(st.sampled_from(ids), unique=True, max_size=len(ids) - 1))
    edited = replace(
        draw(st.sampled_from(listed)),
        representation=draw(TEXT),
        labels=draw(st.sampled_from([None, ("GOLD",)])),
        valid_to=None,
    )
    others = [i for i in ids if i != edited.chunk_id]
    without = draw(st.lists(st.sampled_from(others), unique=True, max_size=len(others)))
    return listed, lost, edited, tuple(without)


OPTIONS = st.sampled_from(
    [
        {"mode": "bm25"},
        {"mode": "vectors"},
        {"mode": "hybrid"},
        {
            "mode": "hybrid",
            "fusion": {"method": "weighted", "weight": 0.5},
            "boost": {"label": "GOLD", "factor": 1.2},
            "filters": {"validity": True},
            "cut": {"min_share_of_best": 0.5},
        },
    ]
)


@given(edit=edits(), options=OPTIONS)
@settings(
    deadline=None,
    max_examples=60,
    suppress_health_check=[HealthCheck.function_scoped_fixture],
)
def test_a_changed_index_answers_as_one_built_from_the_changed_manifest(toy, choice, edit, options):
    listed, lost, edited, without = edit
    before = build(toy, choice, listed, unindexed=lost, **options)
    after = changed(before, chunk=edited, without=without)
    target = [edited if c.chunk_id == edited.chunk_id else c for c in listed]
    target = [c for c in target if c.chunk_id not in without]
    still = [i for i in lost if i != edited.chunk_id and i not in without]
    scratch = build(toy, choice, target, unindexed=still, **options)
    assert after.search(QUERIES, 100) == scratch.search(QUERIES, 100)
    assert (after.chunks, after.unindexed) == (scratch.chunks, scratch.unindexed)


@given(first=chunks(), second=chunks())
@settings(
    deadline=None,
    max_examples=40,
    suppress_health_check=[HealthCheck.function_scoped_fixture],
)
def test_an_index_over_other_chunks_answers_as_one_built_from_them(toy, choice, first, second):
    before = build(toy, choice, first, mode="hybrid")
    scratch = build(toy, choice, second, mode="hybrid")
    assert over(before, second).search(QUERIES, 100) == scratch.search(QUERIES, 100)


THREE = [
    Chunk(chunk_id="a", representation="permiso por traslado"),
    Chunk(chunk_id="b", representation="dietas de viaje"),
    Chunk(chunk_id="c", representation="tabla de irpf"),
]


def ids(retriever, text):
    return retriever.search([Query(case_id="q", text=text)], 10)[0].chunk_ids


def test_only_the_changed_chunk_is_embedded(toy, choice):
    before = build(toy, choice, THREE, mode="hybrid")
    toy.asked.clear()
    changed(before, chunk=replace(THREE[1], representation="percibos"))
    assert toy.asked == ["percibos"]


def test_a_change_of_labels_embeds_nothing(toy, choice):
    before = build(toy, choice, THREE, mode="hybrid")
    toy.asked.clear()
    changed(before, chunk=replace(THREE[1], labels=("X",)))
    assert toy.asked == []


def test_the_index_that_was_changed_stays_as_it_was(toy, choice):
    before = build(toy, choice, THREE, mode="bm25")
    changed(before, chunk=replace(THREE[0], representation="dietas"), without=("b",))
    assert ids(before, "dietas") == ("b",)
    assert ids(before, "traslado") == ("a",)


def test_changes_add_up(toy, choice):
    before = build(toy, choice, THREE, mode="bm25")
    once = changed(before, chunk=replace(THREE[0], representation="percibos"))
    twice = changed(once, chunk=replace(THREE[2], representation="percibos de irpf"))
    assert ids(twice, "percibos") == ("a", "c")


def test_an_unindexed_chunk_is_found_by_nothing_until_it_is_indexed_again(toy, choice):
    lost = build(toy, choice, THREE, mode="hybrid", unindexed=["b"])
    assert "b" not in ids(lost, "dietas de viaje")
    assert ids(changed(lost, chunk=THREE[1]), "dietas de viaje")[0] == "b"


@pytest.mark.parametrize("unindexed", [["nobody"], ["a", "b", "c"]])
def test_b53_unindexed_chunks_are_some_of_the_manifest(toy, choice, unindexed):
    with pytest.raises(RetrieverError, match="unindexed"):
        build(toy, choice, THREE, unindexed=unindexed)


def test_a_text_that_cannot_be_embedded_makes_no_index(toy, choice):
    before = build(toy, choice, THREE, mode="vectors")
    toy.fails_on = "percibos"
    with pytest.raises(RetrieverError, match="refused"):
        changed(before, chunk=replace(THREE[0], representation="percibos"))
