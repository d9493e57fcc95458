from itertools import product

import numpy as np
import pytest
from hypothesis import given, settings
from hypothesis import strategies as st
from scipy.stats import permutation_test

from evalcore.stats.randomisation import MIN_PAIRS, paired_tests

SMALL = st.lists(st.integers(-4, 4), min_size=1, max_size=9)


def outcomes(*columns, permutations=10_000, seed=17):
    table = np.column_stack([np.asarray(column, dtype=float) for column in columns])
    return paired_tests(table, rng=np.random.default_rng(seed), permutations=permutations)


def by_hand(values):
    sums = [
        abs(sum(s * v for s, v in zip(signs, values, strict=True)))
        for signs in product((1, -1), repeat=len(values))
    ]
    return sum(size >= abs(sum(values)) for size in sums) / len(sums)


@given(SMALL)
@settings(deadline=None, max_examples=60)
def test_few_differences_are_counted_out_exactly(values):
    assert outcomes(values)[0].p == by_hand(values)


@given(SMALL)
@settings(deadline=None, max_examples=60)
def test_significant_means_at_least_the_critical_size(values):
    (found,) = outcomes(values)
    reached = found.critical is not None and abs(np.mean(values)) >= found.critical - 1e-12
    assert (found.p <= 0.05) == reached


def test_drawn_p_values_equal_scipys_within_monte_carlo_error():
    rng = np.random.default_rng(5)
    before, after = rng.random(60), rng.random(60) + 0.06
    (found,) = outcomes(after - before, permutations=20_000)
    theirs = permutation_test(
        (after, before),
        lambda a, b, axis: (a - b).mean(axis=axis),
        permutation_type="samples",
        n_resamples=20_000,
        vectorized=True,
        rng=np.random.default_rng(6),
    ).pvalue
    assert 0.01 < theirs < 0.5
    assert found.p == pytest.approx(theirs, abs=5 * np.sqrt(theirs * (1 - theirs) / 20_000))


def test_a_drawn_p_is_never_zero():
    (found,) = outcomes(np.ones(50), permutations=999)
    assert found.p == 1 / 1000


def test_drawn_significance_agrees_with_the_critical_size():
    rng = np.random.default_rng(3)
    for shift in np.linspace(0, 0.4, 9):
        values = rng.normal(shift, 1, size=80)
        (found,) = outcomes(values, permutations=2000)
        assert (found.p <= 0.05) == (abs(values.mean()) >= found.critical)


def test_rounding_decides_no_tie():
    values = np.array([0.1, 0.2, -0.3, 0.1 + 0.2, -0.3, 0.3])
    scaled = np.round(values * 10)
    assert outcomes(values)[0].p == outcomes(scaled)[0].p


def test_undefined_pairs_are_left_out_of_their_column_only():
    nan = float("nan")
    one, other = outcomes([1, 1, nan, 1], [1, 1, 1, 1])
    assert (one.p, other.p) == (2 / 8, 2 / 16)


def test_signs_are_shared_and_the_same_seed_gives_the_same():
    values = np.random.default_rng(1).normal(size=200)
    first, twin = outcomes(values, values)
    assert first == twin
    assert outcomes(values, values)[0] == first


@pytest.mark.parametrize("values", [[0, 0, 0], [1, 1, 1, 1, 1]])
def test_without_enough_differences_nothing_is_critical(values):
    assert outcomes(values)[0].critical is None


def test_six_is_the_fewest_that_can_be_significant():
    assert outcomes([1] * (MIN_PAIRS - 1))[0].p > 0.05
    assert outcomes([1] * MIN_PAIRS)[0].p <= 0.05


def test_no_difference_at_all_has_p_one():
    assert outcomes([0.0] * 30)[0].p == 1.0
