"""What stored runs would have been: judged for real, and nothing is stored by it."""

from dataclasses import replace
from fractions import Fraction

import pytest

from evalcore.errors import InputError, RunNotFound
from evalcore.formats.policy_table import with_settings
from evalcore.model.words import Decision
from evalcore.store import open_reader
from evalcore.workflows.calibrate import (
    check_policy,
    held_runs,
    tried,
    without_effect,
    would_have_been,
)
from evalcore.workflows.calibration import calibration
from evalcore.workflows.gate_run import gate_run
from evalcore.workflows.held_run import hold_run
from evalcore.workflows.promote_run import promote_run

from support.bench import case, listed, plain

CEILING = '[noise]\nceiling = "3/4"\n'


@pytest.fixture
def three(bench):
    """Three runs of one suite: noise 1/2, 3/4, and a failed case."""
    golden = [case("q", plain("a"), domain="legal"), case("p", plain("a"), domain="faq")]
    for label, ranked in (("low", "ab"), ("high", "abcd"), ("miss", "bcde")):
        bench.bring(golden, [listed("q", *ranked), listed("p", "a")])
        bench.judge(label=label, suite="s", policy=CEILING)
    return bench


def verdicts(bench):
    with open_reader(bench.db) as reader:
        return [len(reader.verdicts(record.id)) for record in reader.runs()]


def policy(*settings, bench):
    return with_settings(hold_run(bench.db, "low").policy, settings)


def test_a_run_under_its_own_policy_is_the_verdict_that_is_stored(three):
    for label in ("low", "high", "miss"):
        held = hold_run(three.db, label)
        assert held.under(held.policy).verdict == held.stored.verdict


def test_a_run_under_its_own_policy_and_baseline_is_the_verdict_that_is_stored(bench):
    bench.bring([case("q", plain("a"))], [listed("q", "a", "b")])
    first = bench.judge(label="one", suite="s", policy=CEILING)
    promote_run(bench.db, first.run_id, who="M. R.", why="first")
    bench.bring([case("q", plain("a"))], [listed("q", "b", "a")])
    bench.judge(label="two", suite="s", policy=CEILING)
    held = hold_run(bench.db, "two")
    assert held.stored.verdict.baseline == first.run_id
    assert held.under(held.policy).verdict == held.stored.verdict


def test_what_is_tried_is_what_the_gate_then_says(three):
    signed = replace(policy("noise.ceiling=1/2", bench=three), author="M. R.", reason="stricter")
    found = would_have_been(three.db, "s", signed)
    for one in found.trials:
        assert gate_run(three.db, one.record.id, policy=signed).verdict == one.after


def test_blocks_turned_verdicts_rules_and_cases_are_named(three):
    found = would_have_been(three.db, "s", policy("noise.ceiling=1/2", bench=three))
    assert [one.record.label for one in found.trials] == ["miss", "high", "low"]
    assert (found.blocks(after=False), found.blocks(after=True)) == (1, 2)
    (high,) = found.turned
    assert (high.before.decision, high.after.decision) == (Decision.ACCEPT, Decision.BLOCK)
    assert (high.rules, high.cases, high.no_longer) == (("noise",), ("q",), ())


def test_only_so_many_runs_back_are_tried(three):
    found = would_have_been(three.db, "s", policy(bench=three), last=2)
    assert [one.record.label for one in found.trials] == ["miss", "high"]


def test_trying_stores_nothing(three):
    would_have_been(three.db, "s", policy("recall.floor=1", "noise.ceiling=0", bench=three))
    assert verdicts(three) == [1, 1, 1]
    assert hold_run(three.db, "high").policy.noise.ceiling == Fraction(3, 4)


def test_a_floor_is_tried_by_examining_again_and_a_ceiling_is_not(three):
    (held, *_) = held_runs(three.db, "s", last=1)
    same = held.under(policy("noise.ceiling=0", bench=three)).examination
    assert held.under(policy("noise.ceiling=1/2", bench=three)).examination is same
    assert held.under(policy("recall.floor=1", bench=three)).examination is not same


def test_a_suite_without_runs_is_said(three):
    with pytest.raises(RunNotFound, match="no run of the suite 'z'"):
        held_runs(three.db, "z")


@pytest.mark.parametrize("key", ["noise.ceiling", "noise.domain.legal"])
def test_a_ceiling_that_no_list_can_exceed_is_refused(three, key):
    (held, *_) = held_runs(three.db, "s", last=1)
    check_policy(policy(f"{key}=89/100", bench=three), held)
    with pytest.raises(InputError, match="can never be exceeded at cutoff 10"):
        check_policy(policy(f"{key}=9/10", bench=three), held)


def test_a_misspelt_domain_is_refused_b53(three):
    (held, *_) = held_runs(three.db, "s", last=1)
    with pytest.raises(InputError, match='cases have "legal"'):
        check_policy(policy("noise.domain.Legal=1/2", bench=three), held)


def test_numbers_that_no_stored_run_can_show_are_named(three):
    before = policy(bench=three)
    after = policy("sampling.judge=7", "noise.ceiling=1/2", bench=three)
    assert without_effect(before, after) == ("sampling.judge",)


def test_blind_cases_are_never_named(bench):
    golden = [case("q", plain("a")), case("hidden", plain("a"), ciego=True)]
    bench.bring(golden, [listed("q", "a", "b", "c"), listed("hidden", "b", "a", "c")])
    bench.judge(suite="s", policy=CEILING)
    held = held_runs(bench.db, "s")
    found = tried(held, with_settings(held[0].policy, ["noise.ceiling=0"]))
    assert found.trials[0].cases == ("q",)


def test_a_run_is_tried_alone_and_a_suite_with_its_last_runs(three):
    assert len(calibration(three.db, "high", ()).result.trials) == 1
    assert len(calibration(three.db, "high", (), last=9).result.trials) == 2
    assert len(calibration(three.db, "s", ()).result.trials) == 3


def test_the_command_s_settings_are_checked_before_anything_is_tried(three):
    with pytest.raises(InputError, match="did you mean"):
        calibration(three.db, "s", ["noise.cieling=1/2"])
    with pytest.raises(InputError, match="can never be exceeded"):
        calibration(three.db, "s", ["noise.ceiling=19/20"])
