"""The noise page's figures: who is counted, what a ceiling does, what is suggested."""

from dataclasses import replace
from fractions import Fraction
from xml.etree import ElementTree as ET

import numpy as np
import pytest

from evalcore.gate.calibrate import MARGIN, SHARE
from evalcore.views import noise, noise_case, noise_scores
from evalcore.views.charts.noise_case import case_chart
from evalcore.views.charts.noise_histogram import histogram
from evalcore.views.charts.noise_scores import margins_chart, scores_chart
from evalcore.views.charts.noise_small import small_histogram
from evalcore.views.charts.noise_sweep import sweep_chart
from evalcore.views.charts.palette import DARK, LIGHT
from evalcore.views.language import Translator
from evalcore.views.noise_ceiling import bins, effect, judged_cases, over_ids, sweep
from evalcore.views.noise_domains import ceilings_of, domains, setting
from evalcore.views.noise_redundant import about_redundancy, redundancy_of
from evalcore.views.noise_words import headline, in_force_words

from support.held import held_of

EN = Translator("en")


def with_ceiling(run, ceiling, **more):
    return replace(run.policy, noise=replace(run.policy.noise, ceiling=ceiling, **more))


def test_every_passing_case_is_in_one_bin_and_failing_ones_stand_apart(friday):
    found = bins(friday.examination, friday.policy)
    assert int((found.under + found.over).sum()) == judged_cases(friday.examination) == 19
    assert int(found.failing.sum()) == 1
    assert found.failing[0] == 1  # misranked: noise 0 by the literal rule


def test_the_page_says_why_a_failing_case_looks_clean(friday, states):
    said = noise.about_groups(noise.groups(friday.examination), EN)
    assert len(said) == 1
    assert said[0].startswith("1 failing case shows noise 0: its expected chunk lies below")
    said = " ".join(noise.about_groups(noise.groups(states.examination), EN))
    assert "an expected chunk did not come back" in said
    assert "2 cases could not be measured" in said


@pytest.mark.parametrize("ceiling", [Fraction(0), Fraction(1, 2), Fraction(17, 20)])
def test_bars_over_the_ceiling_are_the_cases_of_the_noise_rule(friday, ceiling):
    policy = with_ceiling(friday, ceiling)
    found = bins(friday.examination, policy)
    verdict = held_of(friday).under(policy).verdict
    rule = next(one for one in verdict.rules if one.rule == "noise")
    assert int(found.over.sum()) == len(rule.cases)
    steps = len(found.edges) - 1
    edge = int(ceiling * steps)
    assert found.over[: edge + 1].sum() == 0
    assert found.under[edge + 1 :].sum() == 0


def test_the_sweep_is_the_gate_itself_at_every_ceiling(friday):
    held = held_of(friday)
    ceilings = noise.ceiling_options(10, friday.policy.noise.ceiling)
    points = sweep(friday.policy, ceilings, lambda policy: held.under(policy).verdict)
    assert [point.ceiling for point in points] == ceilings
    overs = [point.over for point in points]
    assert overs == sorted(overs, reverse=True)
    for point in points:
        verdict = held.under(with_ceiling(friday, point.ceiling)).verdict
        assert point.decision is verdict.decision


def test_the_effect_names_the_tolerance_and_the_rules_that_decide_all_the_same(friday):
    policy = with_ceiling(friday, Fraction(0), tolerance=Fraction(1, 10))
    verdict = held_of(friday).under(policy).verdict
    found = effect(verdict, policy, judged_cases(friday.examination), EN)
    assert found.machine == "BLOCK"
    assert "19 of 19 passing cases are over their ceiling" in found.sentence
    assert "the tolerance (10%) admits 1." in found.sentence
    assert "Curated syntheses (gold)" in found.others
    assert len(over_ids(friday.examination, policy, 5)) == 5


def test_every_ceiling_says_its_own_sentence_even_where_it_changes_nothing(friday):
    held = held_of(friday)
    told = []
    for ceiling in noise.ceiling_options(10):
        policy = with_ceiling(friday, ceiling)
        told.append(effect(held.under(policy).verdict, policy, 19, EN).sentence)
    assert len(set(told)) == len(told) > len({words.split(" of ")[0] for words in told})


def test_no_ceiling_is_offered_that_no_list_could_exceed():
    options = noise.ceiling_options(10, Fraction(2, 3))
    assert max(options) == Fraction(17, 20)
    assert Fraction(2, 3) in options
    assert options == sorted(options)
    assert noise.ceiling_options(1) == []


def test_a_domain_s_own_ceiling_moves_only_its_cases(friday):
    policy = with_ceiling(friday, Fraction(17, 20), domain={"Legal": Fraction(0)})
    found = {one.name: one for one in _domains(friday, policy)}
    assert found["Legal"].over == int(found["Legal"].counts.sum()) > 0
    assert found["Legal"].own
    others = [one for name, one in found.items() if name != "Legal"]
    assert {(one.ceiling, one.own) for one in others} == {(Fraction(17, 20), False)}


def _domains(run, policy):
    return domains(run.examination, policy, share=SHARE, margin=MARGIN)


@pytest.mark.parametrize(
    ("said", "expected"),
    [
        (["legal=1/2"], {"legal": Fraction(1, 2), "faq": Fraction(1, 4)}),
        (["faq="], {}),
        (["a=b=1/2"], {"a=b": Fraction(1, 2), "faq": Fraction(1, 4)}),
        (["legal=2", "legal=x", "legal=1/0", "=1/2", "nothing"], {"faq": Fraction(1, 4)}),
    ],
)
def test_ceilings_of_domains_live_in_the_url_and_nonsense_is_left_out(said, expected):
    assert ceilings_of(said, {"faq": Fraction(1, 4)}) == expected


def test_a_setting_of_a_domain_reads_back():
    assert ceilings_of([setting("a=b", Fraction(2, 3))], {}) == {"a=b": Fraction(2, 3)}
    assert ceilings_of([setting("a", None)], {"a": Fraction(1, 2)}) == {}


def test_the_means_are_those_of_healthy_cases_with_the_perfect_order_beside(green):
    parts = noise.parts_of(green)
    found = noise.means(green.examination, parts)
    values = green.examination.measured.noise.values()
    assert found.noise.mean == pytest.approx(np.mean(values))
    assert found.noise.n == found.perfect.n == 20
    assert found.perfect.mean >= found.noise.mean
    assert "sorting better cannot lower it" in noise.about_means(found, EN)


def test_the_worked_example_obeys_its_own_formulas():
    first, second = noise.worked_example(10, EN)
    assert "(10 − 6)/10 = 4/10" in first
    assert "1 − 3/10 = 7/10" in second
    assert noise.worked_example(3, EN) == []


def test_every_result_of_the_healthy_cases_is_in_one_of_the_three_curves(green):
    parts = noise.parts_of(green)
    found = noise_scores.heights(green.examination, parts)
    assert sum(one.n for one in found) == int(green.examination.measured.returned.sum())


def test_margins_count_every_healthy_case_once(green):
    parts = noise.parts_of(green)
    found = noise_scores.margins(green.examination, parts)
    assert found.n + found.without == 20
    assert int(found.counts.sum()) == found.n
    assert 0 <= found.low <= found.apart / found.n <= found.high <= 1
    assert f"In {found.apart} of {found.n} cases" in noise_scores.about_margins(found, EN)


def test_one_case_is_told_by_the_places_of_its_results(green, made):
    parts = noise.parts_of(green)
    case = noise_case.noise_case(green, parts, made.TRAVEL, EN)
    assert [one.rank for one in case.results] == list(range(1, 11))
    assert [one.rank for one in case.results if one.kind == 0] == [1, 3, 6]
    assert case.line == case.results[5].height
    assert [one.value for one in case.figures] == ["3/3", "3/10", "4/10", "7/10"]


def test_blind_cases_are_never_offered_or_drawn(made):
    run = made.states(blind=True)
    parts = noise.parts_of(run)
    assert noise_case.choices(run) == ()
    assert noise_case.noise_case(run, parts, "ciega-secreta", EN) is None


def test_without_texts_redundancy_is_not_claimed_to_be_absent(green):
    bare = replace(green, manifest=None)
    found = redundancy_of(bare, noise.parts_of(bare))
    assert "cannot be told" in about_redundancy(found, EN)


def test_the_words_name_what_is_in_force_and_where_the_book_starts(green):
    words = in_force_words(green, green.policy, "90ab12cd" * 8, EN)
    assert "version 90ab12cd" in words
    assert "starts at 30%" in words
    assert "judged by another" not in words
    other = with_ceiling(green, Fraction(1, 5))
    assert "judged by another version" in in_force_words(green, other, "0" * 64, EN)
    assert headline(green, noise.groups(green.examination), EN).startswith("All 20 passing")


@pytest.mark.parametrize("colours", [LIGHT, DARK])
def test_no_figure_tells_anything_by_colour_alone(friday, green, colours):
    parts = noise.parts_of(green)
    policy = with_ceiling(friday, Fraction(1, 2))
    held = held_of(friday)
    found = bins(friday.examination, policy)
    shown = histogram(found, Fraction(1, 2), Fraction(3, 10), colours, EN)
    assert len({bar.marker.pattern.shape for bar in shown.data}) == len(shown.data)
    points = sweep(policy, noise.ceiling_options(10), lambda it: held.under(it).verdict)
    swept = sweep_chart(points, Fraction(1, 2), colours, EN)
    assert len({bar.marker.pattern.shape for bar in swept.data}) == 2
    scores = scores_chart(noise_scores.heights(green.examination, parts), colours, EN)
    assert len({line.line.dash for line in scores.data}) == len(scores.data) == 3
    margins = margins_chart(noise_scores.margins(green.examination, parts), colours, EN)
    assert len(set(margins.data[0].marker.pattern.shape)) == 2
    (one, *_) = _domains(friday, policy)
    small = small_histogram(one.counts, one.edges, one.ceiling, colours)
    pattern, drawn = small.split("</defs>")
    assert colours.orange in pattern
    assert colours.orange not in drawn
    assert 'fill="url(#over)"' in drawn
    case = noise_case.noise_case(green, parts, "caso-001", EN)
    chart = case_chart(case, colours, EN)
    assert len({trace.marker.symbol for trace in chart.data}) == len(chart.data)


def test_a_domains_picture_is_a_whole_svg_with_a_bar_for_every_bin_that_holds_a_case(friday):
    (one, *_) = _domains(friday, friday.policy)
    text = small_histogram(one.counts, one.edges, Fraction(1, 2), LIGHT)
    drawn = ET.fromstring(text)  # noqa: S314 our own file
    name = "{http://www.w3.org/2000/svg}"
    bars = drawn.findall(f"{name}rect")
    held = [edge for edge, n in zip(one.edges, one.counts.tolist(), strict=True) if n]
    assert len(bars) == len(held) > 0
    assert [bar.get("fill") == "url(#over)" for bar in bars] == [it > Fraction(1, 2) for it in held]
    tallest = max(float(bar.get("height")) for bar in bars)
    assert tallest <= float(drawn.get("height"))
    (line,) = drawn.findall(f"{name}line")
    right = {bar.get("fill"): float(bar.get("x")) for bar in bars}
    if len(right) == 2:
        assert right[LIGHT.teal] < float(line.get("x1")) <= right["url(#over)"] + 2
