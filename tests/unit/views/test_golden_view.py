"""The golden set in pictures and words: no figure invented, no name read as markup."""

from datetime import date

import pytest

from evalcore.golden.coverage import Plot
from evalcore.golden.kinds import Kind
from evalcore.golden.report import report_on
from evalcore.golden.subject import Subject
from evalcore.model.case import Case, Expected, GoldenSet
from evalcore.model.manifest import Chunk, Manifest
from evalcore.views import golden as view
from evalcore.views.charts.palette import LIGHT
from evalcore.views.charts.shares import shares
from evalcore.views.charts.territory import MOST_DOCUMENTS, drawn, territory
from evalcore.views.language import Translator
from evalcore.views.words import Tone

NASTY = "<img src=x onerror=1>"
T = Translator()


def report(*cases):
    manifest = Manifest(chunks=(Chunk(chunk_id="a", doc_id=NASTY, domain=NASTY, text="t"),))
    golden = GoldenSet(name="g", cases=cases)
    return report_on(Subject(golden=golden, on=date(2026, 1, 1), manifest=manifest))


def case(case_id, **more):
    return Case(id=case_id, question=case_id, expected=(Expected(chunk_id="a"),), **more)


def test_a_missing_kind_is_to_mend_and_a_present_one_is_good():
    tones = {bar.label: bar.tone for bar in view.composition(report(case("q", type="codes")), T)}
    assert tones["Codes and names"] is Tone.GOOD
    assert tones["Multi-hop"] is Tone.WARN
    assert tones["Plain questions"] is Tone.QUIET


def test_every_bar_carries_its_count_and_the_whole():
    told = report(*(case(f"q{n}", type="codes") for n in range(3)), case("p"))
    bars = {bar.label: (bar.n, bar.N) for bar in view.composition(told, T)}
    assert bars["Codes and names"] == (3, 4)
    assert sum(told.origins.values()) == 4
    assert told.kinds[Kind.PLAIN] == 1


def test_people_s_names_are_escaped_in_the_pictures_b63():
    told = report(case("q"))
    spec = territory(told.plots, LIGHT, T).to_json()
    assert "<img" not in spec
    assert "\\u003cimg" not in spec
    assert shares(view.composition(told, T), LIGHT, T, band=(0.1, 0.2)).data[0].x[0] == 0


@pytest.mark.parametrize(("n", "tiles"), [(5, 5), (MOST_DOCUMENTS + 1, 2)])
def test_too_many_documents_are_drawn_as_their_domains(n, tiles):
    plots = [Plot(domain=f"d{k % 2}", document=f"doc-{k}", chunks=2, cases=k % 3) for k in range(n)]
    shown = drawn(plots)
    assert len(shown) == tiles
    assert sum(plot.chunks for plot in shown) == 2 * n


def test_a_bar_of_thousands_is_read_as_thousands():
    bar = view.Bar(label="Support", n=3_334, N=20_000, tone=Tone.GOOD, tip="Support")
    assert list(shares([bar], LIGHT, T).data[0].text) == [" 3,334"]
