"""Tokens: what is typed without accents or in another number meets what is written."""

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from evalcore.retrievers.embedded.stopwords import STOPWORDS
from evalcore.retrievers.embedded.tokens import Tokenizer, fold

ES, EN, NONE = Tokenizer("es"), Tokenizer("en"), Tokenizer("none")


@pytest.mark.parametrize(
    ("asked", "written"),
    [
        ("devolución", "devoluciones"),
        ("devolucion", "DEVOLUCIÓN"),
        ("nómina", "nominas"),
        ("percibo", "percibos"),
        ("desplazamiento internacional", "desplazamientos internacionales"),
    ],
)
def test_spanish_forms_of_one_word_meet(asked, written):
    assert ES(asked) == ES(written)


def test_english_forms_of_one_word_meet():
    assert EN("returned expenses") == EN("returns expense")


def test_n_with_tilde_is_a_letter_and_not_an_accent():
    assert ES("año") != ES("ano")


def test_composed_and_decomposed_letters_are_folded_alike():
    assert fold("canción año") == fold("cancio\u0301n an\u0303o")


def test_stop_words_go_and_negations_stay():
    assert ES("¿Qué es lo que no se paga?") == ["no", "pag"]


def test_codes_keep_their_figures():
    assert ES("RD-1561/1995, art. 34.1") == ["rd", "1561", "1995", "art", "34", "1"]


def test_no_language_means_folded_words_only():
    assert NONE("Las Devoluciones del Año") == ["las", "devoluciones", "del", "año"]


@pytest.mark.parametrize("language", ["es", "en"])
def test_stop_words_are_written_as_fold_gives_them(language):
    assert {word for word in STOPWORDS[language] if fold(word) != word} == set()


@given(st.text(max_size=40))
@settings(deadline=None, max_examples=80)
def test_folding_twice_changes_nothing_more(text):
    assert ES(fold(text)) == ES(text)
