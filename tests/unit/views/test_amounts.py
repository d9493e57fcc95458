from fractions import Fraction

import numpy as np
from hypothesis import given, settings
from hypothesis import strategies as st

from evalcore.model.ratios import Ratios
from evalcore.views import amounts
from evalcore.views.language import Translator

EN, ES = Translator("en"), Translator("es")
SHARES = st.fractions(min_value=0, max_value=1, max_denominator=2000)


@given(SHARES, SHARES)
@settings(deadline=None, max_examples=150)
def test_a_value_never_looks_like_a_limit_that_it_is_not(value, limit):
    shown, other = amounts.share(value, limit, EN), amounts.share(limit, value, EN)
    assert (shown == other) == (value == limit)


def test_a_mean_just_below_its_limit_is_not_rounded_onto_it():
    assert amounts.points(Fraction(94_997, 1000), Fraction(95), EN) == "94.997"
    assert amounts.points(Fraction(95), Fraction(95), EN) == "95"
    assert amounts.points(None, Fraction(95), EN) == "—"


def test_fractions_are_shown_as_they_were_counted():
    ratios = Ratios(np.array([2, 3, 0]), np.array([4, 3, 0]))
    assert [amounts.ratio(ratios, i) for i in range(3)] == ["2/4", "3/3", "—"]


def test_a_fraction_and_its_percentage_stand_together():
    assert amounts.ratio_and_percent(Fraction(2, 3), ES) == "2/3 (66,7\u00a0%)"
    assert amounts.ratio_and_percent(Fraction(1), EN) == "100%"
    assert amounts.ratio_and_percent(None, EN) == "—"


def test_neighbouring_scores_stay_apart():
    assert amounts.score_decimals([0.9, 0.8]) == 3
    assert amounts.score_decimals([0.90001, 0.90002]) == 5
    assert amounts.score_decimals([0.5, 0.5]) == 3
    assert amounts.score_decimals([]) == 3
