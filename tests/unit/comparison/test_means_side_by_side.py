"""Means over the shared cases: what they say, and what they could say at all."""

import pytest

from support.bench import case, gold, listed, plain

TEN = [f"q{n}" for n in range(10)]


def lists(*ranks):
    """One list a case, its expected chunk at that rank."""
    return [
        listed(i, *[f"x{n}" for n in range(rank - 1)], "a")
        for i, rank in zip(TEN, ranks, strict=False)
    ]


def test_only_shared_cases_make_the_means_and_every_mean_says_of_how_many(two):
    two.bring("base", [case(i, "a") for i in TEN[:3]], lists(1, 1, 2))
    two.bring("candidate", [case(i, "a") for i in TEN[1:4]], [*lists(1, 1, 4, 9)[1:]])
    mrr = two.compare().measures["mrr"]
    assert (mrr.base, mrr.candidate, mrr.n) == (0.75, 0.625, 2)
    assert mrr.delta == pytest.approx(-0.125)
    assert mrr.low <= mrr.delta <= mrr.high


def test_gold_and_noise_speak_of_the_cases_that_have_them_in_both_runs(two):
    golden = [case("q0", gold("a")), case("q1", plain("a")), case("q2", plain("a"))]
    found = two.of(golden, lists(1, 1, 1), lists(1, 1, 20), cutoff=10)
    counted = {name: one.n for name, one in found.measures.items()}
    assert (counted["mrr"], counted["gold_mrr"], counted["noise"]) == (3, 1, 2)


def test_ten_cases_that_all_fell_are_no_chance(two):
    mrr = two.of([case(i, "a") for i in TEN], lists(*[1] * 10), lists(*[2] * 10)).measures["mrr"]
    assert mrr.p == 2 / 2**10
    assert abs(mrr.delta) >= mrr.resolvable
    assert mrr.p_holm > mrr.p


def test_significant_and_resolvable_say_the_same(two):
    golden = [case(i, "a") for i in TEN]
    for fallen in range(11):
        mrr = two.of(golden, lists(*[1] * 10), lists(*[2] * fallen, *[1] * (10 - fallen)))
        mrr = mrr.measures["mrr"]
        assert (mrr.p <= 0.05) == (abs(mrr.delta) >= mrr.resolvable), fallen


def test_few_changed_cases_resolve_what_six_like_them_would(two):
    golden = [case(i, "a") for i in TEN]
    mrr = two.of(golden, lists(*[1] * 10), lists(2, *[1] * 9)).measures["mrr"]
    assert mrr.p == 1.0
    assert mrr.resolvable == pytest.approx(6 * 0.5 / 10)


def test_where_nothing_moved_the_whole_range_is_taken_and_the_interval_has_a_width(two):
    mrr = two.of([case(i, "a") for i in TEN], lists(*[1] * 10), lists(*[1] * 10)).measures["mrr"]
    assert (mrr.delta, mrr.p, mrr.resolvable) == (0.0, 1.0, 0.6)
    assert mrr.low < 0 < mrr.high


def test_with_five_cases_no_outcome_could_count(two):
    golden = [case(i, "a") for i in TEN[:5]]
    mrr = two.of(golden, lists(*[1] * 5), lists(*[9] * 5)).measures["mrr"]
    assert mrr.resolvable is None
    assert mrr.p == 2 / 2**5


def test_nothing_shared_is_nothing_measured(two):
    two.bring("base", [case("q0", "a")], lists(1))
    two.bring("candidate", [case("q0", "b")], lists(1))
    found = two.compare()
    assert found.shared == 0
    assert {one.delta for one in found.measures.values()} == {None}
    assert {one.n for one in found.measures.values()} == {0}


def test_the_same_two_runs_always_give_the_same_comparison(two):
    golden = [case(f"q{n}", "a") for n in range(40)]
    before = [listed(f"q{n}", *["x"] * (n % 5), "a") for n in range(40)]
    after = [listed(f"q{n}", *["x"] * (n % 7), "a") for n in range(40)]
    assert two.of(golden, before, after) == two.compare()


def test_cells_say_where_it_got_worse(two):
    facts = [("x", "easy"), ("x", "hard"), ("y", "hard"), (None, None)]
    golden = [
        case(i, "a", category=c, difficulty=d, domain="d", type="numeric")
        for i, (c, d) in zip(TEN, facts, strict=False)
    ]
    found = two.of(golden, lists(1, 1, 1, 1), lists(20, 1, 2, 20), cutoff=10)
    cells = {(cell.dimension, cell.value): cell for cell in found.cells}
    assert cells["category", "x"].newly_failing == ("q0",)
    assert (cells["difficulty", "hard"].n, cells["difficulty", "hard"].worsened) == (2, 1)
    assert cells["domain", "d"].newly_failing == ("q0", "q3")
    assert (cells["category", "x"].quality_before, cells["category", "x"].quality_after) == (
        100,
        50,
    )
    assert cells["type", "numeric"].n == 4
    assert ("category", None) not in cells
