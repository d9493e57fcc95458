"""The area under the ROC curve equals Mann and Whitney's, and its interval is never empty."""

from fractions import Fraction

import numpy as np
import pytest
from hypothesis import given, settings
from hypothesis import strategies as st
from scipy.stats import mannwhitneyu

from evalcore.stats.auroc import auroc

SCORES = st.lists(st.sampled_from([0.0, 0.5, 1.0, 2.0, 3.5, 7.0]), min_size=1, max_size=30)


@settings(deadline=None, max_examples=80)
@given(SCORES, SCORES)
def test_it_equals_mann_and_whitney_s_u_over_all_pairs(first, second):
    found = auroc(np.array(first), np.array(second))
    u = mannwhitneyu(first, second, method="asymptotic").statistic
    assert float(found.value) == pytest.approx(u / (len(first) * len(second)), abs=1e-12)
    assert 0 <= found.low <= found.value <= found.high <= 1
    assert found.low < found.high


@settings(deadline=None, max_examples=40)
@given(SCORES, SCORES)
def test_swapping_the_groups_mirrors_value_and_interval(first, second):
    one = auroc(np.array(first), np.array(second))
    other = auroc(np.array(second), np.array(first))
    assert one.value + other.value == 1
    assert one.low == pytest.approx(1 - other.high, abs=1e-9)


def test_an_empty_list_scores_below_every_other_and_ties_with_its_like():
    low = float("-inf")
    assert auroc(np.array([1.0, low]), np.array([low, low])).value == Fraction(3, 4)


def test_wholly_apart_groups_have_an_interval_with_a_width():
    found = auroc(np.arange(20.0) + 100, np.arange(20.0))
    assert found.value == 1
    assert 0.8 < found.low < 0.99
    assert found.high == 1


def test_the_interval_covers_the_true_area_as_often_as_it_says():
    rng = np.random.default_rng(20260203)
    true = 0.7602  # normal scores one standard deviation apart
    hits = 0
    for _ in range(400):
        found = auroc(rng.normal(1, 1, 40), rng.normal(0, 1, 60))
        hits += found.low <= true <= found.high
    assert 0.92 <= hits / 400 <= 0.99


@pytest.mark.parametrize(("first", "second"), [([], [1.0]), ([1.0], []), ([float("nan")], [1.0])])
def test_no_scores_and_nan_are_errors(first, second):
    with pytest.raises(ValueError):
        auroc(np.array(first), np.array(second))
