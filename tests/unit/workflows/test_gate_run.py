from evalcore.store import open_reader
from evalcore.workflows.gate_run import gate_run

from support.bench import case, gold, listed, rule, states

LAX = '[recall]\nfloor = "1/2"\nmean_quality = 50\n'


def brought(bench):
    bench.bring([case("q", gold("a"), "b", "c", "d")], [listed("q", "a", "b", "c")])
    return bench.judge()


def verdicts(bench, run_id):
    with open_reader(bench.db) as reader:
        return [one.verdict.decision.value for one in reader.verdicts(run_id)]


def test_another_policy_judges_again_and_is_appended(bench):
    first = brought(bench)
    lax = bench.write("lax.toml", LAX)
    again = gate_run(bench.db, first.run_id, policy=lax)
    assert (first.verdict.exit_code, again.verdict.exit_code) == (1, 0)
    assert verdicts(bench, first.run_id) == ["BLOCK", "ACCEPT"]


def test_cases_and_verdict_of_a_run_are_shown_by_one_policy(bench):
    run_id = brought(bench).run_id
    gate_run(bench.db, run_id, policy=bench.write("lax.toml", LAX))
    stored = bench.stored(run_id)
    assert (states(stored), stored.verdict.exit_code) == ({"q": "pass"}, 0)
    assert stored.policy.recall.mean_quality == 50


def test_without_a_policy_the_runs_own_judges_again(bench):
    run_id = brought(bench).run_id
    gate_run(bench.db, run_id, policy=bench.write("lax.toml", LAX))
    assert gate_run(bench.db, run_id).verdict.exit_code == 1
    assert verdicts(bench, run_id) == ["BLOCK", "ACCEPT", "BLOCK"]
    assert states(bench.stored(run_id)) == {"q": "fail"}


def test_a_policy_that_asks_more_samples_than_the_run_holds_cannot_judge_it(bench):
    bench.bring([case("q", gold("a"))], [listed("q", "a")])
    run_id = bench.judge().run_id
    asks = bench.write("asks.toml", "[sampling]\nsystem = 5\n")
    again = gate_run(bench.db, run_id, policy=asks)
    assert (again.verdict.exit_code, rule(again, "judged").status) == (3, "not_evaluated")
