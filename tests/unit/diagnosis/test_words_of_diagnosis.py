"""Words, tables, versions and drafts: what the probes read texts with."""

from datetime import date

import pytest

from evalcore.diagnosis.corpus import Corpus, begins_with_heading, heading_of
from evalcore.diagnosis.describe import as_others_are, describe
from evalcore.diagnosis.tables import table_in
from evalcore.diagnosis.versions import is_older, successor
from evalcore.diagnosis.words import covered, figures, lacking, likeness, within
from evalcore.model.manifest import Chunk, Manifest

from support.case_files import chunk, chunks

TABLE = "Percibos\n| Zona | Dieta |\n|---|---|\n| Europa | 91 € |\n| Asia | 104 € |"


@pytest.mark.parametrize(
    ("part", "whole", "there"),
    [
        ("cuatro días", "Son CUATRO  dias al año", True),
        ("| Europa | 91 €", TABLE, True),
        ("día", "días", False),
        ("", "anything", False),
        ("a b", "a x b", False),
    ],
)
def test_a_quote_is_found_by_its_words_in_order(part, whole, there):
    assert within(part, whole) is there


def test_words_that_say_something():
    assert figures("91 160 €") == 1.0
    assert figures("") == 0.0
    assert covered("", "x") == 1.0
    assert lacking("¿Cuánto se paga por teletrabajar?", "El teletrabajo se paga.") == ()
    assert likeness("uno dos", "dos uno") == 1.0


def test_a_table_tells_header_rows_and_what_stands_above():
    table = table_in(TABLE)
    assert (table.header, table.columns, table.before) == (("Zona", "Dieta"), 2, "Percibos")
    assert table.row_names == ("Europa", "Asia")
    headless = table_in("| Asia | 104 € |\n| África | 99 € |")
    assert (headless.header, headless.columns) == ((), 2)


@pytest.mark.parametrize("text", [None, "", "no bars", "one | bar only"])
def test_what_is_no_table(text):
    assert table_in(text) is None


def test_a_draft_names_heading_columns_and_rows_and_no_figures():
    draft = describe(Chunk(chunk_id="t", title="Tabla: Percibos", text=TABLE))
    assert draft == "Tabla: Percibos. Zona, Dieta. Europa, Asia"


def test_a_draft_of_a_text_takes_its_first_sentence():
    told = Chunk(chunk_id="t", title="Guía: Plazos", text="Plazos\nSon diez días. Luego, nada.")
    assert describe(told) == "Guía: Plazos. Son diez días"
    assert describe(Chunk(chunk_id="t")) == ""


def test_the_custom_of_an_index_is_followed_where_there_is_one():
    corpus = Corpus(manifest=Manifest(chunks=tuple(chunks())))
    assert as_others_are(corpus, chunk(0)) == chunk(0).representation
    own = [chunk(n, representation=f"en palabras propias, la {n}") for n in range(12)]
    assert as_others_are(Corpus(manifest=Manifest(chunks=tuple(own))), chunk(0)) is None


def test_headings_are_the_end_of_titles():
    assert heading_of(chunk(3)) == "Apartado excedencia 3"
    assert begins_with_heading(chunk(3))
    assert not begins_with_heading(chunk(3, title=None))


def test_neighbours_are_of_one_edition():
    old = chunk(4, chunk_id="old", valid_from=date(2020, 1, 1), valid_to=date(2026, 1, 1))
    corpus = Corpus(manifest=Manifest(chunks=(*chunks(), old)))
    before, after = corpus.neighbours(corpus.by_id("c4"))
    assert (before.chunk_id, after.chunk_id) == ("c3", "c5")
    assert corpus.neighbours(corpus.by_id("c0"))[0] is None


def dated(chunk_id, begins, ends, **facts):
    told = {"title": "Artículo 48. Suspensión.", "text": "Suspensión del contrato por nacimiento."}
    return Chunk(
        chunk_id=chunk_id, doc_id="et", valid_from=begins, valid_to=ends, **{**told, **facts}
    )


def test_versions_hand_over_on_one_day():
    old = dated("v1", date(2018, 7, 4), date(2019, 3, 7))
    new = dated("v2", date(2019, 3, 7), None)
    corpus = Corpus(manifest=Manifest(chunks=(old, new)))
    assert is_older(old, new)
    assert not is_older(new, old)
    assert successor(corpus, old, date(2026, 1, 1)) is new
    assert successor(corpus, new, date(2026, 1, 1)) is None
    assert successor(corpus, old, date(2019, 1, 1)) is None, "not expired on that day"
