"""Cohen's kappa and its interval, against hand calculations, the classic error, and truth."""

from fractions import Fraction
from math import sqrt

import numpy as np
import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from evalcore.stats.kappa import kappa


def of(both_yes, yes_no, no_yes, both_no, seed=1):
    return kappa(
        both_yes=both_yes,
        yes_no=yes_no,
        no_yes=no_yes,
        both_no=both_no,
        rng=np.random.default_rng(seed),
    )


@pytest.mark.parametrize(
    ("table", "value"),
    [
        # observed (20+15)/50, by chance 25/50*30/50 + 25/50*20/50 = 1/2: (7/10-1/2)/(1/2)
        ((20, 5, 10, 15), Fraction(2, 5)),
        # observed 60/100, by chance .6*.7 + .4*.3 = .54: .06/.46
        ((45, 15, 25, 15), Fraction(3, 23)),
        ((10, 0, 0, 10), Fraction(1)),
        ((0, 10, 10, 0), Fraction(-1)),
        ((9, 3, 3, 1), Fraction(0)),
        ((50, 0, 0, 0), None),
    ],
)
def test_kappa_is_the_one_worked_out_by_hand(table, value):
    assert of(*table).value == value


def test_without_pairs_nothing_is_known():
    found = of(0, 0, 0, 0)
    assert (found.value, found.low, found.high, found.n) == (None, None, None, 0)


@given(st.tuples(*[st.integers(0, 60)] * 4).filter(any))
@settings(deadline=None, max_examples=60)
def test_the_interval_holds_the_value_and_is_never_of_zero_width(table):
    found = of(*table)
    assert -1 <= found.low < found.high <= 1
    if found.value is not None:
        assert found.low <= found.value <= found.high


def test_the_raters_can_change_places():
    one, other = of(20, 3, 9, 18), of(20, 9, 3, 18)
    assert one.value == other.value


def test_for_many_pairs_the_interval_is_that_of_the_large_sample_error():
    """Fleiss, Cohen and Everitt (1969), the asymptotic variance of kappa, written out."""
    counts = np.array([[900.0, 150.0], [250.0, 700.0]])
    n = counts.sum()
    p = counts / n
    rows, columns = p.sum(axis=1), p.sum(axis=0)
    observed, chance = p.trace(), rows @ columns
    value = (observed - chance) / (1 - chance)
    agreeing = sum(p[i, i] * (1 - (rows[i] + columns[i]) * (1 - value)) ** 2 for i in range(2))
    apart = (1 - value) ** 2 * sum(
        p[i, j] * (columns[i] + rows[j]) ** 2 for i in range(2) for j in range(2) if i != j
    )
    variance = (agreeing + apart - (value - chance * (1 - value)) ** 2) / (n * (1 - chance) ** 2)
    found = of(900, 150, 250, 700)
    assert found.low == pytest.approx(value - 1.96 * sqrt(variance), abs=0.004)
    assert found.high == pytest.approx(value + 1.96 * sqrt(variance), abs=0.004)


@pytest.mark.parametrize(
    ("shares", "n"), [((0.55, 0.1, 0.05, 0.3), 60), ((0.8, 0.04, 0.06, 0.1), 50)]
)
def test_the_interval_covers_the_truth_near_95_percent_of_the_time(shares, n):
    p = np.array(shares)
    one, other = p[0] + p[1], p[0] + p[2]
    chance = one * other + (1 - one) * (1 - other)
    truth = (p[0] + p[3] - chance) / (1 - chance)
    rng = np.random.default_rng(11)
    tables = rng.multinomial(n, p, size=300)
    found = [of(*(int(c) for c in table), seed=int(rng.integers(1e9))) for table in tables]
    covered = np.mean([k.low <= truth <= k.high for k in found])
    assert 0.91 <= covered <= 0.99


def test_negative_counts_are_refused():
    with pytest.raises(ValueError, match="negative"):
        of(1, -1, 0, 0)
