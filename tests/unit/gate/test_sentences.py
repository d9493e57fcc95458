"""What each rule says is true in every branch, and can be read by a stakeholder."""

from fractions import Fraction

import pytest

from evalcore.gate.decide import decide
from evalcore.gate.evidence import Evidence
from evalcore.gate.rules import RULES
from evalcore.model.policy import GoldenPolicy, NoisePolicy, Policy, TolerancePolicy
from evalcore.model.words import State

from support.examinations import Row, examination_of

PASS, FAIL, ERROR = (Row(state=s) for s in (State.PASS, State.FAIL, State.ERROR))
BROKEN, LOST = Row(state=State.BROKEN), Row(state=State.LOST)
LOUD = Row(state=State.PASS, noise=Fraction(1, 2))
QUIET = Row(state=State.PASS, noise=Fraction(0))
TOLERANT = Policy(noise=NoisePolicy(tolerance=Fraction(1, 2)))
UNSIGNED = Policy(tolerance=TolerancePolicy(documented=False))


def said(rule, rows, policy=None, documented=(), **facts):
    evidence = Evidence(
        examination=examination_of(rows, **facts),
        policy=policy or Policy(),
        documented=frozenset(documented),
    )
    found = dict(RULES)[rule](evidence)
    return f"{found.status.value}: {found.reason}"


@pytest.mark.parametrize(
    ("sentence", "words"),
    [
        pytest.param(
            said("noise", [LOUD, QUIET], TOLERANT),
            ["holds: ", "over their noise ceiling", "1 of 2", "within the 50% tolerated"],
            id="the tolerance that let a noisy one through is said",
        ),
        pytest.param(
            said("noise", [LOUD, LOUD, QUIET], TOLERANT),
            ["fails: ", "2 of 3", "more than the 50% tolerated"],
            id="more than the tolerance",
        ),
        pytest.param(said("noise", [LOUD, QUIET]), ["fails: ", "1 of 2."], id="no tolerance"),
        pytest.param(
            said("noise", [Row(state=State.PASS)]),
            ["not_applicable: No question that passes recall has a noise"],
            id="a passing case without noise is not called failing",
        ),
        pytest.param(
            said("other_failures", [PASS] * 19 + [FAIL], UNSIGNED),
            ["holds: ", "1 of 20", "asks for no diagnosis"],
            id="no diagnosis is claimed where none was asked",
        ),
        pytest.param(
            said("other_failures", [PASS] * 19 + [FAIL], documented=["c19"]),
            ["holds: ", "each with its diagnosis"],
            id="each with its diagnosis",
        ),
        pytest.param(
            said("gold_failures", [PASS], gold_known=False),
            ["holds: Questions that pass: 1 of 1. Nothing says which chunks are curated"],
            id="ordinary questions are not called gold",
        ),
        pytest.param(
            said("gold_failures", [ERROR], gold_known=False),
            ["not_evaluated: ", "Nothing says which chunks are curated"],
            id="nor are open ones",
        ),
        pytest.param(
            said("gold_failures", [Row(state=State.LOST, gold=True)]),
            ["fails: «question 0»", "is gone from the index"],
            id="a lost synthesis is not said to be buried",
        ),
        pytest.param(
            said("golden_health", [PASS] * 19 + [BROKEN]),
            ["holds: Questions set aside: 1 of 20, within the 5% allowed"],
            id="set aside within the allowance",
        ),
        pytest.param(
            said("golden_health", [PASS] * 3 + [BROKEN]),
            ["not_evaluated: ", "1 of 4, more than the 5% allowed"],
            id="more set aside than allowed",
        ),
        pytest.param(
            said("golden_health", [PASS] * 99 + [Row(state=State.BROKEN, gold=True)]),
            ["not_evaluated: ", "expect a curated synthesis", ": 1;"],
            id="a synthesis set aside",
        ),
        pytest.param(
            said("golden_health", [LOST]), ["fails: ", "gone from the index: 1"], id="lost"
        ),
        pytest.param(
            said("golden_health", [PASS]), ["holds: Every question can be examined"], id="sound"
        ),
    ],
)
def test_a_rule_says_what_is_so(sentence, words):
    assert [word for word in words if word not in sentence] == []


def test_an_accepted_run_with_a_warning_is_not_said_to_hold_every_rule():
    evidence = Evidence(examination=examination_of([PASS]), policy=Policy())
    assert str(decide(evidence).sentence) == (
        "No rule stands against it: 1 of 1 questions get back what they must."
    )


@pytest.mark.parametrize("state", list(State))
@pytest.mark.parametrize("facts", [{}, {"gold_known": False}, {"manifest_known": False}])
@pytest.mark.parametrize("policy", [Policy(), TOLERANT, Policy(golden=GoldenPolicy(min_cases=0))])
def test_every_state_alone_has_a_verdict_and_whole_sentences(state, facts, policy):
    rows = [Row(state=state, gold=True)]
    verdict = decide(Evidence(examination=examination_of(rows, **facts), policy=policy))
    for message in (verdict.sentence, *(one.reason for one in verdict.rules)):
        assert str(message).endswith(".")
        assert "{" not in str(message)
    assert (verdict.exit_code == 0) is (state is State.PASS)
