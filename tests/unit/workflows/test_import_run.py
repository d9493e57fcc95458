import pytest

from evalcore.errors import InputError
from evalcore.model.words import Direction, Order

from support.bench import case, gold, listed, rule, states


def sound(bench):
    bench.bring([case("q", gold("a"))], [listed("q", "a")])


@pytest.mark.parametrize(
    ("option", "value"),
    [
        ("min_grade", 0),
        ("min_grade", -1),
        ("min_grade", 101),
        ("cutoff", 0),
        ("cutoff", 100_001),
        ("cutoff", 10**20),
    ],
)
def test_b53_numbers_that_a_policy_or_suite_would_refuse_are_refused_here_too(bench, option, value):
    sound(bench)
    with pytest.raises(InputError, match="is out of range"):
        bench.judge(**{option: value})
    assert not bench.db.exists()


def test_b26_grade_0_is_judged_and_not_relevant_whatever_is_asked(bench):
    bench.bring(
        [case("q", gold("a"), {"chunk_id": "b", "grade": 0}, requires_all=False)],
        [listed("q", "b")],
    )
    assert states(bench.judge()) == {"q": "fail"}


def test_the_files_depth_is_the_depth(bench):
    bench.bring([case("q", gold("a"))], [listed("q", *"bcdefghijkla")])
    found = bench.judge(cutoff=3)
    assert found.examination.exam.depth == 12
    assert found.examination.measured.placements.rank.tolist() == [12]


def test_a_cutoff_beyond_the_lists_is_no_problem(bench):
    sound(bench)
    found = bench.judge(cutoff=1000)
    assert (found.verdict.exit_code, found.examination.exam.depth) == (0, 1000)


def test_what_the_reader_noticed_is_told_with_the_verdict(bench):
    bench.bring([case("q", gold("a"))], [listed("q", "a", sample=1), listed("q", "a", sample=4)])
    found = bench.judge()
    assert "samples missing between the first and the last: [2, 3]" in found.notes


def test_fewer_samples_than_the_policy_asks_are_not_judged(bench):
    sound(bench)
    found = bench.judge(policy="[sampling]\nsystem = 5\n")
    assert (found.verdict.exit_code, rule(found, "judged").status) == (3, "not_evaluated")


def test_a_case_without_a_domain_has_the_ceiling_of_its_chunks(bench):
    bench.bring(
        [case("q", gold("a"))],
        [listed("q", "a", "b", "c")],
        [{"chunk_id": one, "domain": "legal"} for one in "abc"],
    )
    loud = '[noise]\nceiling = "9/10"\n'
    assert bench.judge(policy=loud).verdict.exit_code == 0
    strict = bench.judge(policy=f'{loud}[noise.domain]\nlegal = "1/10"\n')
    assert rule(strict, "noise").cases == ("q",)


def test_b53_a_misspelt_domain_of_the_policy_is_refused(bench):
    bench.bring([case("q", gold("a"), dominio="legal")], [listed("q", "a")])
    with pytest.raises(InputError, match='"Legal"; cases have "legal"'):
        bench.judge(policy='[noise.domain]\nLegal = "1/10"\n')
    assert bench.judge(policy='[noise.domain]\nfaq = "1/10"\n').verdict.exit_code == 0


def test_b06_distances_are_read_as_such_only_when_said(bench):
    results = [{"chunk_id": "a", "score": 0.1}, {"chunk_id": "b", "score": 0.4}]
    bench.bring([case("q", gold("a"))], [{"case_id": "q", "results": results}])
    with pytest.raises(InputError, match="scores rise with rank"):
        bench.judge()
    found = bench.judge(direction=Direction.LOWER)
    assert found.examination.measured.noise.at(0) == 1 / 2
    assert bench.judge(order=Order.SCORE).examination.measured.rr.at(0) == 1 / 2


def test_b16_when_nothing_is_ever_returned_the_run_blocks(bench):
    bench.bring([case("q", gold("a")), case("r", gold("b"))], [listed("q"), listed("r")])
    found = bench.judge()
    assert (found.verdict.exit_code, set(states(found).values())) == (1, {"fail"})
    assert set(found.examination.notes) == {"q", "r"}


def test_the_problems_of_labels_and_rankings_are_told_together_in_that_order(bench):
    bench.bring('{"id": 7}\n', '{"case_id": "q"}\n{"case_id": 8}\n')
    with pytest.raises(InputError) as refused:
        bench.judge()
    files = [problem.file.rsplit("/", 1)[-1] for problem in refused.value.problems]
    assert set(files) == {"golden.jsonl", "rankings.jsonl"}
    assert files == sorted(files)
    assert not bench.db.exists()


@pytest.mark.parametrize("broken", ["golden.jsonl", "rankings.jsonl"])
def test_one_broken_file_is_told_alone(bench, broken):
    sound(bench)
    bench.write(broken, "{\n")
    with pytest.raises(InputError) as refused:
        bench.judge()
    assert {problem.file for problem in refused.value.problems} == {str(bench.folder / broken)}
