"""Probe 4: a chunk that the index holds finds itself, and indexing it again changes nothing."""

import pytest

from evalcore.diagnosis.probes import index
from evalcore.model.diagnosis import Answer

from support.case_files import case_file, chunk, chunks, concluded

ITSELF = "its_own_description,_without_filters,_boost_and_cut"
AGAIN = "indexed_again,_unchanged"


@pytest.mark.parametrize(
    ("ranks", "answer"),
    [
        pytest.param({"as_it_is": None, ITSELF: None, AGAIN: 1}, Answer.CONFIRMED, id="lost"),
        pytest.param(
            {"as_it_is": None, ITSELF: None, AGAIN: 9}, Answer.SUSPECTED, id="lost and far"
        ),
        pytest.param(
            {"as_it_is": None, ITSELF: None, AGAIN: None}, Answer.SUSPECTED, id="lost, filtered"
        ),
        pytest.param({"as_it_is": 9, ITSELF: 1, AGAIN: 9}, Answer.RULED_OUT, id="there"),
        pytest.param(
            {"as_it_is": 9, ITSELF: 40, AGAIN: 9}, Answer.RULED_OUT, id="there among its like"
        ),
        pytest.param(
            {"as_it_is": None, ITSELF: 1, AGAIN: None}, Answer.RULED_OUT, id="there, filtered"
        ),
        pytest.param({ITSELF: None}, Answer.SUSPECTED, id="not found, and no more can be asked"),
        pytest.param({ITSELF: 5}, Answer.RULED_OUT, id="found near the top"),
        pytest.param(
            {"as_it_is": 9, "exact_search": 1, ITSELF: 1, AGAIN: 9},
            Answer.CONFIRMED,
            id="approximate",
        ),
        pytest.param({}, Answer.NO_DATA, id="nothing can be asked"),
    ],
)
def test_what_the_ranks_say(ranks, answer):
    assert concluded(index, case_file(chunks(), cutoff=2), **ranks).answer is answer


@pytest.mark.parametrize(
    ("ranks", "answer"),
    [
        pytest.param({"as_it_is": 9, AGAIN: 9}, Answer.RULED_OUT, id="nothing changes"),
        pytest.param({}, Answer.RULED_OUT, id="it came back, whatever can be asked"),
        pytest.param({"as_it_is": 9, AGAIN: 1}, Answer.CONFIRMED, id="its vector was missing"),
    ],
)
def test_a_chunk_that_came_back_is_in_the_index(ranks, answer):
    file = case_file(chunks(), rank=9, cutoff=2)
    assert concluded(index, file, **ranks).answer is answer
    assert all(ask.change.text is None for ask in index.asks(file, file.buried[0]))


def test_copies_of_its_own_description_may_stand_before_it():
    members = [*chunks(), *(chunk(0, chunk_id=f"copy{n}", position=50 + n) for n in range(4))]
    found = concluded(index, case_file(members), **{ITSELF: 9})
    assert (found.answer, found.evidence["copies"]) == (Answer.RULED_OUT, 4)


def test_a_chunk_without_description_is_not_asked_for_by_it():
    file = case_file(chunks({0: {"representation": ""}}))
    assert all(ask.change.text is None for ask in index.asks(file, file.buried[0]))
