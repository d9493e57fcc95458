"""The symptom table in words and as JSON, the same in both."""

import json
from dataclasses import replace

import pytest

from evalcore.model.message import Message
from evalcore.model.symptom import (
    Bar,
    Bars,
    Series,
    Spread,
    Symptom,
    SymptomName,
    SymptomState,
    SymptomTable,
)
from evalcore.views.charts.palette import LIGHT
from evalcore.views.charts.symptoms import glyph, large
from evalcore.views.language import Translator
from evalcore.views.symptoms import p_value, picture_told, symptoms_view
from evalcore.views.symptoms_result import symptoms_result

EN, ES = Translator("en"), Translator("es")
HOSTILE = "<b>viajes</b>"
DOMAIN = Symptom(
    name=SymptomName.DOMAIN,
    state=SymptomState.ACTIVE,
    sentence=Message(
        "{hits} of {n} fail in {domain}, and {others} of the {rest} others.",
        {"hits": 10, "n": 11, "domain": HOSTILE, "others": 0, "rest": 58},
    ),
    chapters=("6-9",),
    points_to=None,
    review=Message("Review its stages."),
    p=3e-11,
    p_holm=6e-11,
    cases=("a", "b"),
    where=(HOSTILE,),
    picture=Bars(
        inside=(Bar(name=HOSTILE, hits=10, n=11),), rest=Bar(name=Message("the rest"), hits=0, n=58)
    ),
)
QUIET = replace(DOMAIN, name=SymptomName.TIES, state=SymptomState.QUIET, p=0.4, p_holm=1.0)
LACKS = replace(
    DOMAIN,
    name=SymptomName.DECLINE,
    state=SymptomState.NOT_ENOUGH_DATA,
    lacks=Message("{n} of the {needed} days that are needed.", {"n": 2, "needed": 6}),
    picture=None,
)


def table(*rows, failed=10):
    return SymptomTable(run_id="r", rows=rows, failed=failed, measured=69, counted=70, tested=3)


def test_active_rows_come_first_and_make_the_sentence():
    view = symptoms_view(table(QUIET, LACKS, DOMAIN), EN)
    assert [line.name for line in view.lines] == [
        SymptomName.DOMAIN,
        SymptomName.DECLINE,
        SymptomName.TIES,
    ]
    assert (view.lead, view.titles) == ("One symptom is active:", "a whole domain fails")
    assert HOSTILE not in view.titles


def test_failures_without_a_pattern_are_said_and_never_called_quiet():
    view = symptoms_view(table(QUIET), EN)
    assert view.lead == "10 of 69 measured questions fail, and no pattern explains them"
    assert symptoms_view(table(QUIET, failed=0), EN).lead.startswith("No symptom is active")


def test_a_row_that_lacks_data_says_what_and_shows_no_p():
    (line,) = symptoms_view(table(LACKS), ES).lines
    assert line.figures == "2 de los 6 días que hacen falta."
    assert line.test == "—"


@pytest.mark.parametrize(
    ("p", "said"), [(6e-11, "p < 0.001"), (0.0371, "p = 0.037"), (1.0, "p = 1"), (0.18, "p = 0.18")]
)
def test_a_p_value_is_never_zero(p, said):
    assert p_value(p, EN) == said


def test_the_picture_is_told_in_words():
    (line,) = symptoms_view(table(DOMAIN), EN).lines
    assert picture_told(line, EN) == f"A whole domain fails: {HOSTILE} 10 of 11; the rest 0 of 58"


@pytest.mark.parametrize("draw", [glyph, large])
def test_names_in_a_figure_are_escaped_b63(draw):
    figure = draw(DOMAIN.picture, LIGHT, EN)
    assert "&lt;b&gt;" in figure.to_json()
    assert "<b>via" not in figure.to_json()


def test_failures_are_hatched_so_that_the_colour_is_not_the_only_sign():
    bars = glyph(DOMAIN.picture, LIGHT, EN).data
    assert bars[0].marker.pattern.shape == "/"
    spread = large(Spread(within=(3,) * 10, over=(1,) * 10), LIGHT, EN)
    assert [bool(bar.marker.pattern.shape) for bar in spread.data] == [False, True]


def test_a_history_of_one_day_and_more_can_be_drawn():
    from datetime import date

    from evalcore.model.symptom import Point

    points = tuple(Point(on=date(2026, 1, d), run_id="r", value=90.0 - d) for d in range(1, 8))
    for few in (points[:1], points):
        assert large(Series(points=few), LIGHT, ES).data[0].y[0] == 89.0


def test_the_json_answer_is_strict_and_has_the_fields_of_the_contract():
    plain = symptoms_result(table(DOMAIN, QUIET, LACKS))
    json.dumps(plain, allow_nan=False)
    assert set(plain) >= {"run", "symptoms"}
    for row in plain["symptoms"]:
        assert set(row) >= {"symptom", "state", "statistic", "p", "cases", "chapters", "review"}
    first, _, last = plain["symptoms"]
    assert (first["symptom"], first["state"], first["p"]) == ("domain", "active", 6e-11)
    assert first["evidence"]["in"] == [{"name": HOSTILE, "hits": 10, "n": 11}]
    assert (last["state"], last["p"]) == ("not enough data", None)
