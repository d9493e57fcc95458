"""What each rule must tell apart at its edges; every one of these was once told by no test."""

from dataclasses import replace
from fractions import Fraction

import pytest

from evalcore.gate.baseline import Baseline
from evalcore.gate.evidence import Evidence
from evalcore.gate.rules import (
    comparable,
    golden_health,
    judged,
    judged_answers,
    min_cases,
    noise,
    other_failures,
    regression,
    rules_for,
)
from evalcore.model.case import Expected
from evalcore.model.exam import Exam
from evalcore.model.judgement import JudgedMeasure, StoredJudgement
from evalcore.model.policy import JudgePolicy, Policy, RegressionPolicy, SamplingPolicy
from evalcore.model.words import RuleStatus, State

from support.examinations import Row, examination_of, ratios
from support.judgements import judgement

HOLDS, FAILS, WARNING = RuleStatus.HOLDS, RuleStatus.FAILS, RuleStatus.WARNING
OPEN, NOT_APPLICABLE = RuleStatus.NOT_EVALUATED, RuleStatus.NOT_APPLICABLE
PASS, FAIL, ERROR = Row(state=State.PASS), Row(state=State.FAIL), Row(state=State.ERROR)
BROKEN, LOST = Row(state=State.BROKEN), Row(state=State.LOST)


def evidence(rows, *, policy=None, documented=(), **facts):
    return Evidence(
        examination=examination_of(rows, **facts),
        policy=policy or Policy(),
        documented=frozenset(documented),
    )


def against(before, after, *, suites=({}, {}), **facts):
    """``after`` held against ``before``; both are rows or examinations."""
    before, after = (examination_of(it) if isinstance(it, list) else it for it in (before, after))
    found = Evidence(examination=after, policy=facts.pop("policy", Policy()), suite=suites[1])
    baseline = Baseline(
        run_id="r", name="green", exam=Exam(), examination=before, suite=suites[0], policy=Policy()
    )
    return replace(found, baseline=baseline, **facts)


def asked_otherwise(rows, kept):
    """The same cases, of which only the first ``kept`` ask what they asked."""
    examination = examination_of(rows)
    cases = examination.cases
    others = tuple(replace(case, question="?") for case in cases[kept:])
    return replace(examination, cases=cases[:kept] + others)


@pytest.mark.parametrize(("kept", "status"), [(2, WARNING), (3, HOLDS), (4, HOLDS)])
def test_half_of_the_questions_are_enough_to_compare(kept, status):
    found = comparable.judge(against([PASS] * 6, asked_otherwise([PASS] * 6, kept)))
    assert found.status is status
    assert found.value == found.value_low == found.value_high == Fraction(kept, 6)


def test_of_no_counted_case_nothing_is_shared():
    found = comparable.judge(against([PASS], [BROKEN]))
    assert (found.status, found.value) == (OPEN, 0)


def test_only_the_retriever_of_a_suite_must_be_signed_for():
    changed = {"retriever": {"k": 10}, "title": "another"}
    found = comparable.judge(against([PASS], [PASS], suites=({"retriever": {"k": 10}}, changed)))
    assert found.status is HOLDS


def test_cases_that_only_the_baseline_has_are_none_of_the_candidate_s():
    found = comparable.judge(against([PASS] * 3, [PASS] * 2))
    assert (found.status, found.cases) == (HOLDS, ())


def test_many_changed_settings_are_told_by_the_first_three_and_their_number():
    before, after = ({"retriever": dict.fromkeys("abcde", n)} for n in (1, 2))
    told = str(comparable.judge(against([PASS], [PASS], suites=(before, after))).reason)
    assert "(retriever.a 1 → 2, retriever.b 1 → 2, retriever.c 1 → 2, +2)" in told


@pytest.mark.parametrize(
    ("rows", "told"),
    [
        ([PASS] * 9 + [LOST], "gone from the index: 1"),
        ([PASS] * 19 + [BROKEN], "1 of 20, within the 5% allowed"),
        ([PASS] * 18 + [BROKEN], "1 of 19, more than the 5% allowed"),
        ([PASS] * 99 + [Row(state=State.BROKEN, gold=True)], "or may expect one: 1;"),
        ([PASS], "Every question can be examined"),
    ],
)
def test_the_health_of_the_golden_set_is_told_as_it_is(rows, told):
    assert told in str(golden_health.judge(evidence(rows)).reason)


def test_of_an_empty_golden_set_no_share_is_broken():
    assert golden_health.judge(evidence([])).value == 0


@pytest.mark.parametrize(("grades", "stale"), [((1, 0), True), ((0, 1), True), ((0, 0), False)])
def test_a_broken_case_that_lost_a_chunk_may_have_expected_gold(grades, stale):
    examination = examination_of([PASS] * 99 + [BROKEN], gold_known=False)
    lost = tuple(Expected(chunk_id=f"g{n}", grade=grade) for n, grade in enumerate(grades))
    cases = (*examination.cases[:-1], replace(examination.cases[-1], expected=lost))
    found = golden_health.judge(
        Evidence(examination=replace(examination, cases=cases), policy=Policy())
    )
    assert found.stale is stale


@pytest.mark.parametrize(("samples", "status"), [(1, HOLDS), (2, WARNING), (3, WARNING)])
def test_agreement_that_says_nothing_is_pointed_out_from_two_samples_on(samples, status):
    policy = Policy(sampling=SamplingPolicy(min_agreement=Fraction(1, 2)))
    one = evidence([PASS], policy=policy)
    repeated = replace(one.examination, samples=one.examination.samples * samples)
    found = judged.judge(replace(one, examination=repeated))
    assert found.status is status
    if status is HOLDS:
        assert str(found.reason) == "Cases judged: 1 of 1."


def on_answers(votes, **levels):
    """The rule on these votes, by measure and answer, with the level of each measure."""
    policy = Policy(judge=JudgePolicy(**{name: Fraction(it) for name, it in levels.items()}))
    sets = {
        name: judgement({f"q{n}": one for n, one in enumerate(signs)}, measure=JudgedMeasure(name))
        for name, signs in votes.items()
    }
    listed = tuple(one for held in sets.values() for one in held.judged)
    whole = replace(next(iter(sets.values())), judged=listed)
    one = evidence([PASS], policy=policy)
    return judged_answers.judge(replace(one, judgement=StoredJudgement(id="j", judgement=whole)))


YES, NO, SPLIT = "yyyyy", "nnnnn", "yynyn"


def test_the_rule_on_answers_shows_its_figures_with_those_that_are_open():
    found = on_answers({"correctness": [YES, YES, NO, SPLIT]}, correctness="3/5")
    assert (found.rule, found.status) == ("judged_answers", OPEN)
    assert (found.value, found.limit) == (Fraction(2, 3), Fraction(3, 5))
    assert (found.value_low, found.value_high) == (Fraction(2, 4), Fraction(3, 4))
    assert found.cases == ("q2", "q3")


@pytest.mark.parametrize(
    ("told", "other"),
    [
        pytest.param(([YES] * 10, "9/10"), ([YES] * 9 + [NO], "1/2"), id="by what is left"),
        pytest.param(
            ([YES] * 8 + [SPLIT] * 2, "1/2"), ([YES] * 9 + [NO], "1/2"), id="at the worst"
        ),
    ],
)
def test_of_measures_that_hold_the_one_nearest_to_its_level_is_told(told, other):
    for names in (("correctness", "faithfulness"), ("faithfulness", "correctness")):
        votes = {name: it[0] for name, it in zip(names, (told, other), strict=True)}
        levels = {name: it[1] for name, it in zip(names, (told, other), strict=True)}
        found = on_answers(votes, **levels)
        assert found.status is HOLDS
        assert str(found.reason).startswith(names[0][:5].capitalize())


@pytest.mark.parametrize(
    ("measure", "said"),
    [
        ("correctness", "Correct answers"),
        ("faithfulness", "Faithful answers"),
        ("behaviour", "Answers that behave as they must"),
    ],
)
@pytest.mark.parametrize(
    ("votes", "status", "told"),
    [
        ([YES] * 4 + [NO], HOLDS, "4 of 5; 80% is asked"),
        ([YES] * 3 + [NO] * 2, FAILS, "3 of 5, below the 80% asked"),
        ([YES] * 3 + [NO, SPLIT], OPEN, "3 of 5, with 1 undecided or not read"),
    ],
)
def test_each_measure_has_its_sentence_for_each_status(measure, said, votes, status, told):
    found = on_answers({measure: votes}, **{measure: "4/5"})
    assert found.status is status
    assert str(found.reason).startswith(f"{said}: {told}")


@pytest.mark.parametrize("enough", [True, False])
def test_few_cases_are_told_as_few(enough):
    told = str(min_cases.judge(evidence([PASS] * (50 if enough else 49))).reason)
    assert ("gross regressions" in told) is not enough


def test_noise_does_not_apply_to_results_without_scores_even_where_some_have_no_outcome():
    assert noise.judge(evidence([PASS, ERROR], scored=False)).status is NOT_APPLICABLE


@pytest.mark.parametrize(
    ("rows", "documented", "status"),
    [
        pytest.param([FAIL, FAIL, ERROR], "c0 c1", FAILS, id="too many, all signed, one open"),
        pytest.param([PASS] * 38 + [FAIL, ERROR, ERROR], "", FAILS, id="open, and one not signed"),
        pytest.param([PASS] * 38 + [FAIL, ERROR, ERROR], "c38", OPEN, id="open, and signed"),
    ],
)
def test_signing_never_makes_up_for_too_many_failures(rows, documented, status):
    found = other_failures.judge(evidence(rows, documented=documented.split()))
    assert found.status is status


def lenient(**limits):
    means = dict.fromkeys(("quality", "mrr", "gold_mrr", "noise"), Fraction(100)) | limits
    return Policy(regression=RegressionPolicy(**means))


def ranked(rows, reciprocal):
    """An examination with these reciprocal ranks."""
    examination = examination_of(rows)
    measured = replace(examination.measured, rr=ratios([Fraction(one) for one in reciprocal]))
    return replace(examination, measured=measured, samples=(measured,))


def test_an_open_cell_is_open_though_every_mean_holds():
    found = regression.judge(against([PASS, PASS], [PASS, ERROR], policy=lenient()))
    assert (found.status, found.cases) == (OPEN, ("c1",))
    assert (found.value, found.value_low, found.value_high, found.limit) == (0, 0, 1, 0)


def test_a_failing_cell_shows_those_that_may_fail_too():
    found = regression.judge(against([PASS] * 3, [PASS, FAIL, ERROR], policy=lenient()))
    assert (found.status, found.cases) == (FAILS, ("c1",))
    assert (found.value, found.value_low, found.value_high, found.limit) == (1, 1, 2, 0)


def test_an_open_mean_is_open_though_those_before_it_hold():
    before = [Row(state=State.PASS, noise=Fraction(1, 5))] * 4
    after = [*before[:3], Row(state=State.UNDECIDED)]
    policy = lenient(cell_cases=1, noise=Fraction(0))
    assert regression.judge(against(before, after, policy=policy)).status is OPEN


def test_a_fall_is_shown_in_points_of_a_hundred():
    before, after = ranked([PASS] * 4, ["1"] * 4), ranked([PASS] * 4, ["1", "1", "1", "1/2"])
    found = regression.judge(against(before, after, policy=lenient(mrr=Fraction(1, 16))))
    assert (found.status, found.cases) == (FAILS, ("c3",))
    assert found.value == found.value_low == found.value_high == Fraction(25, 2)
    assert found.limit == Fraction(25, 4)


def test_a_fall_of_quality_is_in_points_as_it_stands():
    better = Row(state=State.PASS, quality=Fraction(99))
    found = regression.judge(
        against([PASS] * 4, [PASS] * 3 + [better], policy=lenient(quality=Fraction(1, 8)))
    )
    assert (found.status, found.value, found.limit) == (FAILS, Fraction(1, 4), Fraction(1, 8))


def test_a_trace_of_a_fall_is_not_told_as_nothing():
    before, after = (ranked([PASS], [one]) for one in ("1", str(1 - Fraction(1, 10**6))))
    told = str(regression.judge(against(before, after)).reason)
    assert "fell by 0.01 points" in told


def test_where_every_shared_case_is_a_documented_failure_nothing_fell():
    evidence_ = against([PASS], [FAIL], documented=frozenset({"c0"}))
    known = replace(evidence_.examination, gold_known=True)
    found = regression.judge(replace(evidence_, examination=known))
    assert (found.rule, found.status) == ("regression", HOLDS)
    assert "documented failures left out: 1" in str(found.reason)


def test_answers_are_judged_only_where_the_policy_asks_for_it():
    asked = Policy(judge=JudgePolicy(correctness=Fraction(4, 5)))
    assert judged_answers.NAME in dict(rules_for(asked))
    assert judged_answers.NAME not in dict(rules_for(Policy()))
