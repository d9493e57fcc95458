"""A falling history, against scipy and against every order of its values."""

from __future__ import annotations

from itertools import combinations, permutations

import numpy as np
import pytest
from hypothesis import given, settings
from hypothesis import strategies as st
from scipy import stats as reference

from evalcore.stats.trend import falling, slope

calm = settings(deadline=None, max_examples=60)
few_values = st.lists(st.integers(0, 4), min_size=1, max_size=6)


def _rises(values):
    return sum(b > a for a, b in combinations(values, 2))


@calm
@given(few_values)
def test_the_p_value_is_the_share_of_all_orders_that_rise_no_more(values):
    counted = [_rises(order) <= _rises(values) for order in permutations(values)]
    assert falling(values).p == pytest.approx(np.mean(counted))


@calm
@given(st.lists(st.integers(0, 10**6), min_size=4, max_size=12, unique=True))
def test_without_ties_it_is_kendalls_exact_test(values):
    wanted = reference.kendalltau(
        range(len(values)), values, method="exact", alternative="less"
    ).pvalue
    assert falling(values).p == pytest.approx(wanted, rel=1e-9)


@calm
@given(few_values)
def test_the_possible_p_values_rise_to_one_and_hold_its_own(values):
    found = falling(values)
    assert list(found.possible) == sorted(found.possible)
    assert found.possible[-1] == pytest.approx(1.0)
    assert found.p in found.possible


@calm
@given(st.lists(st.floats(0, 100), min_size=2, max_size=15))
def test_the_slope_is_theil_and_sens(values):
    weeks = list(range(len(values)))
    assert slope(weeks, values) == pytest.approx(reference.theilslopes(values, weeks)[0], abs=1e-9)


def test_equal_values_never_fall():
    assert falling([100.0] * 8).p == 1.0
    assert slope([0, 1, 2], [5, 5, 5]) == 0.0


def test_one_day_says_nothing():
    assert falling([3]).p == 1.0
    assert slope([0], [3]) == 0.0
