"""Which interval fits which values; none is ever of zero width."""

from __future__ import annotations

import numpy as np
import pytest
from hypothesis import given, settings
from hypothesis import strategies as st
from scipy import stats as reference

from evalcore.stats import interval
from evalcore.stats.interval import interval_of


def rng(seed=1):
    return np.random.default_rng(seed)


def exact(successes, trials):
    ci = reference.binomtest(successes, trials).proportion_ci(0.95, method="exact")
    return ci.low, ci.high


def test_a_share_has_the_exact_binomial_interval():
    values = np.array([1.0] * 48 + [0.0] * 2)
    assert interval_of(values, rng=rng()) == pytest.approx(exact(48, 50), abs=1e-9)


def test_a_share_of_another_range_is_scaled():
    values = np.array([100.0] * 48 + [0.0] * 2)
    low, high = exact(48, 50)
    got = interval_of(values, bounds=(0, 100), rng=rng())
    assert got == pytest.approx((100 * low, 100 * high), abs=1e-7)


@pytest.mark.parametrize("bounds", [(0, 1), (0, 100)])
@pytest.mark.parametrize("n", [1, 50, 6980])
def test_all_perfect_leaves_room_for_the_cases_not_seen(n, bounds):
    low, high = interval_of(np.full(n, float(bounds[1])), bounds=bounds, rng=rng())
    unseen = exact(0, n)[1]
    assert high == bounds[1]
    assert low == pytest.approx(bounds[1] * (1 - unseen), abs=1e-7)


@pytest.mark.parametrize("n", [1, 50])
def test_all_at_the_bottom_leaves_room_above(n):
    low, high = interval_of(np.zeros(n), rng=rng())
    assert low == 0
    assert high == pytest.approx(exact(0, n)[1], abs=1e-9)


def test_all_equal_in_between_reaches_out_to_both_ends():
    low, high = interval_of(np.full(50, 0.7), rng=rng())
    unseen = exact(0, 50)[1]
    assert low == pytest.approx(0.7 - unseen * 0.7, abs=1e-9)
    assert high == pytest.approx(0.7 + unseen * 0.3, abs=1e-9)


def test_without_values_the_bounds_are_all_that_is_known_b52():
    assert interval_of(np.array([]), bounds=(0, 100), rng=rng()) == (0, 100)


@pytest.mark.parametrize("value", [np.nan, -0.1, 1.1, np.inf])
def test_what_cannot_be_is_refused_b43(value):
    with pytest.raises(ValueError, match="outside"):
        interval_of(np.array([0.5, value]), rng=rng())


@settings(deadline=None, max_examples=80)
@given(
    st.lists(st.sampled_from([0.0, 1.0, 0.5, 1 / 3, 0.95]) | st.floats(0, 1), min_size=1),
    st.integers(0, 9),
)
def test_an_interval_has_a_width_holds_the_mean_and_stays_within_bounds(values, seed):
    values = np.array(values)
    low, high = interval_of(values, rng=rng(seed))
    assert 0 <= low <= values.mean() + 1e-12
    assert values.mean() - 1e-12 <= high <= 1
    assert low < high


@pytest.mark.parametrize("drawn", [(0.1, 0.2), (0.8, 0.9)])
def test_an_unlucky_draw_is_widened_to_hold_the_mean(monkeypatch, drawn):
    monkeypatch.setattr(interval, "mean_interval", lambda *_, **__: drawn)
    low, high = interval_of(np.array([0.25, 0.75]), rng=rng())
    assert (low, high) == (min(drawn[0], 0.5), max(drawn[1], 0.5))


def test_the_same_seed_gives_the_same_interval():
    values = np.linspace(0, 1, 30)
    assert interval_of(values, rng=rng(8)) == interval_of(values, rng=rng(8))
