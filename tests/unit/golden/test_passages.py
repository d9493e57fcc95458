"""A quote stands in a text as whole words and whole figures, or it does not stand there."""

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from evalcore.golden.figures import figures
from evalcore.golden.passages import as_written, normal, part_in, places_in


@pytest.mark.parametrize(
    ("text", "quote"),
    [
        ("el plazo es de 15 días", "5 días"),
        ("son 1.200 euros", "200 euros"),
        ("un 3,5 %", "5 %"),
        ("hasta 150.000 euros", "hasta 150"),
        ("el artículo 12 bis", "el artículo 12"),
        ("según el artículo 12.3", "artículo 12"),
        ("es ilegal hacerlo", "legal hacerlo"),
        ("a las 10:30 horas", "30 horas"),
    ],
)
def test_a_quote_cut_out_of_a_longer_word_or_figure_does_not_stand_there(text, quote):
    assert quote in text
    assert list(places_in(text, quote)) == []


@pytest.mark.parametrize(
    ("text", "quote"),
    [
        ("Son 15 días, no más.", "15 días"),
        ("(200 euros)", "200 euros"),
        ("artículo 12. El plazo", "artículo 12"),
        ("«el artículo 12», dice", "artículo 12"),
    ],
)
def test_a_whole_quote_stands_there(text, quote):
    assert list(places_in(text, quote)) == [text.index(quote)]


def test_typesetting_is_folded_away_and_figures_are_not():
    assert normal("Seis\u00a0 días\n«HÁBILES»") == normal('seis días "hábiles"')
    assert normal("10²") != normal("102")
    assert normal("½ jornada") != normal("1/2 jornada")


@pytest.mark.parametrize(
    ("before", "after"),
    [
        ("quince días", "dieciséis días"),
        ("15 días", "16 días"),
        ("el título III", "el título IV"),
        ("1.200,50 euros", "1.200,05 euros"),
        ("la mitad del salario", "el doble del salario"),
        ("Five working days", "six working days"),
    ],
)
def test_a_changed_figure_is_seen_in_digits_and_in_words(before, after):
    assert figures(before) != figures(after)
    assert figures(before) == figures(before.upper() if before.islower() else before)


@settings(deadline=None, max_examples=200)
@given(st.text(max_size=60), st.text(max_size=60), st.integers(0, 40), st.integers(1, 20))
def test_what_is_found_typeset_anew_is_written_so_in_the_text(left, right, start, length):
    text = f"{left} el plazo es de treinta días {right}"
    whole = normal(text)
    passage = whole[start : start + length].strip()
    found = as_written(text, passage) if passage else None
    if passage and next(places_in(whole, passage), None) is not None:
        assert found is not None
        assert normal(found) == passage or passage in normal(found)


def test_a_cut_quote_leaves_each_chunk_its_own_part():
    quote = "treinta días naturales desde la entrega del pedido"
    assert part_in("El plazo es de treinta días naturales", quote) == "treinta días naturales"
    assert (
        part_in("Desde la entrega del pedido, y no antes", quote) == "Desde la entrega del pedido"
    )
    assert part_in("nada de eso", quote) == ""
