"""Which run a candidate is held against, and that its verdict can be recomputed ever after."""

import sqlite3

import pytest

from evalcore.errors import RunNotFound, StoreError, UsageError
from evalcore.workflows.document_case import document_case
from evalcore.workflows.gate_run import gate_run
from evalcore.workflows.promote_run import promote_run
from evalcore.workflows.verify_run import verify_run

from support.bench import case, listed, plain, rule

ASKED = 20
GOLDEN = [case(f"q{n}", plain("a"), category="rest" if n else "first") for n in range(ASKED)]


def lists(*first):
    return [listed("q0", *first), *(listed(f"q{n}", "a") for n in range(1, ASKED))]


def judged(bench, *first, **options):
    bench.bring(GOLDEN, lists(*first))
    return bench.judge(cutoff=2, suite="s", **options)


@pytest.fixture
def green(bench):
    """A promoted green run."""
    judged(bench, "a", label="green")
    promote_run(bench.db, "green", who="M. R.", why="First complete suite")
    return bench


def test_before_anything_is_promoted_nothing_is_held_against(bench):
    run = judged(bench, "a")
    assert run.verdict.baseline is None
    assert rule(run, "regression").status == "not_applicable"


def test_the_promoted_run_of_the_suite_is_the_baseline_by_default(green):
    run = judged(green, "x", "a")
    assert run.verdict.baseline == green.stored("green").record.id
    assert "MRR fell" in str(rule(run, "regression").reason)
    assert run.verdict.exit_code == 1


def test_another_suite_has_no_part_in_it(green):
    run = green.judge(cutoff=2, suite="other")
    assert run.verdict.baseline is None


def test_another_run_can_be_named(green):
    low = judged(green, "x", "a", label="low")
    assert judged(green, "x", "a", baseline="low").verdict.exit_code == 0
    assert judged(green, "x", "a", baseline="baseline").verdict.exit_code == 1
    assert judged(green, "x", "a", baseline="latest").verdict.baseline != low.run_id
    assert judged(green, "x", "a", baseline="latest-green").verdict.baseline is not None


def test_words_speak_of_the_runs_of_this_suite(green):
    other = green.judge(cutoff=2, suite="other")
    named = judged(green, "a", baseline="latest").verdict.baseline
    assert named == green.stored("green").record.id != other.run_id


@pytest.mark.parametrize("named", ["green", "baseline"])
def test_a_baseline_that_is_not_there_is_told_before_anything_is_kept(bench, named):
    bench.bring(GOLDEN, lists("a"))
    with pytest.raises(StoreError):
        bench.judge(suite="s", baseline=named)
    judged(bench, "a", label="only")
    with pytest.raises(RunNotFound, match="no run"):
        bench.judge(suite="s", baseline=named)
    assert bench.stored().record.label == "only"


def test_a_suite_asks_nothing_where_its_baseline_is_not_there(bench):
    judged(bench, "a", label="only")
    suite = '[retriever]\nkind = "python"\ncall = "never:called"\n'
    with pytest.raises(RunNotFound, match="no run was promoted yet"):
        bench.run(suite, baseline="baseline")


def test_the_baseline_itself_is_held_against_nothing_and_can_name_no_other_way(green):
    again = gate_run(green.db, "green")
    assert (again.verdict.baseline, again.verdict.exit_code) == (None, 0)
    with pytest.raises(UsageError, match="no baseline for itself"):
        gate_run(green.db, "green", baseline="green")


def test_verify_agrees_after_later_promotions_and_every_verdict_by_its_own_baseline(green):
    fell = judged(green, "x", "a", label="fell")
    first = green.stored("green").record.id
    judged(green, "a", label="later")
    promote_run(green.db, "later", who="M. R.", why="The new normal")
    assert verify_run(green.db, "fell").differences == ()
    again = gate_run(green.db, "fell")
    assert (fell.verdict.baseline, again.verdict.baseline) == (
        first,
        green.stored("later").record.id,
    )
    assert verify_run(green.db, "fell").differences == ()


def test_verify_sees_a_verdict_held_against_another_run_than_it_says(green):
    judged(green, "x", "a", label="fell")
    judged(green, "x", "a", label="twin")
    ids = [green.stored(name).record.id for name in ("green", "twin")]
    connection = sqlite3.connect(green.db, isolation_level=None)
    connection.execute("DROP TRIGGER verdicts_update")
    connection.execute("UPDATE verdicts SET body = replace(body, ?, ?)", ids)
    connection.close()
    assert any("regression" in one for one in verify_run(green.db, "fell").differences)


def test_verify_says_which_baseline_is_missing(green):
    judged(green, "a", label="later")
    connection = sqlite3.connect(green.db, isolation_level=None)
    connection.execute("DROP TRIGGER verdicts_update")
    green_id = green.stored("green").record.id
    connection.execute("UPDATE verdicts SET body = replace(body, ?, 'gone')", [green_id])
    connection.close()
    assert "held against run gone" in verify_run(green.db, "later").differences[0]


def test_both_sides_are_measured_by_the_candidates_policy(green):
    signed = 'author = "M. R."\nreason = "calibrated"\n[recall]\nfloor = "1/2"\n'
    run = judged(green, "a", policy=signed)
    assert rule(run, "comparable").status == "holds"
    assert "policy.recall.floor" in str(rule(run, "comparable").reason)
    assert rule(run, "regression").status == "holds"


def test_an_unsigned_policy_blocks_and_says_where_to_sign(green):
    run = judged(green, "a", policy='[recall]\nfloor = "1/2"\n')
    assert run.verdict.exit_code == 1
    assert "author and reason" in str(run.verdict.sentence)


def test_a_baseline_of_another_exam_cannot_judge(green):
    green.bring(GOLDEN, lists("a"))
    run = green.judge(cutoff=1, suite="s")
    assert run.verdict.exit_code == 3
    assert "cutoff 2 and 1" in str(run.verdict.sentence)


def test_a_documented_failure_does_not_block_again_until_its_ranks_change(green):
    assert judged(green, "x", "y", "a", label="fails").verdict.exit_code == 1
    document_case(green.db, "fails", "q0", text="Being re-cut.", author="M. R.")
    tolerated = judged(green, "x", "y", "a")
    assert tolerated.verdict.exit_code == 0
    assert "left out: 1" in str(rule(tolerated, "regression").reason)
    assert rule(tolerated, "other_failures").status == "holds"

    sank = judged(green, "x", "y", "z", "a")
    assert sank.verdict.exit_code == 1
    assert rule(sank, "regression").cases == ("q0",)
