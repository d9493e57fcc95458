from fractions import Fraction

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from evalcore.cli.figures import against, cut, mean


@pytest.mark.parametrize(
    ("value", "decimals", "shown"),
    [
        (Fraction(94999, 1000), 2, "94.99"),
        (Fraction(2, 3), 3, "0.666"),
        (0.5, 3, "0.500"),
        (1, 1, "1.0"),
    ],
)
def test_figures_are_cut(value, decimals, shown):
    assert cut(value, decimals) == shown


@pytest.mark.parametrize(
    ("value", "limit", "shown"),
    [
        (Fraction(95), Fraction(95), "95.00"),
        (Fraction(949999, 10000), Fraction(95), "94.99"),
        (Fraction(95) + Fraction(1, 10**4), Fraction(95), "95.0001"),
        (Fraction(1, 3), None, "0.33"),
    ],
)
def test_a_figure_is_told_from_its_limit(value, limit, shown):
    assert against(value, limit, least=2) == shown


@given(st.fractions(0, 100, max_denominator=1000), st.fractions(0, 100, max_denominator=1000))
@settings(deadline=None, max_examples=200)
def test_two_figures_look_alike_only_if_they_are(value, limit):
    same = against(value, limit, least=2) == against(limit, value, least=2)
    assert same is (value == limit)


@pytest.mark.parametrize(
    ("value", "shown"), [(1.0, "1.000"), (0.9996, "0.999"), (0.0002, "<0.001"), (0.0, "0.000")]
)
def test_a_mean_looks_neither_perfect_nor_empty_when_it_is_not(value, shown):
    assert mean(value) == shown


@given(st.integers(0, 1000))
@settings(deadline=None, max_examples=100)
def test_a_mean_of_three_decimals_is_shown_as_it_is(thousandths):
    assert mean(thousandths / 1000) == f"{thousandths / 1000:.3f}"
