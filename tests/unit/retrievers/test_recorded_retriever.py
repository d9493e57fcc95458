"""A recording answers exactly what was recorded."""

import pytest

from evalcore.model.ranking import Failure, Ranking, Rankings
from evalcore.model.words import Missing
from evalcore.retrievers.protocol import Filters, Query
from evalcore.retrievers.recorded import RecordedRetriever

LONG = Ranking(chunk_ids=("a", "b", "c"), scores=(3.0, 2.0, 1.0), raw_scores=(1.0, 2.0, 3.0))
RANKINGS = Rankings.pack(
    [("q1", LONG), ("q2", Ranking(chunk_ids=(), scores=())), ("q3", Failure("it was down"))]
)


def queries(*names):
    return [Query(case_id=name, text="x") for name in names]


def test_b15_lists_empty_lists_and_failures_come_back_as_recorded():
    answers = RecordedRetriever(RANKINGS).search(queries("q3", "q1", "q2"), 10)
    assert answers == [
        Failure("it was down"),
        LONG,
        Ranking(chunk_ids=(), scores=(), raw_scores=()),
    ]


def test_b13_a_case_that_was_not_recorded_is_a_failure_unless_the_suite_says_empty():
    assert isinstance(RecordedRetriever(RANKINGS).search(queries("q9"), 10)[0], Failure)
    lenient = RecordedRetriever(RANKINGS, missing=Missing.EMPTY)
    assert lenient.search(queries("q9"), 10) == [Ranking(chunk_ids=(), scores=())]


def test_no_more_than_asked_for():
    answer = RecordedRetriever(RANKINGS).search(queries("q1"), 2)[0]
    assert answer == Ranking(chunk_ids=("a", "b"), scores=(3.0, 2.0), raw_scores=(1.0, 2.0))


def test_lists_without_scores_say_so():
    plain = Rankings.pack([("q1", Ranking(chunk_ids=("a",)))])
    retriever = RecordedRetriever(plain, missing=Missing.EMPTY)
    assert retriever.capabilities.scores is False
    assert [answer.scores for answer in retriever.search(queries("q1", "q2"), 1)] == [None, None]


@pytest.mark.parametrize("filters", [Filters(off=True), Filters(domains=("x",))])
def test_a_recording_does_not_pretend_to_filter(filters):
    assert isinstance(RecordedRetriever(RANKINGS).search(queries("q1"), 2, filters)[0], Failure)
