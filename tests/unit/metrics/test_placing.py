"""Where labelled chunks end up."""

from __future__ import annotations

import numpy as np
import pytest

from evalcore.metrics.labels import labels_of
from evalcore.metrics.placing import place
from evalcore.model.case import Case, Expected
from evalcore.model.ranking import Failure, Ranking, Rankings


def cases(**expected):
    return labels_of(
        [
            Case(
                id=name, question="?", expected=tuple(Expected(chunk_id=c) for c in chunks.split())
            )
            for name, chunks in expected.items()
        ]
    )


def lists(**answers):
    return Rankings.pack(
        (name, answer if isinstance(answer, Failure) else Ranking(chunk_ids=tuple(answer.split())))
        for name, answer in answers.items()
    )


def test_a_rank_starts_at_one_and_absence_is_zero():
    placed = place(cases(q="a b z"), lists(q="x a b"))
    assert placed.rank.tolist() == [2, 3, 0]
    assert np.isnan(placed.score).all()


def test_a_chunk_of_one_case_is_not_found_in_the_list_of_another():
    placed = place(cases(q="a", r="b"), lists(q="b", r="a"))
    assert placed.rank.tolist() == [0, 0]


def test_the_first_occurrence_of_a_repeated_chunk_counts_b10():
    ranking = Ranking(chunk_ids=("x", "a", "a"), scores=(3.0, 2.0, 1.0))
    placed = place(cases(q="a"), Rankings.pack([("q", ranking)]))
    assert placed.rank.tolist() == [2]
    assert placed.score.tolist() == [2.0]


def test_cases_are_matched_by_id_in_any_order_b14():
    placed = place(cases(q="a", r="b", s="c"), lists(s="c", unknown="a b c", q="x a"))
    assert placed.rank.tolist() == [2, 0, 1]


def test_a_failed_case_places_nothing():
    placed = place(cases(q="a", r="a"), lists(q=Failure("timeout"), r="a"))
    assert placed.rank.tolist() == [0, 1]


def test_ids_are_compared_byte_for_byte_b32_b35():
    twins = ["007", "7", "1e5", "100000", "año", "an\u0303o", "a", "A", "a "]
    expected = tuple(Expected(chunk_id=c) for c in twins)
    labels = labels_of([Case(id="q", question="?", expected=expected)])
    rankings = Rankings.pack([("q", Ranking(chunk_ids=tuple(reversed(twins))))])
    assert place(labels, rankings).rank.tolist() == list(range(len(twins), 0, -1))


@pytest.mark.parametrize("labelled", ["", "a"])
@pytest.mark.parametrize("answers", [{}, {"q": ""}])
def test_nothing_to_place_is_no_error_b16(labelled, answers):
    placed = place(cases(q=labelled), lists(**answers))
    assert placed.rank.tolist() == [0] * len(labelled)
