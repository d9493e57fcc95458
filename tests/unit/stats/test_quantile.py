from fractions import Fraction

import pytest
from scipy.stats import binom

from evalcore.stats.quantile import needed, quantile

SHARES = [Fraction(1, 2), Fraction(4, 5), Fraction(9, 10), Fraction(19, 20)]


def tenths(n):
    return [Fraction(k, n) for k in range(1, n + 1)]


@pytest.mark.parametrize("share", SHARES)
@pytest.mark.parametrize("n", [1, 2, 7, 19, 40, 72, 100, 500])
def test_the_interval_holds_the_true_quantile_in_95_percent_of_samples(n, share):
    found = quantile(tenths(n), share)
    p = float(share)
    low = 0 if found.low is None else int(found.low * n)
    high = n + 1 if found.high is None else int(found.high * n)
    # P(x(low) <= q <= x(high)) = P(low <= B < high), B the number of values below q.
    covered = binom.cdf(high - 1, n, p) - binom.cdf(low - 1, n, p)
    assert covered >= 0.95
    assert low < n * p + 1
    assert high > n * p


@pytest.mark.parametrize("share", SHARES)
def test_a_quantile_is_bounded_from_above_from_exactly_so_many_values_on(share):
    n = needed(share)
    assert quantile(tenths(n), share).high is not None
    assert quantile(tenths(n - 1), share).high is None


def test_the_95_percent_quantile_takes_72_values():
    assert needed(Fraction(19, 20)) == 72


def test_the_value_is_one_that_was_seen_and_is_exact():
    values = [Fraction(1, 3), Fraction(2, 3), Fraction(2, 3), Fraction(3, 4)]
    assert quantile(values, Fraction(1, 2)).value == Fraction(2, 3)
    assert quantile(values, Fraction(19, 20)).value == Fraction(3, 4)
    assert quantile(values, Fraction(1, 4)).value == Fraction(1, 3)


def test_the_order_of_the_values_changes_nothing():
    values = tenths(30)
    assert quantile(values[::-1], Fraction(4, 5)) == quantile(values, Fraction(4, 5))


def test_no_values_have_no_quantile_and_a_share_lies_inside():
    assert quantile([], Fraction(1, 2)) is None
    with pytest.raises(ValueError, match="between 0 and 1"):
        quantile(tenths(3), Fraction(1))
