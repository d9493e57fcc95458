"""A ceiling read off the healthy cases."""

from fractions import Fraction

import numpy as np

from evalcore.gate.calibrate import (
    MARGIN,
    SHARE,
    clearly_healthy,
    highest_noise,
    proposal,
    proposals_by_domain,
)
from evalcore.model.ratios import Ratios
from evalcore.model.words import State

from support.examinations import Row, examination_of, ratios


def examined(*rows, supply=None):
    examination = examination_of(rows)
    full = [Fraction(1)] * len(rows) if supply is None else supply
    object.__setattr__(examination.measured, "supply", ratios(full))
    return examination


def passing(*noise, domain=None):
    return [Row(state=State.PASS, noise=one, domain=domain) for one in noise]


def suggested(examination, **how):
    chosen = {"share": SHARE, "margin": MARGIN} | how
    return proposal(examination, clearly_healthy(examination), **chosen)


def test_only_cases_that_pass_with_all_they_need_and_have_a_noise_are_healthy():
    rows = [
        *passing(Fraction(1, 2), None, Fraction(1, 3)),
        Row(state=State.FAIL, noise=Fraction(0)),
        Row(state=State.UNDECIDED, noise=Fraction(1, 4)),
    ]
    supply = [Fraction(1), Fraction(1), Fraction(9, 10), Fraction(1, 2), Fraction(1)]
    found = clearly_healthy(examined(*rows, supply=supply))
    assert found.tolist() == [True, False, False, False, False]


def test_the_ceiling_is_the_quantile_plus_the_margin_rounded_up_to_a_twentieth():
    examination = examined(*passing(*[Fraction(1, 3)] * 20))
    found = suggested(examination)
    assert found.base.value == Fraction(1, 3)
    assert found.ceiling == Fraction(2, 5)  # 1/3 + 1/20 = 23/60, rounded up to 8/20
    assert suggested(examination, margin=Fraction(0)).ceiling == Fraction(7, 20)


def test_the_sample_s_own_ceiling_is_what_its_healthy_cases_suggest():
    noise = [Fraction(0)] * 28 + [Fraction(1, 3)] * 7 + [Fraction(1, 2)] * 12
    noise += [Fraction(2, 3)] * 18 + [Fraction(3, 4)] * 4
    assert suggested(examined(*passing(*noise))).ceiling == Fraction(4, 5)


def test_a_ceiling_that_no_list_could_exceed_is_not_suggested():
    found = suggested(examined(*passing(*[Fraction(9, 10)] * 30)))
    assert found.base.value == Fraction(9, 10)
    assert found.ceiling is None
    assert highest_noise(10) == Fraction(9, 10)


def test_a_ceiling_at_the_most_noise_there_can_be_is_not_suggested_either():
    found = suggested(examined(*passing(*[Fraction(5, 6)] * 30)))
    assert found.base.value == Fraction(5, 6)  # 5/6 + 1/20 = 53/60, rounded up to 9/10
    assert found.ceiling is None
    assert suggested(examined(*passing(*[Fraction(4, 5)] * 30))).ceiling == Fraction(17, 20)


def test_the_margin_is_half_a_result_of_ten():
    assert suggested(examined(*passing(*[Fraction(251, 500)] * 20))).ceiling == Fraction(3, 5)


def test_cases_without_a_domain_suggest_no_ceiling_of_their_own():
    rows = [*passing(*[Fraction(1, 2)] * 3), *passing(Fraction(0), domain="faq")]
    assert list(proposals_by_domain(examined(*rows), share=SHARE, margin=MARGIN)) == ["faq"]


def test_few_cases_give_a_hint_and_none_give_nothing():
    assert suggested(examined(*passing(*[Fraction(1, 2)] * 71))).is_hint
    assert not suggested(examined(*passing(*[Fraction(1, 2)] * 72))).is_hint
    assert suggested(examined(Row(state=State.FAIL))).base is None


def test_each_domain_is_read_by_itself_the_largest_first():
    rows = [*passing(*[Fraction(1, 2)] * 3, domain="legal"), *passing(Fraction(0), domain="faq")]
    found = proposals_by_domain(examined(*rows), share=SHARE, margin=MARGIN)
    assert [(name, it.base.n, it.ceiling) for name, it in found.items()] == [
        ("legal", 3, Fraction(11, 20)),
        ("faq", 1, Fraction(1, 20)),
    ]


def test_failing_cases_never_move_the_suggestion():
    calm = passing(*[Fraction(1, 5)] * 20)
    noisy = [Row(state=State.FAIL, noise=Fraction(0))] * 50
    assert suggested(examined(*calm, *noisy)) == suggested(examined(*calm))
    assert isinstance(examined(*calm).measured.supply, Ratios)
    assert np.all(examined(*calm).measured.supply.defined)
