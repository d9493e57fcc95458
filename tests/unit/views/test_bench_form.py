from dataclasses import replace
from datetime import date

import pytest

from evalcore.diagnosis.corpus import Corpus
from evalcore.model.diagnosis import Answer, Finding, ProbeName
from evalcore.model.manifest import Chunk, Manifest
from evalcore.model.message import Message
from evalcore.model.repair import Repair
from evalcore.views.bench_form import (
    KNIFE,
    choices,
    corpus_of,
    drafted,
    form_of,
    offered,
    repair_of,
    unindexed,
)

TEXT = "Dietas\nEn Europa, 91 euros."
MINE = Chunk(
    chunk_id="b",
    doc_id="d",
    text=TEXT,
    title="Dietas",
    representation="Dietas por zona",
    labels=("TABLA",),
    domain="viajes",
    position=2,
)
OTHERS = (
    Chunk(chunk_id="a", doc_id="d", text="Ámbito\nTodos.", position=1, domain="legal"),
    Chunk(chunk_id="c", doc_id="d", text="En América, 98 euros.", position=3, labels=("Z", "A")),
    Chunk(chunk_id="z", doc_id="otro", text="Otro.", position=1),
)


@pytest.fixture
def corpus():
    return Corpus(manifest=Manifest(chunks=(OTHERS[0], MINE, *OTHERS[1:])))


def _found(**evidence):
    return Finding(
        probe=ProbeName.LABELS, answer=Answer.CONFIRMED, sentence=Message("x"), evidence=evidence
    )


def test_the_manifest_offers_its_labels_domains_and_neighbours(corpus):
    told = choices(corpus, MINE)
    assert told.labels == ("A", "TABLA", "Z")
    assert told.domains == ("legal", "viajes")
    assert told.neighbours == ("a", "c")


def test_a_form_left_alone_is_no_repair_whatever_was_not_said(corpus):
    bare = Chunk(chunk_id="z", doc_id="otro", text="Otro.", position=1)
    assert repair_of(corpus, bare, form_of(bare)) == Repair(chunk=bare)
    assert repair_of(corpus, MINE, form_of(MINE)) == Repair(chunk=MINE)


@pytest.mark.parametrize(
    ("changes", "fields"),
    [
        ({"description": "Nueva"}, {"representation": "Nueva"}),
        ({"labels": ("A",)}, {"labels": ("A",)}),
        ({"domain": "legal"}, {"domain": "legal"}),
        ({"domain": ""}, {"domain": None}),
        ({"valid_to": date(2027, 1, 1)}, {"valid_from": None, "valid_to": date(2027, 1, 1)}),
    ],
)
def test_an_edit_changes_its_own_field_and_no_other(corpus, changes, fields):
    repair = repair_of(corpus, MINE, replace(form_of(MINE), **changes))
    assert repair == Repair(chunk=replace(MINE, **fields))


def test_a_cut_leaves_the_id_with_the_piece_that_holds_the_quote(corpus):
    form = replace(form_of(MINE), text=f"Dietas\n{KNIFE}\nEn Europa, 91 euros.")
    repair = repair_of(corpus, MINE, form, quote="91 euros")
    assert repair.chunk.text == "En Europa, 91 euros."
    assert [piece.text for piece in repair.added] == ["Dietas"]
    assert [piece.chunk_id for piece in repair.added] == ["b-2"]
    assert repair_of(corpus, MINE, form).chunk.text == "Dietas"


def test_new_pieces_never_take_an_id_that_is_there(corpus):
    taken = replace(OTHERS[2], chunk_id="b-2")
    fuller = Corpus(manifest=Manifest(chunks=(*corpus.manifest.chunks, taken)))
    form = replace(form_of(MINE), text=f"uno\n{KNIFE}\ndos\n{KNIFE}\ntres")
    assert [one.chunk_id for one in repair_of(fuller, MINE, form).added] == ["b-3", "b-4"]


def test_joined_neighbours_stand_in_the_order_of_the_document_and_are_gone(corpus):
    repair = repair_of(corpus, MINE, replace(form_of(MINE), joined=("a", "c")))
    assert repair.without == ("a", "c")
    assert (
        repair.chunk.text == "Ámbito\nTodos.\nDietas\nEn Europa, 91 euros.\nEn América, 98 euros."
    )
    assert repair.chunk.chunk_id == "b"


def test_a_new_text_is_described_anew_unless_a_person_described_it(corpus):
    form = replace(form_of(MINE), text="Plus de Asia\nSon 18 euros.")
    made = repair_of(corpus, MINE, form).chunk
    assert made.representation == drafted(corpus, made)
    assert made.representation != MINE.representation
    own = repair_of(corpus, MINE, replace(form, description="Mía"))
    assert own.chunk.representation == "Mía"


def test_the_diagnosis_fills_in_draft_dates_domain_and_pieces(corpus):
    assert offered(corpus, MINE, None) == form_of(MINE)
    assert offered(corpus, MINE, _found(draft="Escrita")).description == "Escrita"
    dated = offered(corpus, MINE, _found(corrected={"valid_from": "2026-01-01", "valid_to": None}))
    assert (dated.valid_from, dated.valid_to) == (date(2026, 1, 1), None)
    assert offered(corpus, MINE, _found(corrected={"domain": "legal"})).domain == "legal"
    pieces = [{"chunk_id": "b", "text": "x"}, {"chunk_id": "c", "text": "y"}, {"chunk_id": "?"}]
    assert offered(corpus, MINE, _found(pieces=pieces)).joined == ("c",)


def test_the_field_of_the_index_comes_from_the_suite(friday):
    assert corpus_of(friday).field == "representation"
    suite = {"retriever": {"kind": "embedded", "field": "text"}}
    assert corpus_of(replace(friday, suite=suite)).field == "text"
    assert corpus_of(replace(friday, manifest=None)) is None


def test_a_chunk_that_the_suite_says_is_not_indexed_is_known_as_such(friday):
    lost = replace(friday, suite={"retriever": {"unindexed": ["c1"]}})
    assert unindexed(lost, "c1")
    assert not unindexed(lost, "c2")
    assert not unindexed(friday, "c1")
