"""The figures that each rule shows: value, what it lies between, limit, and the cases it names."""

from dataclasses import replace
from fractions import Fraction

import pytest

from evalcore.gate.decide import decide
from evalcore.gate.evidence import Evidence
from evalcore.gate.rules import RULES
from evalcore.model.manifest import Batch
from evalcore.model.policy import NoisePolicy, Policy
from evalcore.model.words import RuleStatus, State

from support.examinations import Row, examination_of

ROWS = [
    *[Row(state=State.PASS, noise=Fraction(1, 5))] * 10,  # c0 to c9
    Row(state=State.PASS, noise=Fraction(9, 10)),
    Row(state=State.FAIL),
    Row(state=State.FAIL, gold=True),
    Row(state=State.ERROR),
    Row(state=State.UNDECIDED, gold=True),
    Row(state=State.LOST),
    Row(state=State.BROKEN),
]
BATCH = Batch(id="b", rejected=3)
SIGNED = frozenset({"c11"})


def verdict(rows=ROWS, *, policy=None, **facts):
    evidence = Evidence(
        examination=examination_of(rows, batch=BATCH, **facts),
        policy=policy or Policy(),
        documented=SIGNED,
    )
    return decide(evidence)


@pytest.mark.parametrize(
    ("rule", "status", "value", "low", "high", "limit", "cases"),
    [
        ("mean_quality", "FAILS", "1100/14", "1100/16", "1300/16", "95", "c11 c12 c15"),
        ("gold_failures", "FAILS", "1", "1", "2", "0", "c12"),
        ("other_failures", "FAILS", "2/16", "2/16", "3/16", "1/20", "c11 c15"),
        ("noise", "FAILS", "1/11", "1/13", "3/13", "0", "c10"),
        ("judged", "NOT_EVALUATED", "2", "2", "2", "0", "c13 c14"),
        ("golden_health", "FAILS", "1/17", "1/17", "1/17", "1/20", "c15 c16"),
        ("min_cases", "WARNING", "16", "16", "16", "50", ""),
        ("ingest", "FAILS", "3", "3", "3", "0", ""),
        ("comparable", "NOT_APPLICABLE", None, None, None, None, ""),
        ("regression", "NOT_APPLICABLE", None, None, None, None, ""),
    ],
)
def test_every_rule_shows_its_figures(rule, status, value, low, high, limit, cases):
    shown = {one.rule: one for one in verdict().rules}[rule]
    said = [shown.value, shown.value_low, shown.value_high, shown.limit]
    assert said == [one if one is None else Fraction(one) for one in (value, low, high, limit)]
    assert shown.status is RuleStatus[status]
    assert shown.cases == tuple(cases.split())


def test_rules_stand_in_the_order_of_the_registry_under_their_own_names():
    found = verdict()
    assert [one.rule for one in found.rules] == [name for name, _ in RULES]
    assert found.documented == ("c11",)


@pytest.mark.parametrize(
    ("rows", "stale"),
    [
        pytest.param([Row(state=State.PASS)] * 19 + [Row(state=State.BROKEN)], False, id="5 %"),
        pytest.param([Row(state=State.PASS)] * 18 + [Row(state=State.BROKEN)], True, id="over 5 %"),
        pytest.param(
            [Row(state=State.PASS)] * 30 + [Row(state=State.BROKEN, gold=True)], True, id="gold"
        ),
    ],
)
def test_a_golden_set_goes_stale_beyond_its_share_or_with_one_curated_question(rows, stale):
    found = {one.rule: one for one in verdict(rows).rules}
    assert found["golden_health"].stale is stale
    assert not any(one.stale for name, one in found.items() if name != "golden_health")


def test_a_rule_that_is_open_names_the_cases_that_leave_it_open():
    rows = [Row(state=State.PASS, gold=True), Row(state=State.ERROR, gold=True)]
    found = {one.rule: one for one in verdict(rows).rules}["gold_failures"]
    assert (found.status, found.cases) == (RuleStatus.NOT_EVALUATED, ("c1",))


def test_without_a_single_case_the_limits_are_shown_all_the_same():
    found = {one.rule: one for one in verdict([]).rules}
    assert found["mean_quality"].limit == Policy().recall.mean_quality
    assert found["other_failures"].limit == Policy().tolerance.other
    without = {one.rule: one for one in decide(_unbatched()).rules}
    assert without["ingest"].limit == Policy().ingest.max_rejected


def _unbatched():
    return Evidence(examination=examination_of([]), policy=Policy())


def test_a_case_without_a_domain_has_the_general_ceiling():
    noisy = [Row(state=State.PASS, noise=Fraction(1, 2), domain=name) for name in (None, "X", "a")]
    policy = replace(Policy(), noise=NoisePolicy(domain={"X": Fraction(1)}))
    found = {one.rule: one for one in verdict(noisy, policy=policy).rules}["noise"]
    assert found.cases == ("c0", "c2")
