"""Exact intervals of shares, against scipy and against their own meaning."""

from __future__ import annotations

import math

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st
from scipy import stats as reference

from evalcore.stats.beta import beta_cdf, beta_quantile
from evalcore.stats.binomial import interval

calm = settings(deadline=None, max_examples=150)


@st.composite
def counts(draw, most=10**6):
    trials = draw(st.integers(1, 10 ** draw(st.integers(1, len(str(most)) - 1))))
    return draw(st.integers(0, trials)), trials


@calm
@given(counts(), st.sampled_from([0.9, 0.95, 0.99]))
def test_intervals_equal_scipys_exact_ones(pair, level):
    successes, trials = pair
    low, high = interval(successes, trials, level)
    wanted = reference.binomtest(successes, trials).proportion_ci(level, method="exact")
    assert low == pytest.approx(wanted.low, abs=1e-9)
    assert high == pytest.approx(wanted.high, abs=1e-9)


@pytest.mark.parametrize("trials", [1, 2, 50, 6980, 100_000, 1_000_000])
@pytest.mark.parametrize("which", ["none", "one", "half", "all but one", "all"])
def test_intervals_at_the_ends_equal_scipys(trials, which):
    successes = {"none": 0, "one": 1, "half": trials // 2, "all but one": trials - 1}.get(
        which, trials
    )
    wanted = reference.binomtest(successes, trials).proportion_ci(0.95, method="exact")
    assert interval(successes, trials) == pytest.approx((wanted.low, wanted.high), abs=1e-9)


@calm
@given(counts(most=10**4))
def test_an_interval_holds_the_share_and_has_a_width(pair):
    successes, trials = pair
    low, high = interval(successes, trials)
    assert 0 <= low <= successes / trials <= high <= 1
    assert low < high


@calm
@given(counts(most=10**4))
def test_failures_mirror_successes(pair):
    successes, trials = pair
    low, high = interval(successes, trials)
    assert interval(trials - successes, trials) == pytest.approx((1 - high, 1 - low), abs=1e-12)


@pytest.mark.parametrize("trials", [1, 10, 40])
def test_an_interval_covers_at_least_its_level(trials):
    found = [interval(k, trials) for k in range(trials + 1)]
    for share in (0.01, 0.1, 0.37, 0.5, 0.9, 0.999):
        covered = math.fsum(
            reference.binom.pmf(k, trials, share)
            for k, (low, high) in enumerate(found)
            if low <= share <= high
        )
        assert covered >= 0.95


def test_without_trials_nothing_is_known_b52():
    assert interval(0, 0) == (0.0, 1.0)


@pytest.mark.parametrize(
    ("successes", "trials", "level"),
    [(-1, 5, 0.95), (6, 5, 0.95), (1, 5, 0.0), (1, 5, 1.0), (1, 5, math.nan), (1, 5, 95.0)],
)
def test_counts_and_levels_without_sense_are_refused_b43(successes, trials, level):
    with pytest.raises(ValueError, match=r"share|level"):
        interval(successes, trials, level)


@calm
@given(
    st.floats(0, 1), st.floats(0.5, 1e6, exclude_min=True), st.floats(0.5, 1e6, exclude_min=True)
)
def test_the_incomplete_beta_function_equals_scipys(x, a, b):
    assert beta_cdf(x, a, b) == pytest.approx(reference.beta.cdf(x, a, b), abs=1e-8)


@calm
@given(st.floats(0.001, 0.999), st.floats(1, 1e4), st.floats(1, 1e4))
def test_a_quantile_is_where_the_distribution_reaches_it(p, a, b):
    assert beta_cdf(beta_quantile(p, a, b), a, b) == pytest.approx(p, abs=1e-9)
