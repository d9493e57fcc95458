"""Cells: every counted case once, unmeasured ones told apart, uncertainty said."""

from dataclasses import replace

import pytest

from evalcore.model.words import State
from evalcore.views.charts.heatmap import YLORBR, heatmap_chart, shade
from evalcore.views.charts.palette import DARK, LIGHT
from evalcore.views.heatmap import FEW, heatmap_of, surely_worse, worst_cells
from evalcore.views.heatmap_axes import By, Value, first_choice
from evalcore.views.heatmap_change import change_heatmap, shared_cases
from evalcore.views.heatmap_words import detail_words, filters, headline, notes
from evalcore.views.language import Translator

EN = Translator("en")


def cell(found, row, column):
    return next(one for one in found.cells if (one.row, one.column) == (row, column))


@pytest.mark.parametrize("by", [By.CATEGORY, By.DIFFICULTY, By.TYPE, By.SOURCE])
def test_every_counted_case_is_in_exactly_one_cell(states, by):
    found = heatmap_of(states, by, Value.FAILING)
    visible = [c.blind for c in states.examination.cases]
    counted = sum(n and not b for n, b in zip(states.examination.counted, visible, strict=True))
    assert sum(one.estimate.N for one in found.cells) == counted


def test_a_case_of_several_batches_counts_in_each(friday):
    found = heatmap_of(friday, By.BATCH, Value.FAILING)
    names = {one.column for one in found.cells if one.row == "Viajes"}
    assert {"b-oct", "b-sep"} <= names
    assert any("counts in each" in line for line in notes(found, EN))


def test_an_unmeasured_case_is_never_a_pass(states):
    found = heatmap_of(states, By.CATEGORY, Value.FAILING)
    open_cases = [one for one in found.cells if one.open]
    assert sum(one.open for one in open_cases) == 2  # one error, one undecided
    for one in open_cases:
        assert one.estimate.n < one.estimate.N
        assert one.estimate.worst > one.estimate.best
        assert "not measured" in detail_words(found, one, EN)


def test_a_cell_of_which_nothing_was_measured_has_no_value_and_no_colour(states):
    lone = next(c for c in states.examination.cases if c.id == "error")
    moved = replace(lone, domain="alone")
    cases = tuple(moved if c.id == "error" else c for c in states.examination.cases)
    run = replace(states, examination=replace(states.examination, cases=cases))
    found = heatmap_of(run, By.CATEGORY, Value.FAILING)
    one = cell(found, "alone", "hecho")
    assert one.estimate.mean is None
    assert shade(found, one, LIGHT) == LIGHT.faint
    assert one not in worst_cells(found)


def test_blind_cases_are_in_no_cell(states, made):
    for run in (states, made.states(blind=True)):
        found = heatmap_of(run, By.CATEGORY, Value.FAILING)
        ids = {c.id for c in run.examination.cases if not c.blind}
        assert sum(one.estimate.N for one in found.cells) <= len(ids)
    assert heatmap_of(made.states(blind=True), By.CATEGORY, Value.FAILING).cells == ()


def test_small_cells_are_hatched_and_carry_their_interval(friday):
    found = heatmap_of(friday, By.CATEGORY, Value.FAILING)
    figure = heatmap_chart(found, LIGHT, EN)
    bars = figure.data[0]
    for place, one in enumerate(found.drawn):
        assert (bars.marker.pattern.shape[place] == "/") == (one.estimate.n < FEW)
        assert f"n={one.estimate.n}" in bars.text[place]
        if one.is_small:
            assert "…" in bars.text[place]
        assert "95% interval" in bars.customdata[place][1]


def test_the_bars_cover_their_cells_to_the_corner(friday):
    found = heatmap_of(friday, By.CATEGORY, Value.FAILING)
    bars = heatmap_chart(found, LIGHT, EN).data[0]
    assert set(bars.y) == {1}
    assert bars.width == 1
    assert {base % 1 for base in bars.base} == {0.5}
    assert [data[0] for data in bars.customdata] == list(range(len(found.drawn)))


def test_worse_is_darker_on_paper_and_brighter_in_the_dark(friday):
    failing = heatmap_of(friday, By.CATEGORY, Value.FAILING)
    recall = heatmap_of(friday, By.CATEGORY, Value.RECALL)
    bad, good = ("Viajes", "numérica"), ("Legal", "hecho")

    def light(found, where, colours):
        return sum(
            int(shade(found, cell(found, *where), colours)[i : i + 2], 16) for i in (1, 3, 5)
        )

    for found in (failing, recall):
        assert light(found, bad, LIGHT) < light(found, good, LIGHT)
        assert light(found, bad, DARK) > light(found, good, DARK)
    assert shade(failing, cell(failing, *good), LIGHT) == YLORBR[0]


def test_the_surest_bad_news_comes_first(friday):
    found = heatmap_of(friday, By.CATEGORY, Value.FAILING)
    (worst,) = worst_cells(found)
    assert (worst.row, worst.column, worst.failed) == ("Viajes", "numérica", 1)
    assert headline(found, EN) == "1 of 4 cells has failing cases"


def test_the_filters_of_a_cell_show_exactly_its_counted_cases(states):
    from evalcore.views.cases import Wanted, case_table

    table = case_table(states.examination, states.policy, states.manifest)
    found = heatmap_of(states, By.CATEGORY, Value.FAILING)
    for one in found.cells:
        params = filters(found, one)
        wanted = Wanted(
            domains=tuple(v for k, v in params.items() if k == "domain"),
            categories=tuple(v for k, v in params.items() if k == "category"),
            states=tuple(params.get("state", ())),
            without=tuple(params.get("without", ())),
        )
        rows = table.choose(wanted)
        assert len(rows) == one.estimate.N
        assert not {table.states[i] for i in rows} & {State.DRAFT, State.BLIND, State.RETIRED}


def test_the_change_is_over_shared_cases_with_its_sign(friday, green):
    found = change_heatmap(friday, green, By.CATEGORY, Value.RECALL)
    worse = cell(found, "Viajes", "numérica")
    assert worse.estimate.mean == pytest.approx(2 / 3 - 1)
    assert cell(found, "Legal", "hecho").estimate.mean == 0
    assert shared_cases(friday, green) == 20
    assert worst_cells(found) == (worse,)
    assert surely_worse(found) == 0  # one case proves nothing


def test_a_case_whose_content_changed_is_not_compared(friday, green):
    index = friday.examination.index_of["caso-003"]
    cases = list(friday.examination.cases)
    cases[index] = replace(cases[index], question="¿Otra cosa?")
    run = replace(friday, examination=replace(friday.examination, cases=tuple(cases)))
    assert shared_cases(run, green) == 19
    found = change_heatmap(run, green, By.CATEGORY, Value.FAILING)
    assert sum(one.estimate.N for one in found.cells) == 19


def test_the_first_columns_are_a_kind_that_tells_cases_apart(friday):
    assert first_choice(friday) is By.CATEGORY


def test_people_s_words_are_escaped_in_the_figure_b63(states):
    text = heatmap_chart(heatmap_of(states, By.CATEGORY, Value.FAILING), LIGHT, EN).to_json()
    assert "<img" not in text.replace("\\u003c", "<")
