"""One bad result fails its list with a plain reason; everything else stays as it came."""

from decimal import Decimal

import numpy as np
import pytest

from evalcore.model.ranking import Failure, Ranking
from evalcore.retrievers.answers import Result, ranking_of, refused
from evalcore.retrievers.protocol import Filters


def one(score):
    return ranking_of([Result("a", 1.0), Result("b", score)], 10)


@pytest.mark.parametrize(
    "score", [float("nan"), float("inf"), np.float32("nan"), 10**400, -float("inf")]
)
def test_b04_a_score_that_is_not_finite_fails_the_list(score):
    assert one(score) == Failure("the score of result 2 is not a finite number")


@pytest.mark.parametrize(
    ("score", "kind"),
    [
        (None, "null"),
        ("0,83", "text"),
        ("0.83", "text"),
        (True, "true or false"),
        ([1], "a list or an object"),
        (Decimal("0.5"), "of type Decimal"),
    ],
)
def test_b09_a_score_that_is_not_a_number_fails_the_list(score, kind):
    assert one(score) == Failure(f"the score of result 2 is {kind}, not a number")


@pytest.mark.parametrize("score", [1, 0, -3, np.float32(0.5), np.int64(2)])
def test_b07_b09_numbers_of_any_sign_and_make_are_scores(score):
    answer = one(score)
    assert answer.scores == (1.0, float(score))
    assert type(answer.scores[1]) is float


def test_b06_rising_scores_are_kept_in_the_order_given():
    answer = ranking_of([Result("c1", 0.11), Result("c2", 0.42), Result("c3", 0.97)], 10)
    assert answer == Ranking(chunk_ids=("c1", "c2", "c3"), scores=(0.11, 0.42, 0.97))


def test_b10_a_repeated_chunk_keeps_its_slots():
    answer = ranking_of([Result("x", 2.0), Result("x", 1.0)], 10)
    assert answer.chunk_ids == ("x", "x")


def test_b15_an_empty_list_is_an_empty_ranking():
    assert ranking_of([], 10) == Ranking(chunk_ids=())


@pytest.mark.parametrize("chunk_id", ["007", "7", "1e5", "0x10", "١٢", " a ", 'é "x"\t1'])
def test_b32_b38_text_ids_stay_the_same_bytes(chunk_id):
    assert ranking_of([Result(chunk_id, 1.0)], 10).chunk_ids == (chunk_id,)


@pytest.mark.parametrize("chunk_id", [7, 1e5, np.int64(7), 2**70])
def test_b32_an_id_that_is_a_number_fails_with_the_way_out(chunk_id):
    answer = ranking_of([Result("a", 2.0), Result(chunk_id, 1.0)], 10)
    assert answer.reason.startswith("the id of result 2 is a number: send ids as text")


@pytest.mark.parametrize("chunk_id", [None, True, "", ["a"], b"a"])
def test_an_id_of_another_kind_fails_the_list(chunk_id):
    assert isinstance(ranking_of([Result(chunk_id, 1.0)], 10), Failure)


def test_all_results_carry_scores_or_none_does():
    mixed = [Result("a", 1.0), Result("b", scored=False)]
    assert ranking_of(mixed, 10) == Failure("some results carry a score and some do not")
    assert ranking_of([Result("a", scored=False)], 10).scores is None


def test_more_than_was_asked_for_is_cut_after_it_was_checked():
    results = [Result("a", 2.0, 1.0, raw_scored=True), Result("b", 1.0, 2.0, raw_scored=True)]
    assert ranking_of(results, 1) == Ranking(chunk_ids=("a",), scores=(2.0,), raw_scores=(1.0,))


def test_other_filters_are_refused_where_they_cannot_be_applied():
    assert refused(None) is None
    assert refused(Filters()) is None
    assert "filters" in refused(Filters(off=True)).reason
    assert "filters" in refused(Filters(domains=())).reason
