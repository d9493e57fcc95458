"""Branches that no other test told apart when the gate's code was changed on purpose."""

from dataclasses import replace
from fractions import Fraction
from itertools import pairwise

import pytest

from evalcore.gate.decide import _MOST_TELLING, _telling, decide
from evalcore.gate.evidence import Evidence
from evalcore.gate.rules import WITH_JUDGE
from evalcore.gate.rules.gold_failures import judge as gold_failures
from evalcore.gate.rules.judged import _never_undecided, _too_few_samples
from evalcore.model.message import Message
from evalcore.model.policy import Policy
from evalcore.model.verdict import EXIT_CANNOT_JUDGE, EXIT_STALE, RuleResult
from evalcore.model.words import RuleStatus, State

from support.examinations import Row, examination_of


def failing(name):
    return RuleResult(rule=name, status=RuleStatus.FAILS, reason=Message(f"{name} says why"))


def test_a_failing_rule_that_is_not_among_the_most_telling_still_says_why():
    assert str(_telling([failing("a rule of tomorrow")])) == "a rule of tomorrow says why"
    both = [failing("a rule of tomorrow"), failing("gold_failures")]
    assert str(_telling(both)) == "gold_failures says why"


def test_every_failing_rule_that_can_lead_is_told_before_the_next():
    assert set(_MOST_TELLING) <= {name for name, _ in WITH_JUDGE}
    for first, then in pairwise((*_MOST_TELLING, "mean_quality")):
        assert str(_telling([failing(then), failing(first)])) == f"{first} says why"


def test_a_stale_golden_set_has_its_own_exit_code_beside_other_open_rules():
    rows = [Row(state=State.PASS)] * 9 + [Row(state=State.BROKEN), Row(state=State.ERROR)]
    evidence = Evidence(examination=examination_of(rows), policy=Policy())
    found = decide(evidence)
    still_open = [one for one in found.rules if one.status is RuleStatus.NOT_EVALUATED]
    assert [one.stale for one in still_open].count(False) > 0
    assert found.exit_code == EXIT_STALE
    assert "set aside" in str(found.sentence)
    whole = replace(evidence, examination=examination_of([row for row in rows if row != rows[9]]))
    assert decide(whole).exit_code == EXIT_CANNOT_JUDGE


@pytest.mark.parametrize(
    ("samples", "share", "better"),
    [(5, Fraction(3, 5), "4/5"), (3, Fraction(2, 3), "3/3"), (4, Fraction(1, 2), "3/4")],
)
def test_agreement_that_can_never_fail_names_one_that_can(samples, share, better):
    told = str(_never_undecided(samples, share))
    assert f"min_agreement {share.numerator}/{share.denominator}" in told
    assert f"such as {better}." in told


def test_too_few_samples_are_told_with_both_numbers():
    told = str(_too_few_samples(1, 5))
    assert told.startswith("Times each question was asked: 1; the policy wants 5 ")


@pytest.mark.parametrize(
    "before",
    [Row(state=State.PASS, gold=True), Row(state=State.FAIL), Row(state=State.PASS)],
    ids=["a curated one that passes", "another that fails", "another that passes"],
)
def test_the_question_that_is_named_is_the_curated_one_that_fails(before):
    rows = [before, Row(state=State.FAIL, gold=True)]
    evidence = Evidence(
        examination=examination_of(rows, gold_known=True), policy=Policy(), documented=frozenset()
    )
    named = evidence.examination.cases[1].question
    other = evidence.examination.cases[0].question
    told = str(gold_failures(evidence).reason)
    assert f"«{named}»" in told
    assert f"«{other}»" not in told


def test_a_curated_fact_that_the_ingest_lost_is_told_as_lost():
    evidence = Evidence(
        examination=examination_of([Row(state=State.LOST, gold=True)]),
        policy=Policy(),
        documented=frozenset(),
    )
    assert "is gone from the index" in str(gold_failures(evidence).reason)
