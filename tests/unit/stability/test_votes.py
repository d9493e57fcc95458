from fractions import Fraction
from itertools import permutations

import numpy as np
import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from evalcore.model.policy import SamplingPolicy
from evalcore.stability.votes import can_ever_be_undecided, count_votes

POLICY = SamplingPolicy()


def count(votes: str, policy=POLICY):
    """``p`` passes, ``f`` fails, ``-`` was not read."""
    passes = [np.array([vote == "p"]) for vote in votes]
    read = [np.array([vote != "-"]) for vote in votes]
    return count_votes(passes, read, policy)


@pytest.mark.parametrize(
    ("votes", "state", "agreement"),
    [
        ("p", "pass", Fraction(1)),
        ("f", "fail", Fraction(1)),
        ("-", "error", None),
        ("ppppp", "pass", Fraction(1)),
        ("ppppf", "pass", Fraction(4, 5)),
        ("pppff", "undecided", Fraction(3, 5)),
        ("pfpff", "undecided", Fraction(3, 5)),
        ("fffff", "fail", Fraction(1)),
        ("pppp-", "pass", Fraction(4, 5)),
        ("ppp--", "undecided", Fraction(3, 5)),
        ("-----", "error", None),
    ],
)
def test_b49_votes_give_a_state_and_an_exact_agreement(votes, state, agreement):
    found = count(votes)
    flags = {"pass": found.passed, "undecided": found.undecided, "error": found.error}
    seen = next((name for name, mask in flags.items() if mask[0]), "fail")
    assert seen == state
    if agreement is not None:
        assert found.agreement.at(0) == agreement


def test_the_order_of_votes_never_matters():
    for votes in ("pppff", "ppp-f", "pf--p"):
        seen = {
            (bool(v.passed[0]), bool(v.undecided[0]), v.agreement.at(0))
            for v in (count("".join(order)) for order in permutations(votes))
        }
        assert len(seen) == 1


def test_two_thirds_written_as_a_fraction_holds_for_two_of_three():
    policy = SamplingPolicy(pass_share=Fraction(2, 3), min_agreement=Fraction(2, 3))
    assert count("ppf", policy).passed[0]


def test_a_threshold_that_can_never_fire_is_recognised():
    assert not can_ever_be_undecided(5, Fraction(3, 5))
    assert can_ever_be_undecided(5, Fraction(4, 5))
    assert not can_ever_be_undecided(1, Fraction(4, 5))
    assert can_ever_be_undecided(2, Fraction(4, 5))
    assert can_ever_be_undecided(4, Fraction(3, 5))
    assert not can_ever_be_undecided(4, Fraction(1, 2))


THE_SEEDS_SCORES = [
    ((Fraction(80, 100), Fraction(85, 100), Fraction(99, 100)), "pass", Fraction(3, 3)),
    ((Fraction(69, 100), Fraction(71, 100), Fraction(70, 100)), "pass", Fraction(2, 3)),
]


@pytest.mark.parametrize(("scores", "state", "agreement"), THE_SEEDS_SCORES)
def test_the_seeds_scores_agree_three_of_three_and_two_of_three(scores, state, agreement):
    policy = SamplingPolicy(pass_share=Fraction(2, 3), min_agreement=Fraction(2, 3))
    votes = "".join("p" if score >= Fraction(70, 100) else "f" for score in scores)
    found = count(votes, policy)
    assert found.agreement.at(0) == agreement
    assert found.passed[0] == (state == "pass")


def test_two_of_three_fall_below_the_decimal_that_was_meant_for_them():
    policy = SamplingPolicy(pass_share=Fraction(67, 100), min_agreement=Fraction(67, 100))
    assert count("ppf", policy).undecided[0]


VOTES = st.text(alphabet="pf-", min_size=1, max_size=9)
SHARES = st.fractions(min_value=Fraction(11, 20), max_value=1, max_denominator=20)


def standing(votes, policy):
    found = count(votes, policy)
    flags = (found.passed[0], found.undecided[0], found.error[0])
    return tuple(map(bool, flags)), found.agreement.at(0)


@settings(deadline=None, max_examples=150)
@given(votes=VOTES, seed=st.randoms(use_true_random=False), share=SHARES, least=SHARES)
def test_votes_in_every_order_give_the_same_state(votes, seed, share, least):
    policy = SamplingPolicy(pass_share=share, min_agreement=least)
    shuffled = list(votes)
    seed.shuffle(shuffled)
    assert standing(votes, policy) == standing("".join(shuffled), policy)


@settings(deadline=None, max_examples=150)
@given(votes=VOTES.filter(lambda votes: "p" in votes), share=SHARES, least=SHARES)
def test_b42_a_pass_that_was_not_read_never_improves_anything(votes, share, least):
    policy = SamplingPolicy(pass_share=share, min_agreement=least)
    (passed, undecided, error), agreement = standing(votes, policy)
    (now_passed, now_undecided, now_error), now_agreement = standing(
        votes.replace("p", "-", 1), policy
    )
    assert now_passed <= passed
    assert (now_undecided or now_error) >= (undecided or error)
    assert now_agreement <= agreement


@settings(deadline=None, max_examples=100)
@given(votes=VOTES, share=SHARES, least=SHARES)
def test_b42_an_unread_vote_stays_in_the_denominator(votes, share, least):
    policy = SamplingPolicy(pass_share=share, min_agreement=least)
    _, agreement = standing(votes, policy)
    majority = max(votes.count("p"), votes.count("f"))
    assert agreement == Fraction(majority, len(votes))


@settings(deadline=None, max_examples=100)
@given(samples=st.integers(1, 9), least=SHARES)
def test_a_threshold_is_called_dead_exactly_where_no_read_votes_miss_it(samples, least):
    policy = SamplingPolicy(min_agreement=least)
    splits = ["p" * passed + "f" * (samples - passed) for passed in range(samples + 1)]
    missed = any(bool(count(votes, policy).undecided[0]) for votes in splits)
    assert can_ever_be_undecided(samples, least) == missed
