"""Probe 5: those above are blamed only where taking them away, or what raised them, helps."""

from datetime import date

import pytest

from evalcore.diagnosis.probes import displaced
from evalcore.model.diagnosis import Answer

from support.case_files import batch, case_file, chunk, chunks, concluded, listed

BOOST = {"kind": "embedded", "boost": {"label": "X", "factor": 2.0}}
CUT = {"kind": "embedded", "cut": {"min_share_of_best": 0.6}}
ABOVE = ("c1", "c2", "c3", "c0")


def told(members=None, *, ranking=None, rank=4, **facts):
    ranks = facts.pop("ranks", {})
    file = case_file(members or chunks(), rank=rank, ranking=ranking or listed(*ABOVE), **facts)
    return concluded(displaced, file, **ranks)


def test_strangers_above_it_are_not_blamed():
    found = told()
    assert found.answer is Answer.RULED_OUT
    assert found.evidence["above"] == ["c1", "c2"]


def test_without_a_list_nothing_is_said():
    assert concluded(displaced, case_file(chunks())).answer is Answer.NO_DATA


@pytest.mark.parametrize(
    ("raw", "rank", "answer"),
    [
        pytest.param((0.1, 0.2, 0.3, 0.9), 1, Answer.CONFIRMED, id="boost undone surfaces it"),
        pytest.param((0.1, 0.2, 0.3, 0.9), 3, Answer.SUSPECTED, id="raised, but not enough"),
        pytest.param((0.9, 0.8, 0.7, 0.1), 4, Answer.RULED_OUT, id="in the raw order already"),
    ],
)
def test_the_boost_is_read_from_the_raw_scores_and_asked_away(raw, rank, answer):
    found = told(ranking=listed(*ABOVE, raw=raw), retriever=BOOST, ranks={"without_boost": rank})
    assert found.answer is answer


def test_a_recorded_rerank_against_raw_scores_is_suspected():
    found = told(ranking=listed(*ABOVE, raw=(0.1, 0.2, 0.3, 0.9)), retriever={})
    assert (found.answer, found.evidence["raised_above_it"]) == (
        Answer.SUSPECTED,
        ["c1", "c2", "c3"],
    )


def test_a_cut_is_blamed_for_a_chunk_that_speaks_as_the_question_does():
    lost = {"rank": None, "retriever": CUT, "ranks": {"without_the_score_cut": 2}}
    assert told(**lost).answer is Answer.CONFIRMED
    foreign = told(**lost, question="¿Cuántos asuetos disfruta cada empleado?")
    assert foreign.answer is Answer.RULED_OUT, "what lacks the question's words is cut rightly"


def test_an_old_version_above_it_is_named_and_taken_away():
    old = chunk(
        0, chunk_id="old", valid_from=date(2020, 1, 1), valid_to=date(2026, 1, 1), position=40
    )
    members = [*chunks(), old]
    ranking = listed("old", "c1", "c0")
    what = {"without_its_old_versions_above_it": 2}
    found = told(members, ranking=ranking, rank=3, ranks=what)
    assert (found.answer, found.evidence["cause"]) == (Answer.CONFIRMED, "old_versions")
    assert found.evidence["old_versions"][0]["chunk_id"] == "old"


def test_copies_are_blamed_where_there_are_enough_of_them():
    copy = chunk(0, chunk_id="copy", position=40, batch="b1")
    members = [*chunks(), copy]
    enough = told(members, ranking=listed("copy", "c1", "c0"), rank=3)
    assert (enough.answer, enough.evidence["cause"]) == (Answer.SUSPECTED, "copies")
    few = told(members, ranking=listed("copy", "c1", "c2", "c3", "c0"), rank=5)
    assert few.answer is Answer.RULED_OUT


BATCHES = (batch("b1", "2026-09-03T10:00:00+02:00"), batch("b2", "2026-11-27T17:00:00+01:00"))


@pytest.mark.parametrize(
    ("newer", "answer"),
    [
        pytest.param((1, 2, 3), Answer.SUSPECTED, id="enough of them came later"),
        pytest.param((1,), Answer.RULED_OUT, id="too few to have pushed it"),
        pytest.param((), Answer.RULED_OUT, id="all of one ingest"),
    ],
)
def test_a_later_ingest_is_blamed_where_it_holds_enough_of_those_above(newer, answer):
    members = chunks({n: {"batch": "b2"} for n in newer})
    found = told(members, batches=BATCHES)
    assert found.answer is answer


def test_an_earlier_ingest_pushed_nothing():
    members = chunks({0: {"batch": "b2"}})
    assert told(members, batches=BATCHES).answer is Answer.RULED_OUT


def test_the_ingest_is_confirmed_by_asking_without_its_chunks():
    members = chunks({n: {"batch": "b2"} for n in (1, 2, 3)})
    found = told(members, batches=BATCHES, ranks={"without_that_ingest's_chunks_above_it": 1})
    assert (found.answer, found.evidence["from_batch"]) == (Answer.CONFIRMED, ["c1", "c2", "c3"])
