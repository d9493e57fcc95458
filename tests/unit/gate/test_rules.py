from dataclasses import replace
from fractions import Fraction

import numpy as np
import pytest

from evalcore.gate.decide import decide
from evalcore.gate.evidence import Evidence
from evalcore.gate.rules import (
    gold_failures,
    golden_health,
    ingest,
    judged,
    mean_quality,
    min_cases,
    noise,
    other_failures,
)
from evalcore.model.manifest import Batch
from evalcore.model.policy import NoisePolicy, Policy, SamplingPolicy, TolerancePolicy
from evalcore.model.words import RuleStatus, State

from support.examinations import Row, examination_of

HOLDS, FAILS = RuleStatus.HOLDS, RuleStatus.FAILS
OPEN, NOT_APPLICABLE = RuleStatus.NOT_EVALUATED, RuleStatus.NOT_APPLICABLE
PASS, FAIL = Row(state=State.PASS), Row(state=State.FAIL)
ERROR, UNDECIDED = Row(state=State.ERROR), Row(state=State.UNDECIDED)
BROKEN, LOST = Row(state=State.BROKEN), Row(state=State.LOST)


def gold(state: State) -> Row:
    return Row(state=state, gold=True)


def noisy(share: str, *, state: State = State.PASS, domain: str | None = None) -> Row:
    return Row(state=state, noise=Fraction(share), domain=domain)


def evidence(rows, *, policy=None, documented=(), **facts):
    return Evidence(
        examination=examination_of(rows, **facts),
        policy=policy or Policy(),
        documented=frozenset(documented),
    )


@pytest.mark.parametrize(
    ("rows", "status"),
    [
        pytest.param([PASS] * 19 + [FAIL], HOLDS, id="exactly 95 holds"),
        pytest.param([PASS] * 18 + [FAIL] * 2, FAILS, id="90 fails"),
        pytest.param([PASS] * 19 + [ERROR], HOLDS, id="holds even if the unmeasured one fails"),
        pytest.param([PASS] * 9 + [ERROR], OPEN, id="the unmeasured one decides"),
        pytest.param([PASS] * 8 + [FAIL, ERROR], FAILS, id="fails even at its best"),
        pytest.param([ERROR], OPEN, id="nothing measured"),
        pytest.param([], OPEN, id="B52 nothing to measure is never a pass"),
        pytest.param([BROKEN], OPEN, id="B52 everything set aside is never a pass"),
        pytest.param([Row(state=State.PASS, quality=Fraction(95))], HOLDS, id="limit itself"),
        pytest.param(
            [Row(state=State.PASS, quality=Fraction(95) - Fraction(1, 10**12))],
            FAILS,
            id="nothing passes by rounding",
        ),
    ],
)
def test_mean_quality_rests_on_its_bounds(rows, status):
    assert mean_quality.judge(evidence(rows)).status is status


def test_mean_quality_counts_the_unmeasured_at_both_ends():
    result = mean_quality.judge(evidence([PASS] * 8 + [FAIL, ERROR]))
    assert (result.value, result.value_low, result.value_high) == (
        Fraction(800, 9),
        Fraction(80),
        Fraction(90),
    )


@pytest.mark.parametrize(
    ("rows", "status"),
    [
        ([gold(State.PASS), FAIL], HOLDS),
        ([gold(State.FAIL), PASS], FAILS),
        ([gold(State.LOST), PASS], FAILS),
        ([gold(State.ERROR), PASS], OPEN),
        ([gold(State.UNDECIDED), PASS], OPEN),
        ([gold(State.ERROR), gold(State.FAIL)], FAILS),
        ([FAIL, PASS], NOT_APPLICABLE),
        ([], OPEN),
    ],
)
def test_no_failure_that_expects_gold_is_tolerated(rows, status):
    assert gold_failures.judge(evidence(rows)).status is status


def test_every_failure_counts_as_gold_where_nothing_tells():
    known = gold_failures.judge(evidence([FAIL, PASS], gold_known=False))
    assert (known.status, known.cases) == (FAILS, ("c0",))
    assert other_failures.judge(evidence([FAIL, PASS], gold_known=False)).cases == ()


def test_one_buried_gold_question_is_named_with_its_rank():
    rows = [PASS] * 9 + [Row(state=State.FAIL, gold=True, rank=14)]
    reason = str(gold_failures.judge(evidence(rows)).reason)
    assert "question 9" in reason
    assert "rank 14" in reason


@pytest.mark.parametrize(
    ("rows", "documented", "status"),
    [
        pytest.param([PASS] * 19 + [FAIL], ["c19"], HOLDS, id="5 % documented"),
        pytest.param([PASS] * 19 + [FAIL], [], FAILS, id="undocumented"),
        pytest.param([PASS] * 18 + [FAIL] * 2, ["c18", "c19"], FAILS, id="10 % is too many"),
        pytest.param([PASS] * 19 + [ERROR], [], OPEN, id="an error may be a failure"),
        pytest.param([PASS] * 20, [], HOLDS, id="none"),
        pytest.param([gold(State.FAIL)] + [PASS] * 19, [], HOLDS, id="gold is the other rule's"),
        pytest.param([], [], OPEN, id="nothing"),
    ],
)
def test_other_failures_need_to_be_few_and_signed(rows, documented, status):
    assert other_failures.judge(evidence(rows, documented=documented)).status is status


def test_diagnoses_are_not_asked_when_the_policy_does_not():
    policy = Policy(tolerance=TolerancePolicy(documented=False))
    rows = [PASS] * 19 + [FAIL]
    assert other_failures.judge(evidence(rows, policy=policy)).status is HOLDS


@pytest.mark.parametrize(
    ("rows", "status"),
    [
        pytest.param([noisy("3/10")] * 5, HOLDS, id="the ceiling itself holds"),
        pytest.param([noisy("3/10"), noisy("4/10")], FAILS, id="one above"),
        pytest.param(
            [noisy("9/10", state=State.FAIL), noisy("0")], HOLDS, id="failing not looked at"
        ),
        pytest.param([noisy("0"), ERROR], OPEN, id="an unmeasured one may be noisy"),
        pytest.param([noisy("1/2"), ERROR], FAILS, id="already over"),
        pytest.param([FAIL], NOT_APPLICABLE, id="no healthy case"),
        pytest.param([ERROR], OPEN, id="nothing known"),
    ],
)
def test_noise_looks_at_passing_cases_only(rows, status):
    assert noise.judge(evidence(rows)).status is status


def test_a_domain_has_its_own_ceiling():
    policy = Policy(noise=NoisePolicy(domain={"legal": Fraction(4, 10)}))
    legal, other = noisy("4/10", domain="legal"), noisy("4/10", domain="faq")
    assert noise.judge(evidence([legal], policy=policy)).status is HOLDS
    assert noise.judge(evidence([legal, other], policy=policy)).cases == ("c1",)


def test_noise_tolerance_is_a_share_of_the_judged():
    policy = Policy(noise=NoisePolicy(tolerance=Fraction(1, 10)))
    rows = [noisy("1/2")] + [noisy("0")] * 9
    assert noise.judge(evidence(rows, policy=policy)).status is HOLDS
    assert noise.judge(evidence(rows[:-1], policy=policy)).status is FAILS


def test_results_without_scores_have_no_noise_and_say_so():
    result = noise.judge(evidence([PASS], scored=False))
    assert result.status is NOT_APPLICABLE
    assert "no scores" in str(result.reason)


@pytest.mark.parametrize(
    ("rows", "status"),
    [([PASS, FAIL], HOLDS), ([PASS, ERROR], OPEN), ([PASS, UNDECIDED], OPEN), ([], OPEN)],
)
def test_nothing_may_be_left_unjudged(rows, status):
    assert judged.judge(evidence(rows)).status is status


@pytest.mark.parametrize(
    ("rows", "status", "stale"),
    [
        pytest.param([PASS] * 19 + [BROKEN], HOLDS, False, id="5 % broken"),
        pytest.param([PASS] * 18 + [BROKEN] * 2, OPEN, True, id="10 % broken is stale"),
        pytest.param([PASS] * 99 + [gold(State.BROKEN)], OPEN, True, id="broken gold"),
        pytest.param([PASS] * 99 + [LOST], FAILS, False, id="a lost fact"),
        pytest.param([PASS], HOLDS, False, id="sound"),
    ],
)
def test_golden_health_tells_stale_from_lost(rows, status, stale):
    result = golden_health.judge(evidence(rows))
    assert (result.status, result.stale) == (status, stale)


def test_without_a_manifest_nothing_tells_the_golden_sets_health():
    result = golden_health.judge(evidence([PASS], manifest_known=False))
    assert result.status is NOT_APPLICABLE


@pytest.mark.parametrize(("count", "status"), [(50, HOLDS), (49, RuleStatus.WARNING)])
def test_a_small_golden_set_is_a_warning(count, status):
    assert min_cases.judge(evidence([PASS] * count)).status is status


@pytest.mark.parametrize(
    ("batch", "status"),
    [
        (None, NOT_APPLICABLE),
        (Batch(id="b"), NOT_APPLICABLE),
        (Batch(id="b", rejected=0), HOLDS),
        (Batch(id="b", rejected=23), FAILS),
    ],
)
def test_rejected_documents_block_their_batch(batch, status):
    assert ingest.judge(evidence([PASS], batch=batch)).status is status


def half_read(row: Row, others: int = 0):
    """A passing case of which one sample was not read: no quality, no noise."""
    rows = [row, *[PASS] * others]
    examination = examination_of(rows)
    answered = np.array([False, *[True] * others])
    measured = replace(
        examination.measured,
        answered=answered,
        quality=examination.measured.quality.where(answered),
        noise=examination.measured.noise.where(answered),
    )
    return Evidence(examination=replace(examination, measured=measured), policy=Policy())


def test_b42_a_passing_case_with_an_unread_sample_has_an_open_quality_not_0():
    found = mean_quality.judge(half_read(PASS))
    assert (found.status, found.value, found.value_low, found.value_high) == (OPEN, None, 0, 100)
    found = mean_quality.judge(half_read(PASS, others=19))
    assert (found.status, found.value, found.value_low) == (HOLDS, 100, 95)


def test_b42_a_passing_case_with_an_unread_sample_may_be_noisy():
    found = noise.judge(half_read(noisy("1/2"), others=3))
    assert (found.status, found.value_high) == (OPEN, 1)


@pytest.mark.parametrize(("asked", "status"), [(1, HOLDS), (2, OPEN), (5, OPEN)])
def test_fewer_samples_than_the_policy_asks_judge_nothing(asked, status):
    policy = Policy(sampling=SamplingPolicy(system=asked))
    found = judged.judge(evidence([PASS] * 50, policy=policy))
    assert found.status is status
    assert decide(evidence([PASS] * 50, policy=policy)).exit_code == (0 if asked == 1 else 3)


@pytest.mark.parametrize(
    ("rows", "status", "stale"),
    [
        pytest.param([PASS], NOT_APPLICABLE, False, id="nothing known against any"),
        pytest.param([PASS] * 19 + [BROKEN], HOLDS, False, id="5 % set aside"),
        pytest.param([PASS] + [BROKEN] * 9, OPEN, True, id="most set aside"),
        pytest.param([BROKEN], OPEN, True, id="all set aside"),
    ],
)
def test_b52_cases_are_never_set_aside_unseen_for_want_of_a_manifest(rows, status, stale):
    found = golden_health.judge(evidence(rows, manifest_known=False))
    assert (found.status, found.stale) == (status, stale)


def test_a_case_without_a_grade_that_counts_lost_no_gold_where_nothing_tells():
    rows = [PASS] * 30 + [BROKEN]
    lost_chunk = golden_health.judge(evidence(rows, gold_known=False))
    exam = replace(examination_of([]).exam, min_grade=2)
    examination = replace(examination_of(rows, gold_known=False), exam=exam)
    graded_out = golden_health.judge(Evidence(examination=examination, policy=Policy()))
    assert (lost_chunk.status, graded_out.status) == (OPEN, HOLDS)
