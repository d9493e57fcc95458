import re
from html.parser import HTMLParser

import pytest

from evalcore.comparison.compare import compare
from evalcore.views.compared import Compared
from evalcore.views.history import Past
from evalcore.views.language import Translator
from evalcore.views.report import report
from evalcore.views.reported import Reported
from evalcore.views.svg_trend import HEIGHT, WIDTH, svg_trend

EN, ES = Translator("en"), Translator("es")


class _Words(HTMLParser):
    def __init__(self):
        super().__init__()
        self.tags, self.words = [], []

    def handle_starttag(self, tag, attrs):
        self.tags.append(tag)

    def handle_data(self, data):
        self.words.append(data)


def _read(html):
    parser = _Words()
    parser.feed(html)
    return parser.tags, " ".join(" ".join(parser.words).split())


@pytest.fixture(scope="module")
def reported(made, green, friday):
    both = Compared(base=green, candidate=friday, changes=compare(green, friday))
    past = [Past.of(run) for run in reversed(made.week()) if run.record.suite == "despacho-laboral"]
    return Reported(run=friday, both=both, past=past)


def test_the_report_leads_with_the_sentence_and_then_what_changed_verdict(reported, made):
    _, words = _read(report(reported, EN))
    order = [
        "Do not deploy: 1 of",
        "Questions that changed verdict",
        "Passes → Fails",
        "1 question to look at",
        "The rules",
        "The measures",
        "Over time",
    ]
    places = [words.index(one) for one in order]
    assert places == sorted(places)
    assert made.QUESTION in words
    assert "6 → 14" in words
    assert "missing: buried at rank 14" in words
    assert "95% interval" in words
    assert "20/20" in words


def test_the_report_is_one_small_file_without_script_or_request(reported):
    html = report(reported, EN)
    tags, _ = _read(html)
    assert not {"script", "img", "link", "iframe", "a", "object"} & set(tags)
    assert not re.search(r"https?:|url\(|@import|\bsrc=", html)
    assert len(html) < 100_000


def test_the_report_speaks_spanish(reported):
    _, words = _read(report(reported, ES))
    assert "No desplegar" in words
    assert "Preguntas que cambiaron de veredicto" in words
    assert "Suspende" in words


def test_hostile_text_is_shown_as_text_b63(states, made):
    html = report(Reported(run=states), EN)
    tags, words = _read(html)
    assert "img" not in tags
    assert "<img src=x onerror=1>" in words
    assert "ciega-secreta" not in html
    assert "¿Secreto?" not in html


def test_without_a_baseline_the_report_says_so(friday):
    _, words = _read(report(Reported(run=friday), EN))
    assert "There is no baseline to compare with." in words
    _, words = _read(report(Reported(run=friday, unlike="cutoff 10 and 5"), EN))
    assert "The baseline cannot be compared: cutoff 10 and 5" in words


def test_the_trend_is_inside_its_picture_and_marks_ingests_and_this_run(reported):
    drawn = svg_trend(reported.past, "run-friday", 95.0, EN)
    assert [dot.current for dot in drawn.dots] == [False] * (len(drawn.dots) - 1) + [True]
    for dot in drawn.dots:
        assert 0 < dot.x < WIDTH
        assert 0 < dot.high <= dot.y <= dot.low < HEIGHT
    assert any("procedimiento de viajes" in one.words for one in drawn.ingests)
    assert svg_trend(reported.past[:1], "x", 95.0, EN) is None
