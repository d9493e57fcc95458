import pytest

from evalcore.errors import UsageError
from evalcore.store import open_reader
from evalcore.workflows.promote_run import promote_run
from evalcore.workflows.reading import promoted

from support.bench import case, gold, listed


def judged(bench, *results):
    bench.bring([case("q", gold("a"))], [listed("q", *results)])
    return bench.judge()


def test_an_accepted_run_becomes_the_baseline_with_who_and_why(bench):
    run = judged(bench, "a")
    promote_run(bench.db, "latest", who="M. R.", why="First complete suite")
    assert promoted(bench.db) == {"golden": run.run_id}
    assert bench.stored("baseline").promoted
    with open_reader(bench.db) as reader:
        (kept,) = reader.promotions("golden")
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
