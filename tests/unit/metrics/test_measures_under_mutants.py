"""Right values that changes made on purpose showed no quick test to hold."""

from __future__ import annotations

from dataclasses import replace
from fractions import Fraction

import numpy as np
import pytest

from evalcore.metrics.combine import mean_of
from evalcore.metrics.exact import exact_ratios
from evalcore.metrics.labels import labels_of
from evalcore.metrics.measure import measure
from evalcore.metrics.order import contradictions, reorder
from evalcore.metrics.repeats import repeated_rows
from evalcore.metrics.supply import quality
from evalcore.model.case import Case, Expected
from evalcore.model.exam import Exam
from evalcore.model.ranking import Failure, Ranking, Rankings
from evalcore.model.ratios import Ratios
from evalcore.model.words import Direction, Order


def test_ratios_are_reduced_and_one_over_nothing_is_nothing():
    ratios = exact_ratios(np.array([2, 6, 3, 0]), np.array([4, 3, 0, 0]))
    assert ratios.num.tolist() == [1, 2, 0, 0]
    assert ratios.den.tolist() == [2, 1, 0, 0]


@pytest.mark.parametrize(
    ("part", "kind"), [(2**31 - 1, np.int64), (2**31, np.object_), (2**32 + 1, np.object_)]
)
def test_parts_whose_products_could_overflow_are_python_integers(part, kind):
    ratios = exact_ratios(np.array([part - 1], dtype=object), np.array([part], dtype=object))
    assert ratios.num.dtype == ratios.den.dtype == kind


@pytest.mark.parametrize("primes", [(16777213, 16777199, 16777183), (11, 13, 17)])
def test_a_mean_is_exact_where_the_common_denominator_outgrows_the_machine(kit, primes):
    asked = kit.Question(labels=(Expected(chunk_id="a"),), ids=("a",))
    base = kit.measured_of([asked], Exam())
    samples = [replace(base, recall=Ratios(np.array([p - 1]), np.array([p]))) for p in primes]
    exact = sum(Fraction(p - 1, p) for p in primes) / len(primes)
    assert mean_of(samples).recall.at(0) == exact


def test_quality_is_exact_where_a_fine_floor_outgrows_the_machine():
    floor = Fraction(1, 2**30 + 3)
    supplied = Ratios(np.array([2**30, 0]), np.array([2**31 - 1, 0]))
    got = quality(supplied, floor)
    assert got.at(0) == (Fraction(2**30, 2**31 - 1) - floor) / (1 - floor) * 100
    assert got.at(1) is None


@pytest.mark.parametrize("again", ["a", "b", "c"])
@pytest.mark.parametrize("place", range(3))
def test_a_label_that_is_said_twice_is_one_label_wherever_it_stands(again, place):
    said = [["a", "b", "c"] for _ in range(3)]
    said[place].append(again)
    cases = [
        Case(id=f"q{number}", question="?", expected=tuple(Expected(chunk_id=c) for c in chunks))
        for number, chunks in enumerate(said)
    ]
    assert labels_of(cases).case.tolist() == [0, 0, 0, 1, 1, 1, 2, 2, 2]


def test_ties_of_trec_fall_by_id_and_not_by_the_order_in_which_ids_were_met():
    lists = [("q", Ranking(chunk_ids=("b", "c", "a"), scores=(1.0, 1.0, 1.0)))]
    after = reorder(Rankings.pack(lists), Order.TREC, Direction.HIGHER)
    assert after.of("q").chunk_ids == ("c", "b", "a")


def test_a_score_too_great_for_single_precision_comes_first_and_warns_nobody():
    lists = [("q", Ranking(chunk_ids=("a", "b"), scores=(1.0, 1e300)))]
    after = reorder(Rankings.pack(lists), Order.TREC, Direction.HIGHER)
    assert after.of("q").chunk_ids == ("b", "a")


@pytest.mark.parametrize("count", [2, 3])
def test_a_list_that_begins_better_than_the_one_before_it_ended_contradicts_nothing(count):
    ranking = Ranking(chunk_ids=("a", "b"), scores=(2.0, 1.0))
    rankings = Rankings.pack((f"q{number}", ranking) for number in range(count))
    assert contradictions(rankings, Direction.HIGHER).tolist() == []


def test_a_chunk_is_no_repeat_of_itself_in_another_list_however_many_there_are():
    lists, ids = 4097, 2**20  # row and chunk together take more than 32 bits
    rankings = Rankings(
        case_ids=tuple(f"q{number}" for number in range(lists)),
        starts=np.arange(lists + 1),
        chunks=np.zeros(lists, dtype=np.int32),
        scores=None,
        chunk_ids=("x",) * ids,
    )
    assert not repeated_rows(rankings).any()


def test_a_tie_is_worst_where_a_repeated_chunk_takes_the_places(kit):
    asked = kit.Question(
        labels=(Expected(chunk_id="a"), Expected(chunk_id="b")),
        ids=("b", "a", "a"),
        scores=(1.0, 1.0, 1.0),
    )
    measured = kit.measured_of([asked], Exam(cutoff=2))
    assert measured.recall_low.at(0) == Fraction(1, 2)
    assert measured.recall_high.at(0) == 1


def test_a_case_that_failed_is_unanswered_though_another_answered_b42():
    cases = [Case(id=one, question="?", expected=(Expected(chunk_id="a"),)) for one in "qr"]
    rankings = Rankings.pack([("q", Failure("timeout")), ("r", Ranking(chunk_ids=("a",)))])
    measured = measure(labels_of(cases), rankings, Exam(), Fraction(9, 10))
    assert measured.answered.tolist() == [False, True]
    assert measured.returned.tolist() == [0, 1]
    assert measured.recall.at(0) is None


def test_a_mean_returned_nothing_where_one_sample_lacks_the_case(kit):
    label = (Expected(chunk_id="a"),)
    one, other = (
        kit.measured_of([kit.Question(labels=label, ids=ids)], Exam()) for ids in (("a",), None)
    )
    assert mean_of([one, other]).returned.tolist() == [0]
