import pytest

from evalcore.errors import UsageError
from evalcore.store import open_reader
from evalcore.workflows.promote_run import promote_run
from evalcore.workflows.reading import promoted

from support.bench import case, failed, gold, listed, plain

WHO = {"who": "M. R.", "why": "First complete suite"}


def judged(bench, *results):
    bench.bring([case("q", gold("a"))], [listed("q", *results)])
    return bench.judge()


def repetition(bench, label, *, failing, **options):
    """A run of forty questions, so many of which fail."""
    golden = [case(f"q{n}", plain("a")) for n in range(40)]
    found = [listed(f"q{n}", "b" if n < failing else "a") for n in range(40)]
    bench.bring(golden, found)
    policy = "[tolerance]\ndocumented = false\n"
    return bench.judge(label=label, **{"policy": policy, "suite": "s", **options})


def promotions(bench, suite="s"):
    with open_reader(bench.db) as reader:
        return reader.promotions(suite)


def test_an_accepted_run_becomes_the_baseline_with_who_and_why(bench):
    run = judged(bench, "a")
    promote_run(bench.db, "latest", **WHO)
    assert promoted(bench.db) == {"golden": run.run_id}
    assert bench.stored("baseline").promoted
    (kept,) = promotions(bench, "golden")
    assert (kept.who, kept.why) == ("M. R.", "First complete suite")


@pytest.mark.parametrize("results", [["b"], []], ids=["blocked", "nothing returned"])
def test_no_other_run_becomes_one(bench, results):
    judged(bench, *results)
    with pytest.raises(UsageError, match="only an accepted run"):
        promote_run(bench.db, "latest", who="M. R.", why="It is Friday")
    assert promoted(bench.db) == {}


@pytest.mark.parametrize(("who", "why"), [(" ", "reason"), ("M. R.", "")])
def test_a_baseline_has_somebody_and_a_reason(bench, who, why):
    judged(bench, "a")
    with pytest.raises(UsageError, match="somebody and a reason"):
        promote_run(bench.db, "latest", who=who, why=why)


@pytest.mark.parametrize(
    ("failing", "median"),
    [((0, 2, 1), "r2"), ((0, 2, 1, 0), "r2"), ((1, 1, 1), "r0"), ((2,), "r0")],
    ids=["of three", "of four the lower middle", "of equals the earlier", "of one"],
)
def test_of_several_runs_the_median_is_promoted_and_all_are_kept(bench, failing, median):
    names = [f"r{n}" for n in range(len(failing))]
    ids = [repetition(bench, i, failing=n).run_id for i, n in zip(names, failing, strict=True)]
    chosen = promote_run(bench.db, *reversed(names), **WHO)
    assert chosen.label == median
    (kept,) = promotions(bench)
    assert kept.run_id == chosen.id
    assert set(kept.from_runs) == set(ids)


def test_one_run_without_an_outcome_spoils_the_median(bench):
    repetition(bench, "whole", failing=0)
    golden = [case(f"q{n}", plain("a")) for n in range(40)]
    bench.bring(golden, [failed("q0"), *(listed(f"q{n}", "a") for n in range(1, 40))])
    bench.judge(label="open", suite="s")
    with pytest.raises(UsageError, match="1 cases without an outcome"):
        promote_run(bench.db, "whole", "open", **WHO)
    assert promoted(bench.db) == {}


@pytest.mark.parametrize("allowed", [0, 100], ids=["blocked by ingest", "green by its policy"])
def test_a_batch_with_23_rejected_documents_is_never_promoted_and_says_so(bench, allowed):
    batch = {"batches": [{"id": "b", "title": "Viajes", "accepted": 80, "rejected": 23}]}
    bench.bring([case("q", gold("a"))], [listed("q", "a")], [batch, {"chunk_id": "a"}])
    run = bench.judge(policy=f"[ingest]\nmax_rejected = {allowed}\n")
    assert run.verdict.exit_code == (0 if allowed else 1)
    with pytest.raises(UsageError, match=r"«Viajes» rejected 23 documents(.|\n)*ingest the rej"):
        promote_run(bench.db, "latest", **WHO)
    assert promoted(bench.db) == {}


def test_runs_of_two_suites_have_no_median(bench):
    repetition(bench, "one", failing=0)
    repetition(bench, "two", failing=0, suite="other")
    with pytest.raises(UsageError, match="of suite 's'"):
        promote_run(bench.db, "one", "two", **WHO)


def test_runs_of_two_exams_have_no_median(bench):
    repetition(bench, "one", failing=0)
    repetition(bench, "two", failing=0, cutoff=5)
    with pytest.raises(UsageError, match="cutoff 10 and 5"):
        promote_run(bench.db, "one", "two", **WHO)


def test_a_run_named_twice_does_not_vote_twice(bench):
    run = repetition(bench, "one", failing=0)
    with pytest.raises(UsageError, match="named twice"):
        promote_run(bench.db, "one", run.run_id, **WHO)
