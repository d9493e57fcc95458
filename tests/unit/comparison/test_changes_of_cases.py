"""What became of each case: the state decides first, then what came out, then the ranks."""

import pytest

from evalcore.errors import UsageError

from support.bench import case, failed, gold, listed

SHORT = '[recall]\nfloor = "1/2"\n'


def change_of(comparison, case_id="q"):
    (one,) = [one for one in comparison.cases if one.case_id == case_id]
    return one


def answers(**found):
    return [listed(case_id, chunk) for case_id, chunk in found.items()]


@pytest.mark.parametrize(
    ("before", "after", "change", "flipped"),
    [
        pytest.param("ab", "xab", "worsened", False, id="the first expected chunk sank"),
        pytest.param("xab", "axb", "improved", False, id="the first expected chunk rose"),
        pytest.param("axb", "abx", "improved", False, id="only the second one rose"),
        pytest.param("ab", "ab", "within_noise", False, id="nothing moved"),
        pytest.param("abx", "aby", "within_noise", False, id="only others moved"),
        pytest.param("ab", "axxxb", "worsened", True, id="it fails now"),
        pytest.param("x", "ab", "improved", True, id="it passes now"),
        pytest.param("axxxb", "axxxxb", "worsened", False, id="deeper below the cutoff"),
        pytest.param("axxxb", "xxxab", "worsened", False, id="both below the cutoff now"),
    ],
)
def test_one_question(two, before, after, change, flipped):
    def chunks(text):
        return [c if c in "ab" else f"{c}{n}" for n, c in enumerate(text)]

    golden = [case("q", "a", "b")]
    found = change_of(
        two.of(golden, [listed("q", *chunks(before))], [listed("q", *chunks(after))], cutoff=3)
    )
    assert (found.change.value, found.flipped) == (change, flipped)


def test_more_of_what_is_needed_counts_before_ranks(two):
    golden = [case("q", "a", "b", "c", "d")]
    before, after = [listed("q", "a", "b")], [listed("q", "x", "a", "b", "c")]
    found = change_of(two.of(golden, before, after, policy=SHORT))
    assert (found.quality_before, found.quality_after) == (0, 50)
    assert found.change.value == "improved"
    assert not found.flipped


def test_a_move_within_the_measured_tolerance_is_noise(two):
    policy = '[regression]\nmrr = "1/10"\n'
    golden = [case("q", "a")]
    deep = [f"x{n}" for n in range(4)]
    found = two.of(golden, [listed("q", *deep, "a")], [listed("q", *deep, "y", "a")], policy=policy)
    assert change_of(found).change.value == "within_noise"


def test_a_case_that_swings_between_samples_moves_only_beyond_its_own_noise(two):
    golden = [case("calm", "a"), case("swings", "a")]

    def lists(calm, *swings):
        return [
            one
            for sample, place in enumerate(swings, start=1)
            for one in (
                listed("calm", *["x"] * (calm - 1), "a", sample=sample),
                listed("swings", *[f"y{n}" for n in range(place - 1)], "a", sample=sample),
            )
        ]

    found = two.of(golden, lists(1, 1, 3), lists(2, 3, 3))
    assert change_of(found, "swings").change.value == "within_noise"
    assert change_of(found, "calm").change.value == "worsened"


@pytest.mark.parametrize("side", ["base", "candidate"])
def test_b42_a_case_without_an_outcome_is_not_comparable_and_no_improvement(two, side):
    golden = [case("q", "a"), case("r", "a")]
    sound, broken = listed("q", "x"), failed("q")
    before, after = (broken, sound) if side == "base" else (sound, broken)
    found = two.of(golden, [before, listed("r", "a")], [after, listed("r", "a")])
    assert change_of(found).change.value == "not_comparable"
    assert "no outcome" in str(change_of(found).reason)
    assert (found.shared, found.flipped) == (1, ())


def test_those_that_changed_verdict_come_first(two):
    golden = [case(i, "a") for i in ("calm", "sank", "falls", "rises")]
    before = [listed("calm", "a"), listed("sank", "a"), listed("falls", "a"), listed("rises", "x")]
    after = [
        *(listed("calm", "a"), listed("sank", "x", "a")),
        *(listed("falls", "x"), listed("rises", "a")),
    ]
    found = two.of(golden, before, after)
    assert [one.case_id for one in found.cases] == ["falls", "rises", "sank", "calm"]
    assert [one.case_id for one in found.flipped] == ["falls", "rises"]


def test_b56_cases_are_matched_by_content_and_never_by_position(two):
    before = [case("q1", "a"), case("q2", "b"), case("q3", "c"), case("old", "d")]
    after = [
        *(case("new", "d"), case("q3", "c"), case("q2", "b")),
        case("q1", "a", question="Something else?"),
    ]
    two.bring("base", before, answers(q1="a", q2="b", q3="c", old="d"))
    two.bring("candidate", after, answers(new="d", q3="c", q2="b", q1="a"))
    found = two.compare()
    assert found.shared == 2
    reasons = {one.case_id: str(one.reason) for one in found.cases if one.reason}
    assert reasons == {
        "q1": "The question, or what it expects, is not the same in both runs.",
        "old": "Only the base has this question.",
        "new": "Only the candidate has this question.",
    }
    assert {one.change.value for one in found.cases if one.reason} == {"not_comparable"}
    assert "golden" in {one.name for one in found.differences}


def test_blind_cases_appear_nowhere(two):
    before = [case("q", "a"), case("secret", "b", blind=True), case("opened", "c", blind=True)]
    after = [case("q", "a"), case("secret", "b", blind=True), case("opened", "c")]
    two.bring("base", before, [listed("q", "a")])
    two.bring("candidate", after, [listed("q", "a"), listed("opened", "c")])
    assert [one.case_id for one in two.compare().cases] == ["q"]


def test_questions_that_neither_run_examined_are_no_part_of_it(two):
    golden = [
        *(case("q", "a"), case("draft", "a", status="draft")),
        case("none", has_answer=False, question="Is it nowhere?"),
    ]
    found = two.of(golden, [listed("q", "a"), listed("none", "a")], [listed("q", "a")])
    assert [one.case_id for one in found.cases] == ["q"]


@pytest.mark.parametrize(
    ("options", "named"),
    [({"cutoff": 5}, "cutoff 10 and 5"), ({"min_grade": 2}, "min_grade 1 and 2")],
)
def test_b56_runs_of_different_exams_are_refused_with_the_list(two, options, named):
    golden, lists = [case("q", gold("a", grade=3))], [listed("q", "a")]
    two.bring("base", golden, lists)
    two.bring("candidate", golden, lists, **options)
    with pytest.raises(UsageError, match=named):
        two.compare()


def test_another_index_policy_or_reading_is_named(two):
    golden = [case("q", "a")]
    two.bring("base", golden, [listed("q", "a")], manifest=[{"chunk_id": "a"}])
    two.bring(
        "candidate",
        golden,
        [listed("q", "a")],
        manifest=[{"chunk_id": "a"}, {"chunk_id": "b"}],
        policy='author = "M. R."\nreason = "calibrated"\n[noise]\nceiling = "4/10"\n',
    )
    found = two.compare()
    named = {one.name: (one.base, one.candidate) for one in found.differences}
    assert named["policy.noise.ceiling"] == ("3/10", "2/5")
    assert "manifest" in named
    assert "policy.author" not in named
    assert found.manifest.added == ("b",)
