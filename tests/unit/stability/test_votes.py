from fractions import Fraction
from itertools import permutations

import numpy as np
import pytest

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
