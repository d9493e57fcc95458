"""Stored repetitions measured; the table of the two-noises text goes in as rankings files."""

from fractions import Fraction

import pytest

from evalcore.errors import UsageError
from evalcore.formats.policy import read_policy
from evalcore.model.judgement import Judged, JudgedMeasure, Judgement, Ruler, Vote
from evalcore.model.words import RuleStatus
from evalcore.stability.reason import reason_of
from evalcore.store import open_store
from evalcore.views.language import Translator
from evalcore.views.ruler import ruler_facts
from evalcore.workflows import stability_runs
from evalcore.workflows.reading import runs

from support import two_noises
from support.bench import case, failed, listed, rule

RUNS = range(6)


@pytest.fixture
def six(bench):
    """The outcomes of the text's six runs, oldest first."""
    outcomes = []
    for number in RUNS:
        bench.bring(two_noises.golden(), two_noises.rankings(number))
        outcomes.append(bench.judge(policy=two_noises.POLICY, label=f"run-{number + 1}"))
    return outcomes


def measured(bench, names):
    return stability_runs.measure_stability(bench.db, names)


def labels(numbers=RUNS):
    return [f"run-{number + 1}" for number in numbers]


def test_the_seeds_table_gives_its_largest_differences_and_its_calm_aggregate(bench, six):
    found, _ = measured(bench, labels())
    largest = {case.case_id: case.largest for case in found.cases}
    assert [largest[name] for name in two_noises.NAMED] == [3, 3, 2, 2]
    assert sum(swing == 3 for swing in largest.values()) == 2
    assert [reading.passing for reading in found.readings] == [15, 16, 16, 14, 16, 16]
    assert found.passing_spread == 2
    split = [sum(case.split(5)[n] for case in found.cases) for n in RUNS]
    assert all(2 <= count <= 6 for count in split)
    assert found.case_tolerance == 2


def test_the_seeds_threshold_of_sixty_percent_fires_in_none_of_the_six(six):
    assert [rule(one, "mean_quality").status for one in six] == [RuleStatus.HOLDS] * 6


def test_the_seeds_aggregate_is_usable_and_its_cases_alone_are_not(bench, six):
    found, _ = measured(bench, labels())
    assert found.usable
    assert found.largest > found.case_tolerance


def test_a_threshold_that_no_five_votes_can_miss_is_pointed_out_by_the_gate(bench, six):
    judged = rule(six[0], "judged")
    assert judged.status is RuleStatus.WARNING
    assert "nothing could be" in str(judged.reason)
    assert "4/5" in str(judged.reason)
    assert measured(bench, labels())[0].never_undecided


def test_the_measure_says_too_noisy_where_it_swallows_what_is_worth_detecting(bench, six):
    found, policy = stability_runs.measure_stability(bench.db, labels(), worth=Fraction(2, 100))
    assert not found.usable
    assert "Too noisy to gate" in str(reason_of(found))
    with pytest.raises(UsageError, match="Too noisy"):
        stability_runs.write_tolerance(
            bench.folder / "new.toml", policy, found, author="ana", reason="measured"
        )
    assert not (bench.folder / "new.toml").exists()


def test_the_tolerance_becomes_a_signed_version_of_the_policy(bench, six):
    found, policy = measured(bench, labels())
    path = bench.folder / "new.toml"
    changed = stability_runs.write_tolerance(path, policy, found, author="ana", reason="six runs")
    written = read_policy(path)
    tolerance = {one.measure: one.value for one in found.tolerances}
    assert written.regression.quality == tolerance["quality"] > 0
    assert written.regression.mrr == tolerance["mrr"] > 0
    assert (written.author, written.reason) == ("ana", "six runs")
    assert written.recall == policy.recall
    assert set(changed) == {"regression.quality", "regression.mrr"}


@pytest.mark.parametrize(("author", "reason"), [(" ", "why"), ("ana", " ")])
def test_nobody_signs_for_a_policy_without_a_name_and_a_reason(bench, six, author, reason):
    found, policy = measured(bench, labels())
    with pytest.raises(UsageError, match="signed"):
        stability_runs.write_tolerance(
            bench.folder / "new.toml", policy, found, author=author, reason=reason
        )


def test_a_policy_file_that_is_there_is_never_written_over(bench, six):
    found, policy = measured(bench, labels())
    with pytest.raises(UsageError, match="there already"):
        stability_runs.write_tolerance(
            bench.folder / "policy.toml", policy, found, author="ana", reason="why"
        )


def test_the_order_in_which_runs_are_named_changes_no_number(bench, six):
    there, _ = measured(bench, labels())
    back, _ = measured(bench, labels(reversed(RUNS)))
    assert there.tolerances == back.tolerances
    assert {c.case_id: c.largest for c in there.cases} == {c.case_id: c.largest for c in back.cases}


def test_one_run_named_three_times_measures_nothing(bench, six):
    with pytest.raises(UsageError, match="named twice"):
        measured(bench, ["run-1", "run-2", six[0].run_id])


def test_two_runs_give_no_tolerance(bench, six):
    with pytest.raises(UsageError, match="takes 3 runs"):
        measured(bench, labels(range(2)))


def test_one_recording_imported_three_times_measures_nothing(bench):
    for number in range(3):
        bench.bring(two_noises.golden(), two_noises.rankings(0))
        bench.judge(policy=two_noises.POLICY, label=f"run-{number + 1}")
    with pytest.raises(UsageError, match="same recording"):
        measured(bench, labels(range(3)))


@pytest.mark.parametrize(
    ("changed", "named"),
    [
        ({"policy": two_noises.POLICY.replace("60", "61")}, "policy: "),
        ({"policy": two_noises.POLICY, "cutoff": 5}, "cutoff: 10 in run-1, run-2; 5 in run-3"),
    ],
)
def test_b56_runs_that_are_not_frozen_are_refused_and_told_why(bench, six, changed, named):
    bench.bring(two_noises.golden(), two_noises.rankings(2))
    bench.judge(label="run-3", **changed)
    with pytest.raises(UsageError) as refused:
        measured(bench, labels(range(3)))
    assert named in str(refused.value)


def test_b56_another_golden_set_or_number_of_samples_is_no_repetition(bench, six):
    bench.bring(
        [*two_noises.golden(), case("new", "chunk")],
        [one for one in two_noises.rankings(2) if one["sample"] == 1] + [listed("new", "chunk")],
    )
    bench.judge(policy=two_noises.POLICY, label="run-3")
    with pytest.raises(UsageError) as refused:
        measured(bench, labels(range(3)))
    assert "golden set: " in str(refused.value)
    assert "samples: 5 in run-1, run-2; 1 in run-3" in str(refused.value)


def test_b42_an_answer_that_was_not_read_makes_the_measure_unusable(bench, six):
    lists = two_noises.rankings(2)
    lists[0] = failed(lists[0]["case_id"])
    bench.bring(two_noises.golden(), lists)
    bench.judge(policy=two_noises.POLICY, label="run-3")
    found, _ = measured(bench, labels(range(3)))
    assert [one.case_id for one in found.unread] == ["evals-skills-for-coding-agents"]
    assert found.unread[0].votes == (2, 5, 4)
    assert not found.usable
    assert "could not be read: 1 of 21" in str(reason_of(found))


def test_a_mean_that_few_cases_could_be_measured_for_proposes_no_tolerance(bench, six):
    found, policy = measured(bench, labels())
    noise = next(one for one in found.spreads if one.measure == "noise")
    assert noise.n < noise.N  # where a sample lacks the chunk, its noise is not known
    assert "noise" not in {one.measure for one in found.tolerances}
    kept = stability_runs.with_tolerance(policy, found).regression.noise
    assert kept == policy.regression.noise


def test_one_sampled_run_is_read_sample_by_sample_and_proposes_no_tolerance(bench, six):
    found = stability_runs.look_at(bench.db, ["run-4"]).stability
    assert [reading.passing for reading in found.readings] == [17, 17, 14, 13, 13]
    votes = {case.case_id: case.votes for case in found.cases}
    assert votes["evals-skills-for-coding-agents"] == (1, 1, 0, 0, 0)
    assert found.tolerances == ()
    assert not found.usable
    assert sum(found.agreement.values()) == 21
    assert found.agreement[5] == 21 - 4


def test_runs_that_differ_are_looked_at_without_a_number(bench, six):
    bench.bring(two_noises.golden(), two_noises.rankings(2))
    bench.judge(policy=two_noises.POLICY.replace("60", "70"), label="other")
    look = stability_runs.look_at(bench.db, ["run-1", "other"])
    assert look.stability is None
    assert [one.name for one in look.unfrozen] == ["policy"]


def test_the_repetitions_of_a_run_are_found_among_all_runs(bench, six):
    bench.bring(two_noises.golden(), two_noises.rankings(2))
    bench.judge(policy=two_noises.POLICY, label="other", cutoff=5)
    records = runs(bench.db)
    mine = next(record for record in records if record.label == "run-2")
    found = stability_runs.repetitions_of(mine, records)
    assert {record.label for record in found} == set(labels())


@pytest.mark.parametrize("points", [0, -1, 101, float("nan")])
def test_b43_a_change_worth_detecting_is_a_real_number_of_points(points):
    with pytest.raises(UsageError, match="not one to detect"):
        stability_runs.share_worth(points)


def judgement(run_id, votes):
    """One judged measure: ``p`` passes, ``f`` fails, ``-`` was not read."""
    read = {"p": True, "f": False, "-": None}
    return Judgement(
        run_id=run_id,
        at="2026-09-04T08:00:00Z",
        ruler=Ruler(judge="a judge", address="", parameters={}, prompts={}, samples=5),
        cases=tuple(votes),
        eligible=len(votes),
        judged=tuple(
            Judged(
                case_id=name,
                measure=JudgedMeasure.CORRECTNESS,
                votes=tuple(
                    Vote(passed=read[one], score=None if one == "-" else Fraction(one == "p"))
                    for one in cast
                ),
            )
            for name, cast in votes.items()
        ),
    )


def test_the_rulers_swing_stands_apart_from_the_products(bench, six):
    before = stability_runs.look_at(bench.db, labels())
    assert before.ruler is None
    with open_store(bench.db) as store:
        store.save_judgement(judgement(six[1].run_id, {"other-01": "ppfpp", "other-02": "ppp--"}))
    after = stability_runs.look_at(bench.db, labels())
    assert after.stability == before.stability
    assert after.ruler.run.label == "run-2"
    (fact,) = ruler_facts(after.ruler.shares, Translator("en"))
    assert (fact.label, fact.value) == ("Correctness", "1/2")
    assert "2 votes could not be read" in fact.detail
