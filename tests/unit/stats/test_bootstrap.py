"""Bootstrap intervals: seeded, the same however they are drawn, and as scipy's."""

from __future__ import annotations

import numpy as np
import pytest
from hypothesis import given, settings
from hypothesis import strategies as st
from hypothesis.extra.numpy import arrays
from scipy import stats as reference

from evalcore.stats import bootstrap
from evalcore.stats.bootstrap import mean_interval, mean_intervals
from evalcore.stats.cells import cells_of, identical_rows

calm = settings(deadline=None, max_examples=60)
floats = st.floats(0, 1, allow_subnormal=False)


def rng(seed=3):
    return np.random.default_rng(seed)


def samples():
    source = rng(11)
    return {
        "few distinct": source.integers(0, 4, 300) / 3,
        "many distinct": source.beta(8, 2, 300),
        "many cases, many distinct": source.beta(8, 2, 20_000),
        "skewed": np.minimum(source.pareto(3, 20_000), 50) / 50,
    }


@pytest.mark.parametrize("name", samples())
def test_the_same_seed_gives_the_same_interval(name):
    values = samples()[name]
    assert mean_interval(values, rng=rng()) == mean_interval(values, rng=rng())
    assert mean_interval(values, rng=rng()) != mean_interval(values, rng=rng(4))


@pytest.mark.parametrize("name", samples())
def test_an_interval_is_the_plain_bootstraps_up_to_a_change_of_seed(name):
    values = samples()[name]
    draws = [values[rng(seed).integers(0, len(values), len(values))].mean() for seed in range(2000)]
    low, high = np.quantile(draws, [0.025, 0.975])
    got = mean_interval(values, rng=rng(), resamples=20_000)
    assert got == pytest.approx((low, high), abs=0.06 * (high - low))


@pytest.mark.parametrize("name", samples())
def test_the_order_of_cases_changes_nothing_b03(name):
    values = samples()[name]
    assert mean_interval(values, rng=rng()) == mean_interval(values[::-1], rng=rng())


def test_very_coarse_cells_still_give_the_plain_bootstrap(monkeypatch):
    values = samples()["skewed"]
    fine = mean_interval(values, rng=rng(), resamples=20_000)
    monkeypatch.setattr(bootstrap, "_FEW", 2)
    coarse = mean_interval(values, rng=rng(), resamples=20_000)
    assert coarse == pytest.approx(fine, abs=0.04 * (fine[1] - fine[0]))


def test_an_interval_is_scipys_percentile_bootstrap_up_to_a_change_of_seed():
    values = samples()["many distinct"]
    wanted = reference.bootstrap(
        (values,), np.mean, n_resamples=20_000, method="percentile", rng=rng()
    ).confidence_interval
    got = mean_interval(values, rng=rng(), resamples=20_000)
    assert got == pytest.approx(wanted, abs=0.04 * (wanted.high - wanted.low))


def test_a_wider_level_gives_a_wider_interval():
    values = samples()["many distinct"]
    narrow, wide = (mean_interval(values, rng=rng(), level=level) for level in (0.5, 0.99))
    assert wide[0] < narrow[0] < narrow[1] < wide[1]


@calm
@given(arrays(float, st.integers(1, 40), elements=floats), st.integers(0, 99))
def test_an_interval_lies_within_the_values(values, seed):
    low, high = mean_interval(values, rng=rng(seed), resamples=200)
    assert values.min() - 1e-12 <= low <= high <= values.max() + 1e-12


@calm
@given(arrays(float, st.integers(1, 200), elements=floats), st.integers(1, 20))
def test_cells_keep_the_mean_and_the_spread_of_their_values(values, few):
    cells = cells_of(values, few=few, small=0)
    n = len(values)
    assert len(cells.counts) <= few
    assert cells.counts.sum() == n
    mean = (cells.counts @ cells.means) / n
    assert mean == pytest.approx(values.mean(), abs=1e-12)
    spread = cells.counts @ (cells.variances + (cells.means - mean) ** 2) / n
    assert spread == pytest.approx(values.var(), abs=1e-12)


def test_equal_values_are_a_cell_without_spread():
    cells = cells_of(np.array([0.1, 0.3, 0.1, 0.1]), few=5, small=0)
    assert cells.means.tolist() == [0.1, 0.3]
    assert cells.counts.tolist() == [3, 1]
    assert cells.variances.tolist() == [0.0, 0.0]


def test_few_cases_of_many_values_are_not_gathered():
    assert cells_of(np.arange(10.0), few=5, small=10) is None


@pytest.mark.parametrize("name", ["few distinct", "many distinct"])
def test_the_columns_of_a_matrix_have_the_intervals_they_have_alone(name):
    values = samples()[name]
    matrix = np.column_stack([values, 1 - values, values**2])
    lows, highs = mean_intervals(matrix, rng=rng(), resamples=20_000)
    for column in range(3):
        low, high = mean_interval(matrix[:, column], rng=rng(5), resamples=20_000)
        assert (lows[column], highs[column]) == pytest.approx((low, high), abs=0.05 * (high - low))


@pytest.mark.parametrize("name", ["few distinct", "many distinct"])
def test_the_columns_of_a_matrix_share_their_resamples(name, monkeypatch):
    monkeypatch.setattr(bootstrap, "_DRAWS_PER_BLOCK", 1000)
    values = samples()[name]
    lows, highs = mean_intervals(np.column_stack([values, 1 - values]), rng=rng())
    assert (lows[0], highs[0]) == pytest.approx((1 - highs[1], 1 - lows[1]), abs=1e-12)


def test_rows_are_grouped_by_all_their_columns():
    rows, counts = identical_rows(np.array([[1.0, 2.0], [1.0, 3.0], [1.0, 2.0]]))
    assert sorted(zip(map(tuple, rows.tolist()), counts.tolist(), strict=True)) == [
        ((1.0, 2.0), 2),
        ((1.0, 3.0), 1),
    ]


@pytest.mark.parametrize("values", [np.array([]), np.array([0.5, np.nan])])
def test_nothing_and_nan_are_refused_b43(values):
    with pytest.raises(ValueError, match=r"no mean|undefined"):
        mean_interval(values, rng=rng())
    with pytest.raises(ValueError, match=r"no mean|undefined"):
        mean_intervals(values[:, None], rng=rng())


@pytest.mark.parametrize("level", [0.0, 1.0, np.nan, 95.0])
def test_a_level_without_sense_is_refused_b43(level):
    with pytest.raises(ValueError, match="level"):
        mean_interval(np.array([0.1, 0.5]), rng=rng(), level=level)
