from datetime import date
from fractions import Fraction

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from evalcore.model.message import Message
from evalcore.views.language import Translator, best_language

EN, ES = Translator("en"), Translator("es")


@pytest.mark.parametrize(
    ("locale", "language"),
    [
        ("es-MX", "es"),
        ("es", "es"),
        ("ES_es", "es"),
        ("en-GB", "en"),
        ("de-DE", "en"),
        (None, "en"),
        ("", "en"),
    ],
)
def test_the_language_follows_the_browser_and_is_english_elsewhere(locale, language):
    assert best_language(locale) == language


def test_numbers_are_written_as_the_language_writes_them():
    assert (EN.number(0.8621, 3), ES.number(0.8621, 3)) == ("0.862", "0,862")
    assert (EN.percent(0.98), ES.percent(0.98)) == ("98%", "98\u00a0%")
    assert (EN.percent(Fraction(2, 3), 1), ES.percent(Fraction(2, 3), 1)) == (
        "66.7%",
        "66,7\u00a0%",
    )
    assert ES.number(1234567.5, 1) == "1.234.567,5"


@pytest.mark.parametrize(
    ("language", "few", "many"), [(EN, "68/69", "3,334/20,000"), (ES, "68/69", "3.334/20.000")]
)
def test_how_many_of_how_many_is_read_as_easily_where_there_are_thousands(language, few, many):
    assert language.out_of(68, 69) == few
    assert language.out_of(3_334, 20_000) == many


def test_a_number_of_any_size_can_be_written():
    assert EN.number(1e25) == "1.00000e+25"
    assert ES.number(10**400) == "1.00000e+400"
    assert ES.number(-(10**14)) == "-100.000.000.000.000"


def test_dates_follow_the_reader_s_clock():
    madrid = Translator("es", "Europe/Madrid")
    assert madrid.moment("2026-11-27T16:40:00Z") == "vie 27 nov 2026, 17:40"
    assert Translator("en").moment("2026-11-27T16:40:00+00:00", short=True) == "27 Nov 16:40"
    assert ES.day(date(2026, 11, 27)) == "27 nov 2026"


def test_a_stored_text_that_is_no_time_is_shown_as_it_is():
    assert EN.moment("yesterday") == "yesterday"


def test_an_unknown_time_zone_falls_back_to_utc():
    assert (
        Translator("en", "Nowhere/../etc").moment("2026-11-27T16:40:00Z", short=True)
        == "27 Nov 16:40"
    )


def test_fractions_in_sentences_stay_exact():
    message = Message(
        "Failed questions: {n} of {N}, more than the {limit} tolerated.",
        {"n": 4, "N": 50, "limit": Fraction(5, 100)},
    )
    assert EN.message(message) == "Failed questions: 4 of 50, more than the 5% tolerated."
    assert ES.message(message) == "Preguntas suspensas: 4 de 50, más del 5\u00a0% tolerado."
    assert EN.figure(Fraction(1, 3)) == "1/3"
    assert EN.figure(Fraction(1, 8)) == "12.5%"
    assert EN.figure(Fraction(7)) == "7"


def test_format_specs_of_a_template_are_kept():
    assert ES.message(Message("{a:.2f} {b:.1%}", {"a": 1.5, "b": 0.25})) == "1,50 25,0\u00a0%"


def test_plurals_choose_the_form_of_the_language():
    one, many = "{n} run is stored", "{n} runs are stored"
    assert [EN.plural(one, many, n) for n in (1, 2)] == ["1 run is stored", "2 runs are stored"]
    assert [ES.plural(one, many, n) for n in (1, 0)] == [
        "1 ejecución guardada",
        "0 ejecuciones guardadas",
    ]


def test_an_untranslated_sentence_is_shown_in_english_rather_than_lost():
    assert (
        ES.message(Message("A rule nobody translated: {n}.", {"n": 3}))
        == "A rule nobody translated: 3."
    )


@given(st.text())
@settings(deadline=None, max_examples=60)
def test_text_of_people_enters_a_sentence_unchanged_b63(text):
    for t in (EN, ES):
        assert t.text("Rule: {title}", title=text).endswith(": " + text)


def test_lists_are_joined_in_the_language():
    assert EN.joined(["3", "14", "27"]) == "3, 14, and 27"
    assert ES.joined(["3", "14"]) == "3 y 14"
