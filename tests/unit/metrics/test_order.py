"""Whether order and scores agree, checked for all cases at once."""

from __future__ import annotations

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from evalcore.metrics.order import contradictions, reorder, runs_backwards
from evalcore.model.ranking import Failure, Ranking, Rankings
from evalcore.model.words import Direction, Order

SCORES = st.lists(st.sampled_from([-1.5, 0.0, 0.25, 0.5, 1.0, 1e300]), max_size=5)
LISTS = st.lists(SCORES, max_size=6)


def pack(lists: list[list[float]]) -> Rankings:
    return Rankings.pack(
        (f"q{row}", Ranking(chunk_ids=tuple("abcde"[: len(scores)]), scores=tuple(scores)))
        for row, scores in enumerate(lists)
    )


@pytest.mark.parametrize("direction", Direction)
@settings(deadline=None, max_examples=150)
@given(lists=LISTS)
def test_contradictions_are_the_lists_that_are_not_sorted(
    direction: Direction, lists: list[list[float]]
) -> None:
    """B06, B08."""
    falling = direction is Direction.HIGHER
    wrong = [row for row, scores in enumerate(lists) if scores != sorted(scores, reverse=falling)]
    assert contradictions(pack(lists), direction).tolist() == wrong


@pytest.mark.parametrize("order", [Order.SCORE, Order.TREC])
@pytest.mark.parametrize("direction", Direction)
@settings(deadline=None, max_examples=100)
@given(lists=LISTS)
def test_a_list_put_in_order_contradicts_nothing_and_holds_the_same(
    order: Order, direction: Direction, lists: list[list[float]]
) -> None:
    before = pack(lists)
    after = reorder(before, order, direction)
    assert contradictions(after, direction).tolist() == []
    for case_id in before.case_ids:
        old, new = before.of(case_id), after.of(case_id)
        assert isinstance(old, Ranking)
        assert isinstance(new, Ranking)
        assert sorted(zip(old.chunk_ids, old.scores or (), strict=True)) == sorted(
            zip(new.chunk_ids, new.scores or (), strict=True)
        )
    again = reorder(after, order, direction)
    assert again.chunks.tolist() == after.chunks.tolist()


def test_raw_scores_move_with_their_results() -> None:
    ranking = Ranking(chunk_ids=("a", "b"), scores=(1.0, 2.0), raw_scores=(0.1, 0.2))
    after = reorder(Rankings.pack([("q", ranking)]), Order.SCORE, Direction.HIGHER)
    assert after.of("q") == Ranking(chunk_ids=("b", "a"), scores=(2.0, 1.0), raw_scores=(0.2, 0.1))


def test_the_given_order_is_kept_by_rank_and_without_scores() -> None:
    rankings = pack([[0.1, 0.9]])
    assert reorder(rankings, Order.RANK, Direction.HIGHER) is rankings
    plain = Rankings.pack([("q", Ranking(chunk_ids=("b", "a")))])
    assert reorder(plain, Order.SCORE, Direction.HIGHER) is plain
    assert contradictions(plain, Direction.HIGHER).tolist() == []


def test_ties_by_falling_id_for_trec_and_as_given_for_score() -> None:
    """B01."""
    rankings = pack([[0.5, 0.5, 0.5]])
    by_trec = reorder(rankings, Order.TREC, Direction.HIGHER).of("q0")
    by_score = reorder(rankings, Order.SCORE, Direction.HIGHER).of("q0")
    assert isinstance(by_trec, Ranking)
    assert isinstance(by_score, Ranking)
    assert (by_trec.chunk_ids, by_score.chunk_ids) == (("c", "b", "a"), ("a", "b", "c"))


def test_scores_that_rise_throughout_run_backwards() -> None:
    """B06."""
    assert runs_backwards(pack([[0.1, 0.5], [0.2, 0.2], []]), Direction.HIGHER)
    assert not runs_backwards(pack([[0.1, 0.5], [0.5, 0.1]]), Direction.HIGHER)
    assert not runs_backwards(pack([[0.5, 0.5]]), Direction.HIGHER)
    assert runs_backwards(pack([[0.5, 0.1]]), Direction.LOWER)


def test_failures_and_empty_lists_are_no_contradiction() -> None:
    rankings = Rankings.pack(
        [
            ("a", Failure("timeout")),
            ("b", Ranking(chunk_ids=("x",), scores=(1.0,))),
            ("c", Ranking(chunk_ids=(), scores=())),
            ("d", Ranking(chunk_ids=("x", "y"), scores=(3.0, 2.0))),
            ("e", Failure("timeout")),
        ]
    )
    assert contradictions(rankings, Direction.HIGHER).tolist() == []
    assert contradictions(rankings, Direction.LOWER).tolist() == [3]
