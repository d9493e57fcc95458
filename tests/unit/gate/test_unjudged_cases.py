"""A case that could not be judged never helps, and a threshold that cannot fire is said."""

from dataclasses import replace
from fractions import Fraction

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from evalcore.gate.decide import decide
from evalcore.gate.evidence import Evidence
from evalcore.gate.rules import judged
from evalcore.model.policy import GoldenPolicy, Policy, SamplingPolicy
from evalcore.model.words import Decision, RuleStatus, State

from support.examinations import Row, examination_of

POLICY = Policy(golden=GoldenPolicy(min_cases=1))
PLAIN = (State.PASS, State.FAIL, State.LOST, State.UNDECIDED, State.ERROR)
ROWS = st.builds(
    Row,
    state=st.sampled_from(PLAIN),
    gold=st.booleans(),
    noise=st.sampled_from([Fraction(0), Fraction(2, 10), Fraction(8, 10)]),
)
RANK = {
    RuleStatus.FAILS: 0,
    RuleStatus.NOT_EVALUATED: 1,
    RuleStatus.WARNING: 2,
    RuleStatus.NOT_APPLICABLE: 2,
    RuleStatus.HOLDS: 2,
}


def verdict(rows, policy=POLICY):
    return decide(Evidence(examination=examination_of(rows), policy=policy))


@settings(deadline=None, max_examples=150)
@given(rows=st.lists(ROWS, max_size=8), unjudged=st.sampled_from([State.UNDECIDED, State.ERROR]))
def test_b42_replacing_a_pass_by_an_unjudged_case_never_improves_anything(rows, unjudged):
    before = verdict([*rows, Row(state=State.PASS, noise=Fraction(0))])
    after = verdict([*rows, Row(state=unjudged)])
    assert after.decision is not Decision.ACCEPT
    assert after.exit_code != 0
    for old, new in zip(before.rules, after.rules, strict=True):
        assert RANK[new.status] <= RANK[old.status], old.rule
    quality = {rule.rule: rule.value_low for rule in after.rules}["mean_quality"]
    assert quality <= {rule.rule: rule.value_low for rule in before.rules}["mean_quality"]


THREE_PASS = (Row(state=State.PASS),) * 3


def sampled(samples, rows=THREE_PASS):
    made = examination_of(rows)
    return replace(made, samples=made.samples * samples)


@pytest.mark.parametrize(
    ("samples", "least", "status"),
    [
        (5, "3/5", RuleStatus.WARNING),
        (5, "4/5", RuleStatus.HOLDS),
        (3, "2/3", RuleStatus.WARNING),
        (3, "3/3", RuleStatus.HOLDS),
        (2, "3/5", RuleStatus.HOLDS),
        (1, "4/5", RuleStatus.HOLDS),
    ],
)
def test_a_threshold_that_the_votes_can_never_miss_is_pointed_out(samples, least, status):
    policy = Policy(sampling=SamplingPolicy(min_agreement=Fraction(least)))
    found = judged.judge(Evidence(examination=sampled(samples), policy=policy))
    assert found.status is status
    assert ("nothing could be" in str(found.reason)) == (status is RuleStatus.WARNING)


def test_the_agreement_that_is_advised_instead_can_be_missed():
    policy = Policy(sampling=SamplingPolicy(min_agreement=Fraction(2, 3)))
    found = judged.judge(Evidence(examination=sampled(3), policy=policy))
    better = Fraction(str(found.reason).rpartition("such as ")[2].rstrip("."))
    stricter = Policy(sampling=SamplingPolicy(min_agreement=better))
    again = judged.judge(Evidence(examination=sampled(3), policy=stricter))
    assert again.status is RuleStatus.HOLDS


def test_a_case_left_open_is_said_before_a_threshold_that_cannot_fire():
    policy = Policy(sampling=SamplingPolicy(min_agreement=Fraction(3, 5)))
    opened = sampled(5, [Row(state=State.PASS), Row(state=State.ERROR)])
    found = judged.judge(Evidence(examination=opened, policy=policy))
    assert found.status is RuleStatus.NOT_EVALUATED
