import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from evalcore.comparison.compare import compare
from evalcore.model.comparison import CaseChange, Change, Comparison, Move
from evalcore.views.charts import rank_lines as chart
from evalcore.views.charts.palette import LIGHT
from evalcore.views.compared import Compared
from evalcore.views.language import Translator
from evalcore.views.rank_lines import MOST_LINES, rank_lines

EN = Translator("en")


def _both(green, friday, moves):
    cases = tuple(
        CaseChange(
            case_id=f"caso-{n:03d}",
            change=Change.WORSENED,
            moves=(
                Move(chunk_id=f"c{n}", grade=1, gold=False, rank_before=before, rank_after=after),
            ),
        )
        for n, (before, after) in enumerate(moves)
    )
    changes = Comparison(base="b", candidate="c", differences=(), shared=20, cases=cases)
    return Compared(base=green, candidate=friday, changes=changes)


@pytest.fixture(scope="module")
def runs(green, friday):
    return green, friday


def test_ten_thousand_moves_draw_a_few_lines_and_say_so_b64(runs):
    both = _both(*runs, [(1, 2 + n % 90) for n in range(10_000)])
    lines = rank_lines(both, both.cases, EN)
    assert len(lines.lines) == MOST_LINES
    assert (
        lines.words == f"10,000 expected chunks moved; the {MOST_LINES} that moved most are drawn."
    )
    figure = chart.chart(lines, LIGHT, EN, names=("a", "b"))
    assert sum(len(trace.x) for trace in figure.data) <= 400


@settings(deadline=None, max_examples=40)
@given(
    st.lists(st.tuples(*[st.one_of(st.none(), st.integers(1, 100))] * 2), min_size=1, max_size=60)
)
def test_what_is_drawn_moved_and_what_crossed_the_cutoff_is_never_left_out(runs, moves):
    both = _both(*runs, moves)
    lines = rank_lines(both, both.cases, EN).lines
    assert all(line.before != line.after for line in lines)
    assert len(lines) == min(MOST_LINES, sum(a != b for a, b in moves))
    crossed = [(line.before or 999) <= 10 < (line.after or 999) for line in lines]
    total = sum((a or 999) <= 10 < (b or 999) for a, b in moves)
    up = sum((b or 999) <= 10 < (a or 999) for a, b in moves)
    assert sum(crossed) == total or total + up > MOST_LINES


def test_a_click_anywhere_on_a_line_names_its_case(runs):
    both = _both(*runs, [(6, 14), (3, None)])
    figure = chart.chart(rank_lines(both, both.cases, EN), LIGHT, EN, names=("a", "b"))
    for trace in figure.data:
        ids = {chart.case_of([{"customdata": list(data)}]) for data in trace.customdata}
        assert len(ids) == 1
        assert ids <= {"caso-000", "caso-001"}
    assert chart.case_of([]) is None
    assert chart.case_of([{"customdata": {"0": "x"}}]) == "x"


def test_a_line_that_sank_is_red_and_one_that_rose_is_green(runs):
    both = _both(*runs, [(6, 14), (9, 2), (None, 4)])
    figure = chart.chart(rank_lines(both, both.cases, EN), LIGHT, EN, names=("a", "b"))
    colours = {trace.customdata[0][0]: trace.line.color for trace in figure.data}
    assert colours == {"caso-000": LIGHT.red, "caso-001": LIGHT.green, "caso-002": LIGHT.green}


def test_the_figure_is_told_in_words_and_escapes_people_s_text_b63(made, green, friday):
    both = Compared(base=green, candidate=friday, changes=compare(green, friday))
    lines = rank_lines(both, both.cases, EN)
    assert f"{made.QUESTION}: 6 before, 14 now" in chart.told(lines, EN)
    figure = chart.chart(lines, LIGHT, EN, names=("<img src=x>", made.HOSTILE))
    words = str([note.text for note in figure.layout.annotations])
    assert "<img" not in words
    assert "14" in words


def test_where_nothing_moved_it_is_said(runs):
    both = _both(*runs, [(3, 3), (4, 4)])
    lines = rank_lines(both, both.cases, EN)
    assert lines.lines == ()
    assert lines.words == "All 2 expected chunks stand where they stood."
