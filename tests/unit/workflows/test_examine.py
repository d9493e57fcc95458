"""Each state of design.md, section 3, with its denominator."""

from fractions import Fraction

import pytest

from evalcore.model.words import Level, Missing

from support.bench import case, failed, gold, listed, plain, rule, states

QUOTED = {"chunk_id": "old", "quote": "mil euros"}
HELD = [{"chunk_id": "a", "text": "Treinta días."}, {"chunk_id": "b", "text": "Otra cosa."}]
RECUT = [*HELD, {"chunk_id": "new", "text": "Son mil euros."}]


def outcome(bench, one, ranking, manifest=None, **options):
    """One case beside a sound one, so that the denominators show."""
    bench.bring([one, case("sound", "a")], [*ranking, listed("sound", "a")], manifest)
    return bench.judge(**options)


@pytest.mark.parametrize(
    ("state", "one", "ranking", "manifest", "counted", "measured"),
    [
        ("pass", case("q", "a"), [listed("q", "a")], None, 2, 2),
        ("fail", case("q", "a"), [listed("q", "b")], None, 2, 2),
        ("fail", case("q", "a"), [listed("q")], None, 2, 2),
        ("error", case("q", "a"), [], None, 2, 1),
        ("error", case("q", "a"), [failed("q")], None, 2, 1),
        ("broken", case("q", QUOTED), [listed("q", "a")], RECUT, 1, 1),
        ("broken", case("q", "old"), [listed("q", "a")], HELD, 1, 1),
        ("lost", case("q", QUOTED), [listed("q", "a")], HELD, 2, 2),
        ("no-answer", case("q", tiene_respuesta=False), [listed("q", "a")], None, 1, 1),
        ("draft", case("q", "a", estado="draft"), [listed("q", "a")], None, 1, 1),
        ("retired", case("q", "a", estado="retired"), [listed("q", "a")], None, 1, 1),
        ("blind", case("q", "a", ciego=True), [listed("q", "a")], None, 1, 1),
    ],
)
def test_a_state_counts_as_the_contract_says(
    bench, state, one, ranking, manifest, counted, measured
):
    found = outcome(bench, one, ranking, manifest)
    examination = found.examination
    assert states(found) == {"q": state, "sound": "pass"}
    assert (int(examination.counted.sum()), int(examination.known.sum())) == (counted, measured)
    recall = examination.estimates["recall@10"]
    assert counted == recall.N


def test_b13_a_question_without_a_list_is_an_error_or_by_name_an_empty_list(bench):
    bench.bring([case("q", "a"), case("r", "a")], [listed("r", "a")])
    assert states(bench.judge()) == {"q": "error", "r": "pass"}
    assert states(bench.judge(missing=Missing.EMPTY)) == {"q": "fail", "r": "pass"}


def test_b49_samples_that_disagree_leave_a_case_undecided(bench):
    votes = [listed("q", "a" if n < 3 else "b", sample=n) for n in range(1, 6)]
    bench.bring([case("q", gold("a"))], votes)
    found = bench.judge()
    assert states(found) == {"q": "undecided"}
    assert found.examination.agreement.at(0) == Fraction(3, 5)
    assert found.verdict.exit_code == 3


def test_a_case_that_fails_by_votes_is_explained_by_a_sample_that_failed(bench):
    votes = [listed("q", "a", sample=1), *(listed("q", "b", sample=n) for n in range(2, 6))]
    bench.bring([case("q", gold("a"))], votes)
    found = bench.judge()
    assert states(found) == {"q": "fail"}
    assert "a does not come back" in str(found.verdict.sentence)


def test_a_lost_synthesis_that_a_stale_index_still_returns_is_lost_all_the_same(bench):
    one = case("q", gold("old", quote="mil euros"))
    found = outcome(bench, one, [listed("q", "old", "a")], HELD)
    assert states(found)["q"] == "lost"
    assert found.verdict.exit_code == 1
    assert found.examination.measured.quality.at(0) == 0


def test_b42_a_passing_case_with_an_unread_sample_is_unmeasured_in_every_mean(bench):
    votes = [*(listed("q", "a", "x", sample=n) for n in range(1, 5)), failed("q", sample=5)]
    bench.bring([case("q", gold("a"))], votes)
    found = bench.judge()
    assert states(found) == {"q": "pass"}
    assert found.verdict.exit_code == 3
    estimates = found.examination.estimates
    bounds = {name: (e.n, e.N, e.worst, e.best) for name, e in estimates.items()}
    assert bounds["quality"] == (0, 1, 0, 100)
    assert bounds["noise"] == (0, 1, 1, 0)
    assert bounds["unjudged@10"] == (0, 1, 1, 0)


def test_b27_a_case_of_which_no_grade_counts_is_set_aside_and_never_unseen(bench):
    graded = [case(f"q{n}", {"chunk_id": "a", "grade": 1}) for n in range(9)]
    best = case("best", {"chunk_id": "a", "grade": 2})
    bench.bring([*graded, best], [listed(one["id"], "b") for one in graded] + [listed("best", "a")])
    found = bench.judge(min_grade=2)
    assert set(states(found).values()) == {"broken", "pass"}
    assert (found.verdict.exit_code, rule(found, "golden_health").stale) == (4, True)


def test_a_policy_cannot_grade_a_synthesis_away(bench):
    cases = [case(f"q{n}", {"chunk_id": "a", "grade": 2, "gold": False}) for n in range(40)]
    cases.append(case("g", {"chunk_id": "s", "grade": 1, "gold": True}))
    bench.bring(cases, [listed(one["id"], "a") for one in cases])
    assert bench.judge(min_grade=2).verdict.exit_code == 4


def test_a_rechunked_synthesis_is_never_set_aside_quietly(bench):
    cases = [case(f"q{n}", "a") for n in range(40)] + [case("g", QUOTED)]
    lists = [listed(one["id"], "a") for one in cases]
    tiers = [{**HELD[0], "tier": "silver"}, {**RECUT[2], "tier": "gold"}]
    bench.bring(cases, lists, tiers)
    found = bench.judge()
    assert states(found)["g"] == "broken"
    assert found.verdict.exit_code == 4
    bench.bring(cases, lists, [tiers[0], {**RECUT[2], "tier": "silver"}])
    assert bench.judge().verdict.exit_code == 0


def test_b14_cases_of_the_rankings_that_nobody_asked_are_listed(bench):
    bench.bring([case("q", "a")], [listed("q", "a"), listed("other", "a")])
    found = bench.judge()
    assert found.examination.unknown_cases == ("other",)
    assert found.verdict.exit_code == 0


def test_documents_take_the_rank_of_their_first_chunk_and_later_ones_spend_slots(bench):
    held = [{"chunk_id": f"{d}#{n}", "doc_id": d} for d in ("d1", "d2", "d3") for n in range(2)]
    bench.bring([case("q", gold("d2"))], [listed("q", "d1#0", "d1#1", "d2#1")], held)
    found = bench.judge(level=Level.DOCUMENT, cutoff=3)
    assert found.examination.measured.rr.at(0) == Fraction(1, 3)
    assert found.verdict.exit_code == 0
    assert bench.judge(level=Level.DOCUMENT, cutoff=2).verdict.exit_code == 1


def test_b10_a_repeated_chunk_earns_nothing_twice_and_is_flagged(bench):
    bench.bring([case("q", gold("a"), plain("b"))], [listed("q", "a", "a", "a")])
    found = bench.judge()
    assert found.examination.measured.recall.at(0) == Fraction(1, 2)
    assert "duplicate_in_ranking" in found.examination.notes["q"]


def test_b35_an_id_that_misses_by_its_looks_alone_is_pointed_out(bench):
    bench.bring(
        [case("q", gold("a\u00f1o")), case("r", gold("b"))],
        [listed("q", "an\u0303o"), listed("r", "b")],
    )
    found = bench.judge()
    assert states(found) == {"q": "fail", "r": "pass"}
    assert "id_looks_like_another" in found.examination.notes["q"]
    assert "id_looks_like_another" not in found.examination.notes["r"]


def test_a_label_that_misses_the_manifest_by_its_looks_is_pointed_out(bench):
    bench.bring([case("q", "A"), case("r", "b")], [listed("q", "a"), listed("r", "b")], HELD)
    notes = bench.judge().examination.notes["q"]
    assert {"expected_chunk_gone", "id_looks_like_another"} <= set(notes)


def test_where_a_few_labels_deny_being_gold_the_others_count_as_gold(bench):
    cases = [case(f"q{n}", "a") for n in range(39)] + [case("no", plain("a"))]
    bench.bring(cases, [listed(one["id"], "a" if n else "b") for n, one in enumerate(cases)])
    found = bench.judge(policy="[tolerance]\ndocumented = false\n")
    assert rule(found, "gold_failures").cases == ("q0",)
    assert found.verdict.exit_code == 1
