from dataclasses import replace

import pytest

from evalcore.model.words import Decision
from evalcore.views.against import against
from evalcore.views.charts import slope as slope_chart
from evalcore.views.charts import trend as trend_chart
from evalcore.views.charts.palette import DARK, LIGHT, palette
from evalcore.views.charts.rule import dashed
from evalcore.views.history import Past
from evalcore.views.language import Translator
from evalcore.views.outcome import outcome_of
from evalcore.views.words import Tone

EN = Translator("en")


def _words(figure):
    texts = [note.text for note in figure.layout.annotations]
    texts += [trace.hovertemplate or "" for trace in figure.data]
    texts += [str(trace.customdata) for trace in figure.data]
    texts += list(figure.layout.xaxis.ticktext or ())
    return "\n".join(texts)


@pytest.fixture(scope="module")
def past(made):
    return [Past.of(run) for run in reversed(made.week()) if run.record.suite == "despacho-laboral"]


def test_the_trend_marks_each_run_with_its_verdict_and_this_one_larger(past):
    figure = trend_chart.trend(past, "run-friday", 95.0, LIGHT, EN)
    line = figure.data[1]
    assert list(line.y) == [one.estimates["quality"].mean for one in past]
    assert line.marker.symbol[-1] == "x"
    assert line.marker.color[-1] == LIGHT.red
    assert line.marker.size[-1] > line.marker.size[0]


def test_the_trend_says_in_words_what_it_draws(past):
    assert trend_chart.told(past, EN).endswith(
        "green: 100.0, accepted; friday: 95.0, blocked (1 ingest: procedimiento de viajes)"
    )


def test_an_ingest_is_marked_between_the_runs_it_came_between(past):
    figure = trend_chart.trend(past, "run-friday", 95.0, LIGHT, EN)
    marks = figure.data[2]
    assert marks.marker.symbol == "triangle-up"
    assert list(marks.x)[-1] == len(past) - 1.5
    assert "procedimiento de viajes" in marks.customdata[-1][0]


def test_ingests_are_not_guessed_where_the_earlier_run_names_none(past):
    unknown = [replace(past[0], batches=()), past[-1]]
    assert trend_chart.arrivals(unknown, EN) == []


def test_labels_of_people_are_escaped_in_figures_b63(made, past):
    hostile = replace(past[-1], record=replace(past[-1].record, label=made.HOSTILE))
    words = _words(trend_chart.trend([*past[:-1], hostile], "run-friday", 95.0, LIGHT, EN))
    assert "<img" not in words
    assert "&lt;img" in words


def test_titles_of_people_are_escaped_in_the_slope_b63(made, states):
    outcome = outcome_of(states, "hostil=1+1")
    beside = against(outcome, outcome, EN)
    figure = slope_chart.slope(beside, LIGHT, EN, this_name="<b>x</b>")
    assert "<img" not in _words(figure)
    assert "&lt;b&gt;x" in _words(figure)


def test_the_slope_draws_expected_chunks_thick_and_names_their_ranks(made, friday, green):
    beside = against(outcome_of(friday, made.TRAVEL), outcome_of(green, made.TRAVEL), EN)
    figure = slope_chart.slope(beside, LIGHT, EN, this_name="friday")
    thick = [trace for trace in figure.data if trace.line.width > 3]
    assert [list(trace.y) for trace in thick] == [[1, 1], [3, 4], [6, 14]]
    assert thick[-1].line.color == LIGHT.red
    assert "<b>14</b>" in _words(figure)
    assert "did not exist" in _words(figure)
    assert "6 before, 14 now" in slope_chart.told(beside, EN)


def test_the_palette_follows_the_theme():
    assert (palette("dark"), palette("light"), palette(None)) == (DARK, LIGHT, LIGHT)
    assert len({LIGHT.of(tone) for tone in Tone}) == len(Tone)


def test_the_dashed_line_is_a_line_and_nothing_else():
    figure = dashed("#123456")
    assert figure.data[0].line.dash == "dash"
    assert figure.layout.height <= 20


def test_every_decision_has_a_mark_of_its_own():
    assert len({trend_chart._SYMBOLS[decision.value] for decision in Decision}) == len(Decision)
