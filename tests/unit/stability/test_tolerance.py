from fractions import Fraction
from math import sqrt

import numpy as np
import pytest
from hypothesis import given, settings
from hypothesis import strategies as st
from scipy.stats import norm

from evalcore.model.policy import Policy, RecallPolicy
from evalcore.model.stability import Spread, Tolerance
from evalcore.stability.tolerance import (
    in_unit,
    margin_share,
    samples_needed,
    tolerance_of,
    widest_case_tolerance,
    worth_detecting,
)


def spread(*values, measure="quality"):
    return Spread(measure=measure, values=tuple(map(Fraction, values)), n=50, N=50)


def test_the_tolerance_is_the_largest_difference_plus_a_margin_rounded_up():
    found = tolerance_of(spread(96, 97, "195/2"), Fraction(5))
    assert found.largest == Fraction(3, 2)
    assert found.value == Fraction(246, 100)
    assert found.margin == Fraction(96, 100)
    assert found.usable


@pytest.mark.parametrize("runs", [3, 4, 5, 6])
def test_the_margin_covers_two_further_runs_nineteen_times_in_twenty(runs):
    # The mean range of k standard normal draws, by its integral (Tippett 1925).
    x = np.linspace(-8, 8, 20_001)
    below = norm.cdf(x)
    d2 = np.trapezoid(1 - below**runs - (1 - below) ** runs, x)
    assert float(1 + margin_share(runs)) == pytest.approx(1.96 * sqrt(2) / d2, abs=0.011)


def test_more_runs_need_less_margin_and_never_none():
    shares = [margin_share(runs) for runs in range(3, 30)]
    assert shares == sorted(shares, reverse=True)
    assert min(shares) == Fraction(1, 10)


def test_what_never_moved_needs_no_tolerance():
    found = tolerance_of(spread(100, 100, 100), Fraction(5))
    assert (found.value, found.usable) == (0, True)


def test_a_tolerance_as_wide_as_what_is_worth_detecting_is_too_noisy():
    assert not Tolerance(
        measure="quality", largest=Fraction(4), margin=Fraction(1), worth=Fraction(5)
    ).usable


def test_two_runs_propose_no_tolerance():
    with pytest.raises(ValueError, match="takes 3 runs"):
        tolerance_of(spread(1, 2), Fraction(5))


@settings(deadline=None, max_examples=100)
@given(
    values=st.lists(st.fractions(0, 1, max_denominator=300), min_size=3, max_size=9),
    measure=st.sampled_from(["quality", "mrr"]),
)
def test_the_tolerance_never_falls_below_a_difference_that_was_seen(values, measure):
    scaled = [in_unit(measure, value) for value in values]
    found = tolerance_of(spread(*scaled, measure=measure), Fraction(1))
    assert all(abs(a - b) <= found.value for a in scaled for b in scaled)


@pytest.mark.parametrize(
    ("samples", "share", "widest"),
    [(5, "3/5", 2), (3, "2/3", 1), (1, "3/5", 0), (5, "1", 0), (25, "3/5", 10)],
)
def test_a_case_may_lose_less_than_what_turns_it(samples, share, widest):
    assert widest_case_tolerance(samples, Fraction(share)) == widest


def test_what_is_worth_detecting_is_the_policys_room_and_never_less_than_a_case():
    assert worth_detecting(Policy(), 69) == Fraction(5, 100)
    assert worth_detecting(Policy(), 10) == Fraction(1, 10)
    strict = Policy(recall=RecallPolicy(mean_quality=Fraction(100)))
    assert worth_detecting(strict, 50) == Fraction(1, 50)


def test_the_samples_that_are_advised_bring_the_noise_under_the_change():
    noisy = Tolerance(measure="quality", largest=Fraction(8), margin=Fraction(2), worth=Fraction(5))
    assert samples_needed(noisy, 5) == 20
