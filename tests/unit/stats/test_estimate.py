"""Means with their denominators, intervals and bounds."""

from __future__ import annotations

from fractions import Fraction

import numpy as np
import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from evalcore.model.ratios import Ratios
from evalcore.stats.estimate import estimate

NAN = float("nan")


def of(values, *, applicable=None, known=None, **options):
    values = np.array(values, dtype=float)
    everywhere = np.ones(len(values), dtype=bool)
    return estimate(
        values,
        applicable=everywhere if applicable is None else np.array(applicable, dtype=bool),
        known=everywhere if known is None else np.array(known, dtype=bool),
        rng=np.random.default_rng(0),
        **options,
    )


def test_failures_stay_in_the_denominator_of_the_bounds_b42():
    got = of([0.9, NAN, NAN, NAN], known=[True, False, False, False])
    assert (got.mean, got.n, got.N) == (0.9, 1, 4)
    assert (got.worst, got.best) == (0.225, 0.975)


def test_where_lower_is_better_the_worst_is_high():
    got = of([0.2, NAN], known=[True, False], higher_is_better=False)
    assert (got.worst, got.best) == (0.6, 0.1)


def test_bounds_use_the_range_of_the_measure():
    got = of([80, NAN], known=[True, False], bounds=(0, 100))
    assert (got.worst, got.best) == (40, 90)


def test_a_known_case_without_a_value_is_unmeasured_b43():
    got = of([1.0, NAN])
    assert (got.mean, got.n, got.N) == (1.0, 1, 2)
    assert (got.worst, got.best) == (0.5, 1.0)


def test_cases_the_measure_does_not_speak_of_are_left_out():
    got = of([1.0, 0.0, 0.5], applicable=[True, False, True])
    assert (got.mean, got.n, got.N) == (0.75, 2, 2)


def test_nothing_measured_is_not_a_pass_b52():
    got = of([NAN, NAN], known=[False, False])
    assert (got.mean, got.low, got.high) == (None, None, None)
    assert (got.worst, got.best, got.n, got.N) == (0.0, 1.0, 0, 2)


@pytest.mark.parametrize("values", [[], [1.0]])
def test_no_cases_have_no_estimate_at_all_b52(values):
    got = of(values, applicable=[False] * len(values))
    assert (got.mean, got.worst, got.best, got.n, got.N) == (None, None, None, 0, 0)


def test_means_of_ratios_are_rounded_once():
    num = np.array([1] * 49 + [0], dtype=np.int64)
    ratios = Ratios(num, np.ones(50, dtype=np.int64))
    assert of(ratios.values(), ratios=ratios).mean == 0.98


def test_the_mean_of_thirds_and_sevenths_is_the_nearest_number():
    ratios = Ratios(np.array([1, 2, 5] * 99), np.array([3, 7, 11] * 99))
    got = of(ratios.values(), ratios=ratios)
    assert got.mean == float((Fraction(1, 3) + Fraction(2, 7) + Fraction(5, 11)) / 3)


@settings(deadline=None, max_examples=80)
@given(
    st.lists(st.tuples(st.floats(0, 1), st.booleans(), st.booleans()), min_size=1, max_size=30),
    st.booleans(),
)
def test_the_mean_lies_within_its_bounds_and_its_interval(rows, higher):
    values, applicable, known = map(list, zip(*rows, strict=True))
    got = of(values, applicable=applicable, known=known, higher_is_better=higher)
    assert 0 <= got.n <= got.N == sum(applicable)
    if not got.n:
        return
    low, high = sorted((got.worst, got.best))
    assert low - 1e-12 <= got.mean <= high + 1e-12
    assert got.low - 1e-12 <= got.mean <= got.high + 1e-12
    assert got.n == got.N or low < high


@settings(deadline=None, max_examples=40)
@given(st.permutations(range(12)))
def test_the_order_of_cases_does_not_change_a_figure(order):
    values = np.array([0.1, 0.2, 0.3, 1 / 3, 0.7, 0.9, 0.95, 1, 0, 0.1, 0.6, 0.55])
    assert of(values) == of(values[order])
