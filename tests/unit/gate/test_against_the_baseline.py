"""The rules ``comparable`` and ``regression``, on examinations made by hand."""

from dataclasses import replace
from fractions import Fraction

import numpy as np
import pytest

from evalcore.gate.baseline import Baseline
from evalcore.gate.decide import decide
from evalcore.gate.evidence import Evidence
from evalcore.gate.rules import comparable, regression
from evalcore.model.exam import Exam
from evalcore.model.policy import NoisePolicy, Policy, RegressionPolicy
from evalcore.model.words import Decision, Gain, RuleStatus, State

from support.examinations import Row, examination_of, ratios

HOLDS, FAILS = RuleStatus.HOLDS, RuleStatus.FAILS
OPEN, NOT_APPLICABLE = RuleStatus.NOT_EVALUATED, RuleStatus.NOT_APPLICABLE
PASS, FAIL = Row(state=State.PASS), Row(state=State.FAIL)
ERROR, UNDECIDED = Row(state=State.ERROR), Row(state=State.UNDECIDED)
BROKEN, LOST = Row(state=State.BROKEN), Row(state=State.LOST)


def ranked(rows, first):
    """An examination whose first expected chunks stand at these ranks; 0 is absent."""
    examination = examination_of(rows)
    known = examination.known
    rr = [
        (Fraction(1, rank) if rank else Fraction(0)) if measured else None
        for rank, measured in zip(first, known.tolist(), strict=True)
    ]
    gold = [v if row.gold else None for v, row in zip(rr, rows, strict=True)]
    measured = replace(examination.measured, rr=ratios(rr), gold_rr=ratios(gold))
    return replace(examination, measured=measured, samples=(measured,))


def labelled(examination, **labels):
    """The same with a category (or difficulty) a case; None says nothing."""
    cases = tuple(
        replace(case, **{name: values[n] for name, values in labels.items()})
        for n, case in enumerate(examination.cases)
    )
    return replace(examination, cases=cases)


def against(before, after, *, policy=None, documented=(), **facts):
    baseline = Baseline(
        run_id="run-base",
        name="green",
        exam=facts.pop("exam", Exam()),
        examination=before,
        suite=facts.pop("base_suite", {}),
        policy=facts.pop("base_policy", policy or Policy()),
    )
    return Evidence(
        examination=after,
        policy=policy or Policy(),
        documented=frozenset(documented),
        baseline=baseline,
        **facts,
    )


def rows(before, after, **facts):
    one, other = ([1 if row.state is State.PASS else 0 for row in side] for side in (before, after))
    return against(ranked(before, one), ranked(after, other), **facts)


def test_without_a_baseline_neither_rule_applies_and_nothing_is_withheld():
    evidence = Evidence(examination=examination_of([PASS] * 50), policy=Policy())
    assert comparable.judge(evidence).status is NOT_APPLICABLE
    assert regression.judge(evidence).status is NOT_APPLICABLE
    assert decide(evidence).baseline is None


def test_the_baseline_is_kept_with_the_verdict():
    assert decide(rows([PASS] * 50, [PASS] * 50)).baseline == "run-base"


@pytest.mark.parametrize(
    ("before", "after", "status"),
    [
        pytest.param([PASS] * 3, [PASS] * 3, HOLDS, id="nothing moved"),
        pytest.param([PASS, FAIL], [PASS, PASS], HOLDS, id="better"),
        pytest.param([PASS, FAIL], [PASS, FAIL], HOLDS, id="as bad as it was"),
        pytest.param([PASS, PASS], [PASS, FAIL], FAILS, id="newly failing"),
        pytest.param([PASS, PASS], [PASS, LOST], FAILS, id="newly lost"),
        pytest.param([PASS, FAIL], [FAIL, PASS], FAILS, id="one for another is no trade"),
        pytest.param([PASS, PASS], [PASS, ERROR], OPEN, id="B42 an error may be a failure"),
        pytest.param([PASS, PASS], [PASS, UNDECIDED], OPEN, id="undecided may be a failure"),
        pytest.param([FAIL, PASS], [ERROR, PASS], HOLDS, id="it cannot fall below a failure"),
        pytest.param([ERROR, PASS], [FAIL, PASS], OPEN, id="the baseline has no outcome"),
        pytest.param([PASS, PASS], [PASS, BROKEN], HOLDS, id="golden_health has the broken ones"),
    ],
)
def test_regression_rests_on_its_bounds(before, after, status):
    assert regression.judge(rows(before, after)).status is status


def test_b42_an_error_in_place_of_a_failure_gains_nothing():
    """The mean over what was measured would rise; the bound does not."""
    result = regression.judge(rows([PASS, FAIL], [FAIL, ERROR]))
    assert result.status is FAILS
    assert result.cases == ("c0",)


@pytest.mark.parametrize(("allowed", "status"), [(0, FAILS), (1, FAILS), (2, HOLDS)])
def test_newly_failing_cases_are_counted_in_each_category(allowed, status):
    policy = Policy(
        regression=RegressionPolicy(cell_cases=allowed, quality=Fraction(50), mrr=Fraction(1, 2))
    )
    before, after = [PASS] * 6, [FAIL, FAIL, FAIL, PASS, PASS, PASS]
    labels = ("a", "a", "b", "b", "b", "b")
    evidence = against(
        labelled(ranked(before, [1] * 6), category=labels),
        labelled(ranked(after, [0, 0, 0, 1, 1, 1]), category=labels, difficulty=["x", "y"] * 3),
        policy=policy,
    )
    result = regression.judge(evidence)
    assert result.status is status
    if status is FAILS:
        assert (result.value, result.limit) == (2, allowed)
        assert result.cases == ("c0", "c1")
        assert "category «a»" in str(result.reason)


def test_a_case_without_category_does_not_escape():
    evidence = against(
        labelled(ranked([PASS] * 2, [1, 1]), category=["a", None]),
        labelled(ranked([PASS, FAIL], [1, 0]), category=["a", None], difficulty=["x", "x"]),
        policy=Policy(regression=RegressionPolicy(quality=Fraction(50), mrr=Fraction(1, 2))),
    )
    result = regression.judge(evidence)
    assert (result.status, result.cases) == (FAILS, ("c1",))


@pytest.mark.parametrize(
    ("tolerance", "status"),
    [(Fraction(1, 8), HOLDS), (Fraction(1, 8) - Fraction(1, 10**12), FAILS)],
)
def test_mrr_may_fall_by_the_tolerance_itself_and_by_nothing_more(tolerance, status):
    evidence = against(
        ranked([PASS] * 4, [1, 1, 1, 1]),
        ranked([PASS] * 4, [1, 1, 1, 2]),
        policy=Policy(regression=RegressionPolicy(mrr=tolerance)),
    )
    result = regression.judge(evidence)
    assert result.status is status
    if status is FAILS:
        assert (result.value, result.cases) == (Fraction(25, 2), ("c3",))
        assert "MRR fell by 12.5 points" in str(result.reason)


def test_gold_mrr_has_a_tolerance_of_its_own():
    gold = Row(state=State.PASS, gold=True)
    lenient = RegressionPolicy(mrr=Fraction(1, 2))
    evidence = against(
        ranked([gold, PASS], [1, 1]),
        ranked([gold, PASS], [2, 1]),
        policy=Policy(regression=lenient),
    )
    result = regression.judge(evidence)
    assert (result.status, result.value) == (FAILS, 50)
    assert "Gold MRR" in str(result.reason)


@pytest.mark.parametrize(("tolerance", "status"), [("1/5", HOLDS), ("1/10", FAILS)])
def test_mean_noise_may_rise_within_its_tolerance(tolerance, status):
    def noisy(*shares):
        return ranked([Row(state=State.PASS, noise=Fraction(s)) for s in shares], [1] * len(shares))

    policy = Policy(
        noise=NoisePolicy(ceiling=Fraction(9, 10)),
        regression=RegressionPolicy(noise=Fraction(tolerance)),
    )
    result = regression.judge(against(noisy("0", "1/5"), noisy("2/5", "1/5"), policy=policy))
    assert result.status is status
    if status is FAILS:
        assert "Mean noise rose by 20 points" in str(result.reason)


def test_a_trace_is_not_told_as_nothing():
    evidence = against(ranked([PASS] * 9000, [1] * 9000), ranked([PASS] * 9000, [1] * 8999 + [2]))
    assert "MRR fell by 0.01 points" in str(regression.judge(evidence).reason)


def test_a_documented_failure_is_left_out_until_its_diagnosis_no_longer_stands():
    before, after = [PASS] * 20, [PASS] * 19 + [FAIL]
    signed = rows(before, after, documented=["c19"])
    assert regression.judge(signed).status is HOLDS
    assert "left out: 1" in str(regression.judge(signed).reason)
    assert decide(signed).decision is Decision.ACCEPT
    assert regression.judge(rows(before, after)).status is FAILS


def test_a_documented_failure_that_expects_gold_is_not_tolerated_here_either():
    gold = [PASS] * 19 + [Row(state=State.FAIL, gold=True)]
    evidence = rows([PASS] * 19 + [Row(state=State.PASS, gold=True)], gold, documented=["c19"])
    assert regression.judge(evidence).status is FAILS


def test_a_documented_failure_of_the_baseline_that_recovers_changes_nothing():
    assert regression.judge(rows([FAIL, PASS], [PASS, PASS])).status is HOLDS


@pytest.mark.parametrize(
    "exam", [Exam(cutoff=5), Exam(min_grade=2), Exam(gain=Gain.EXPONENTIAL)], ids=str
)
def test_b56_another_exam_leaves_both_rules_open_and_says_what_to_do(exam):
    evidence = rows([PASS] * 50, [PASS] * 50, exam=exam)
    found = comparable.judge(evidence)
    assert (found.status, regression.judge(evidence).status) == (OPEN, OPEN)
    assert "another exam" in str(found.reason)
    assert "a name of its own" in str(found.reason)
    assert decide(evidence).decision is Decision.CANNOT_JUDGE


def test_depth_is_no_part_of_the_exam():
    assert comparable.judge(rows([PASS], [PASS], exam=Exam(depth=50))).status is HOLDS


def test_b52_nothing_shared_is_never_a_pass():
    before = examination_of([PASS] * 50)
    moved = tuple(replace(case, question=f"{case.question}?") for case in before.cases)
    evidence = against(replace(before, cases=moved), examination_of([PASS] * 50))
    assert comparable.judge(evidence).status is OPEN
    assert regression.judge(evidence).status is OPEN
    assert len(comparable.judge(evidence).cases) == 50


def test_few_shared_questions_are_a_warning_with_their_share():
    after = examination_of([PASS] * 10)
    moved = tuple(replace(c, question="?") if n > 3 else c for n, c in enumerate(after.cases))
    result = comparable.judge(against(examination_of([PASS] * 10), replace(after, cases=moved)))
    assert (result.status, result.value) == (RuleStatus.WARNING, Fraction(4, 10))


def test_a_synthesis_that_lost_its_label_is_pointed_out():
    evidence = rows([Row(state=State.PASS, gold=True), PASS], [PASS, PASS])
    result = comparable.judge(evidence)
    assert (result.status, result.cases) == (RuleStatus.WARNING, ("c0",))
    assert "expect none now: 1" in str(result.reason)


SIGNED = {"author": "M. R.", "reason": "calibrated"}


@pytest.mark.parametrize(
    ("policy", "status"),
    [
        (Policy(), HOLDS),
        (Policy(**SIGNED), HOLDS),
        (Policy(noise=NoisePolicy(ceiling=Fraction(4, 10))), FAILS),
        (Policy(noise=NoisePolicy(ceiling=Fraction(4, 10)), author="M. R.", reason=" "), FAILS),
        (Policy(noise=NoisePolicy(ceiling=Fraction(4, 10)), **SIGNED), HOLDS),
    ],
    ids=["the same", "only signed since", "unsigned", "no reason", "signed"],
)
def test_a_changed_policy_is_named_and_must_be_signed(policy, status):
    result = comparable.judge(rows([PASS], [PASS], policy=policy, base_policy=Policy()))
    assert result.status is status
    changed = policy.noise != Policy().noise
    assert ("policy.noise.ceiling 3/10 → 2/5" in str(result.reason)) == changed


@pytest.mark.parametrize(
    ("suite", "status"),
    [
        ({"retriever": {"kind": "embedded", "cut": 1}}, HOLDS),
        ({"retriever": {"kind": "embedded", "cut": 2}}, FAILS),
        ({"retriever": {"kind": "embedded", "cut": 2}, **SIGNED}, HOLDS),
        ({"retriever": {"kind": "embedded", "cut": 1}, "golden": "moved.jsonl"}, HOLDS),
    ],
    ids=["the same", "unsigned", "signed", "a file renamed"],
)
def test_a_changed_retriever_is_named_and_must_be_signed(suite, status):
    base = {"retriever": {"kind": "embedded", "cut": 1}, "golden": "golden.jsonl"}
    evidence = rows([PASS] * 50, [PASS] * 50, suite=suite, base_suite=base)
    result = comparable.judge(evidence)
    assert result.status is status
    assert ("retriever.cut 1 → 2" in str(result.reason)) == (suite["retriever"]["cut"] == 2)
    assert (decide(evidence).decision is Decision.BLOCK) == (status is FAILS)


def test_a_flat_mean_does_not_hide_the_eight_that_fell_behind_the_ten_that_rose():
    """Ten rise by 80 points, eight fall by 100: the mean is where it was, and it blocks."""

    def side(*groups):
        cases = [row for row, n in groups for _ in range(n)]
        labels = ["rose"] * 10 + ["fell"] * 8 + ["calm"] * 182
        rank = [1 if row.state is State.PASS else 0 for row in cases]
        return labelled(ranked(cases, rank), category=labels)

    eighty = Row(state=State.PASS, quality=Fraction(80))
    before = side((FAIL, 10), (PASS, 8), (PASS, 182))
    after = side((eighty, 10), (FAIL, 8), (PASS, 182))
    quality = [one.measured.quality.total() for one in (before, after)]
    assert quality[0] == quality[1]
    result = regression.judge(against(before, after))
    assert (result.status, result.value) == (FAILS, 8)
    assert "category «fell»" in str(result.reason)
    assert np.array_equal(before.expects_gold, after.expects_gold)
