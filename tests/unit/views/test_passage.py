from hypothesis import given, settings
from hypothesis import strategies as st

from evalcore.views.language import Translator
from evalcore.views.passage import MOST_ROWS, passage

EN = Translator("en")
TABLE = "Percibos\n| Perfil | Dieta |\n|---|---|\n" + "\n".join(
    f"| P{n} | {n} € |" for n in range(15)
)


def test_a_table_shows_its_first_rows_and_counts_the_rest():
    shown = passage(TABLE, EN)
    assert shown.words == "Percibos"
    assert shown.columns == ("Perfil", "Dieta")
    assert len(shown.rows) == MOST_ROWS
    assert shown.rows[0] == ("P0", "0 €")
    assert shown.more == "The first 6 of 15 rows."


def test_a_short_text_is_whole_and_a_long_one_says_that_it_goes_on():
    assert passage("  Una frase. ", EN).words == "Una frase."
    long = passage("palabra " * 500, EN)
    assert long.words.endswith("…")
    assert long.more == "The text goes on."


def test_ragged_rows_keep_their_words():
    shown = passage("| a | b |\n|---|---|\n| 1 | 2 | 3 |\n| 4 |", EN)
    assert shown.rows == (("1", "2 | 3"), ("4", ""))


@settings(deadline=None, max_examples=100)
@given(st.text(alphabet="|-: ab\n", max_size=80))
def test_any_text_has_as_many_cells_as_columns(text):
    shown = passage(text, EN)
    assert all(len(row) == len(shown.columns) for row in shown.rows)
