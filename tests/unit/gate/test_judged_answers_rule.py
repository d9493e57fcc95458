"""The gate on judged answers: the aggregate, at its bounds, and only where the policy asks."""

from fractions import Fraction

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from evalcore.gate.decide import decide
from evalcore.gate.evidence import Evidence
from evalcore.gate.rules import judged_answers
from evalcore.model.judgement import StoredJudgement
from evalcore.model.plain import policy_from_plain, policy_to_plain
from evalcore.model.policy import GoldenPolicy, JudgePolicy, Policy
from evalcore.model.words import Decision, RuleStatus, State

from support.examinations import Row, examination_of
from support.judgements import judgement

HOLDS, FAILS, OPEN = RuleStatus.HOLDS, RuleStatus.FAILS, RuleStatus.NOT_EVALUATED
YES, NO, SPLIT = "yyyyy", "nnnnn", "yynyn"


def judge(**levels):
    return Policy(
        judge=JudgePolicy(**{name: Fraction(level) for name, level in levels.items()}),
        golden=GoldenPolicy(min_cases=0),
    )


def evidence(signs, policy, **facts):
    held = None if signs is None else judgement({f"q{i}": s for i, s in enumerate(signs)}, **facts)
    return Evidence(
        examination=examination_of([Row(state=State.PASS)]),
        policy=policy,
        judgement=None if held is None else StoredJudgement(id="j", judgement=held),
    )


def rule(signs, *, level="4/5", **facts):
    return judged_answers.judge(evidence(signs, judge(correctness=level), **facts))


@pytest.mark.parametrize(
    ("signs", "status"),
    [
        pytest.param([YES] * 4 + [NO], HOLDS, id="exactly the level holds"),
        pytest.param([YES] * 3 + [NO] * 2, FAILS, id="below it fails"),
        pytest.param([YES] * 4 + [SPLIT], HOLDS, id="holds even if the undecided one fails"),
        pytest.param([YES] * 3 + [NO, SPLIT], OPEN, id="the undecided one decides"),
        pytest.param([YES] * 3 + [NO, ""], OPEN, id="so does one that was never judged"),
        pytest.param([YES] * 2 + [NO] * 2 + [SPLIT], FAILS, id="fails even at its best"),
        pytest.param([""] * 5, OPEN, id="B52 nothing judged is never a pass"),
        pytest.param([], OPEN, id="B52 nobody to judge is never a pass"),
        pytest.param(None, OPEN, id="B52 no judge was asked"),
    ],
)
def test_the_share_is_held_against_its_level_at_its_bounds(signs, status):
    assert rule(signs).status is status


def test_single_answers_decide_nothing():
    found = rule([YES] * 9 + [NO])
    assert found.status is HOLDS
    assert found.cases == ("q9",)
    assert (found.value, found.limit) == (Fraction(9, 10), Fraction(4, 5))


def test_a_few_answers_are_not_enough_where_more_could_be_asked():
    assert rule([YES] * 5, eligible=85).status is OPEN
    assert rule([YES] * 40, eligible=85).status is HOLDS
    assert "the policy wants 40" in str(rule([YES] * 5, eligible=85).reason)


def test_fewer_votes_than_the_policy_asks_are_not_enough():
    found = rule(["yyy"] * 5, samples=3)
    assert found.status is OPEN
    assert "wants 5" in str(found.reason)


def test_a_measure_that_gates_and_was_not_asked_is_not_evaluated():
    found = judged_answers.judge(evidence([YES] * 5, judge(correctness="4/5", behaviour="1/2")))
    assert found.status is OPEN


def test_the_measure_that_decides_is_told():
    found = judged_answers.judge(evidence([NO] * 5, judge(correctness="4/5", behaviour="1/2")))
    assert found.status is FAILS
    assert str(found.reason) == "Correct answers: 0 of 5, below the 80% asked of the whole."


@given(st.lists(st.text("yn?", min_size=5, max_size=5), min_size=1, max_size=8), st.integers(0, 7))
@settings(deadline=None, max_examples=60)
def test_replacing_a_pass_by_an_unjudged_answer_never_improves_the_rule(signs, at):
    order = [FAILS, OPEN, HOLDS]
    lost = [*signs]
    lost[at % len(signs)] = ""
    before, after = rule(signs).status, rule(lost).status
    assert (before, after) != (OPEN, HOLDS)
    assert order.index(after) <= max(order.index(before), order.index(OPEN))


def test_a_failing_share_blocks_and_a_missing_judge_withholds_the_verdict():
    policy = judge(correctness="4/5")
    assert decide(evidence([NO] * 5, policy)).decision is Decision.BLOCK
    assert decide(evidence(None, policy)).decision is Decision.CANNOT_JUDGE
    accepted = decide(evidence([YES] * 5, policy))
    assert accepted.decision is Decision.ACCEPT
    assert accepted.judgement == "j"


def test_without_judge_in_the_policy_nothing_of_the_verdict_changes():
    with_one, without = (decide(evidence(s, Policy())) for s in ([NO] * 5, None))
    assert with_one == without
    assert "judged_answers" not in {one.rule for one in with_one.rules}
    assert with_one.judgement is None


def test_a_policy_without_judge_keeps_its_plain_form_and_one_with_it_comes_back():
    assert "judge" not in policy_to_plain(Policy())
    policy = judge(faithfulness="9/10")
    assert policy_from_plain(policy_to_plain(policy)) == policy
