"""Votes of a judge as states and shares: order never matters, nothing open ever improves."""

from fractions import Fraction

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from evalcore.model.policy import SamplingPolicy
from evalcore.model.words import State
from evalcore.stability.judged import judged_share

from support.judgements import CORRECTNESS, judgement

POLICY = SamplingPolicy()
SIGNS = st.text("yn?", min_size=5, max_size=5)


def share(votes, policy=POLICY, samples=5):
    return judged_share(judgement(votes, samples=samples), CORRECTNESS, policy)


@pytest.mark.parametrize(
    ("signs", "state", "score", "agreement"),
    [
        ("yyyyy", State.PASS, 1, 1),
        ("yyyyn", State.PASS, Fraction(4, 5), Fraction(4, 5)),
        ("yynyn", State.UNDECIDED, Fraction(3, 5), Fraction(3, 5)),
        ("nnnny", State.FAIL, Fraction(1, 5), Fraction(4, 5)),
        ("yyyy?", State.PASS, None, Fraction(4, 5)),
        ("yyy??", State.UNDECIDED, None, Fraction(3, 5)),
        ("?????", State.ERROR, None, 0),
        ("", State.ERROR, None, 0),
    ],
)
def test_b49_five_votes_give_one_state(signs, state, score, agreement):
    (case,) = share({"q": signs}).cases
    assert (case.state, case.score, case.agreement) == (state, score, agreement)


def test_three_of_five_pass_where_the_policy_asks_for_no_more_agreement():
    lenient = SamplingPolicy(min_agreement=Fraction(3, 5))
    assert share({"q": "ynyny"}, lenient).cases[0].state is State.PASS


@given(signs=SIGNS, order=st.permutations(range(5)))
@settings(deadline=None, max_examples=80)
def test_the_order_of_votes_changes_nothing(signs, order):
    one, other = (share({"q": s}).cases[0] for s in (signs, "".join(signs[i] for i in order)))
    assert (one.state, one.score, one.agreement) == (other.state, other.score, other.agreement)


@given(all_signs=st.lists(SIGNS, min_size=1, max_size=8), at=st.integers(0, 7))
@settings(deadline=None, max_examples=80)
def test_an_answer_that_loses_its_verdict_never_improves_anything(all_signs, at):
    votes = {f"q{i}": signs for i, signs in enumerate(all_signs)}
    lost = votes | {f"q{at % len(votes)}": ""}
    before, after = share(votes), share(lost)
    assert after.bounds[0] <= before.bounds[0]
    assert len(after.cases) == len(before.cases)
    assert after.passed <= before.passed


def test_b42_what_failed_stays_in_the_denominator():
    found = share({"a": "yyyyy", "b": "", "c": "?????", "d": "yyynn"})
    assert (found.passed, found.open, len(found.cases)) == (1, 3, 4)
    assert found.bounds == (Fraction(1, 4), 1)
    assert (found.passing.n, found.passing.N) == (1, 4)
    assert (found.score.n, found.score.N) == (2, 4)
    assert (found.score.worst, found.score.best) == (0.4, 0.9)


def test_b42_the_bounds_of_a_mean_hold_what_was_not_judged():
    """Chapter's numbers: 0.9 over one of four lies between 0.225 and 0.975."""
    found = share({"a": "yyyyyyyyyn", "b": "", "c": "", "d": ""}, samples=10)
    assert found.score.mean == 0.9
    assert (found.score.worst, found.score.best) == (0.225, 0.975)


def test_of_no_answer_nothing_is_known():
    found = judged_share(judgement({}), CORRECTNESS, POLICY)
    assert found.bounds == (0, 1)
    assert found.passing.mean is None


def test_the_share_that_passes_is_of_the_decided_and_its_bounds_of_all():
    found = share({"q0": "yyyyy", "q1": "yyyyn", "q2": "nnnnn", "q3": "yynyn", "q4": ""})
    assert (found.passing.n, found.passing.N) == (3, 5)
    assert found.passing.mean == pytest.approx(2 / 3)
    assert (found.passing.worst, found.passing.best) == pytest.approx((2 / 5, 4 / 5))
    assert found.passing.low == pytest.approx(0.0943, abs=1e-4)  # the exact interval of 2 of 3
    assert (found.passed, found.open) == (2, 2)


def test_the_mean_score_is_of_the_answers_whose_votes_were_all_read():
    found = share({"q0": "yyyyy", "q1": "yyyyn", "q2": "nnnnn", "q3": "yyyy?", "q4": ""})
    assert found.score.n == 3
    assert found.score.mean == pytest.approx((1 + 4 / 5) / 3)


@pytest.mark.parametrize(("signs", "passes", "unread"), [("yyyn?", 3, 1), ("?????", 0, 5)])
def test_votes_that_pass_and_votes_that_were_not_read_are_counted(signs, passes, unread):
    (case,) = share({"q": signs}).cases
    assert (case.passes, case.unread) == (passes, unread)
