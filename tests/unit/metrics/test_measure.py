"""A whole sample: the seed's examples, failures, and lists that nobody asked for."""

from __future__ import annotations

from fractions import Fraction

import numpy as np
import pytest

from evalcore.metrics.labels import labels_of
from evalcore.metrics.measure import measure
from evalcore.metrics.registry import MEASURES
from evalcore.metrics.supply import quality
from evalcore.model.case import Case, Expected
from evalcore.model.exam import Exam
from evalcore.model.ranking import Failure, Ranking, Rankings
from evalcore.model.ratios import Ratios
from evalcore.model.words import Gain, Level

FLOOR = Fraction(9, 10)


def case(case_id, *chunks, **options):
    return Case(
        id=case_id, question="?", expected=tuple(Expected(chunk_id=c) for c in chunks), **options
    )


def test_the_irpf_example_of_chapter_17():
    labels = labels_of(
        [case("irpf", "gold_001", "silver_legal_045", "silver_finanzas_123")],
        frozenset({"gold_001"}),
    )
    others = iter(f"otro_{i}" for i in range(20))
    placed = {1: "gold_001", 3: "silver_legal_045", 15: "silver_finanzas_123"}
    ids = tuple(placed.get(rank) or next(others) for rank in range(1, 21))
    scores = tuple(1 - rank / 100 for rank in range(1, 21))
    rankings = Rankings.pack([("irpf", Ranking(chunk_ids=ids, scores=scores))])
    measured = measure(labels, rankings, Exam(), FLOOR)
    assert measured.recall.at(0) == Fraction(2, 3)
    assert measured.quality.at(0) == 0
    assert measured.placements.rank.tolist() == [1, 3, 15]
    assert measured.noise_threshold[0] == scores[14]
    assert measured.noise.at(0) == 0
    assert measured.gold_rr.at(0) == 1


def test_the_convenio_example_of_chapter_17():
    labels = labels_of([case("dias", "silver_art_012", "gold_003")], frozenset({"gold_003"}))
    rankings = Rankings.pack([("dias", Ranking(chunk_ids=("silver_art_012", "gold_003", "x")))])
    measured = measure(labels, rankings, Exam(), FLOOR)
    assert measured.recall.at(0) == 1
    assert measured.quality.at(0) == 100
    assert measured.placements.rank.tolist() == [1, 2]
    assert measured.gold_rr.at(0) == Fraction(1, 2)


@pytest.mark.parametrize(
    ("supply", "floor", "expected"),
    [
        ("9/10", "9/10", 0),
        ("89/100", "9/10", 0),
        ("95/100", "9/10", 50),
        ("1", "9/10", 100),
        ("11/12", "9/10", Fraction(100, 6)),
        ("99/100", "1", 0),
        ("1", "1", 100),
        ("2/3", "1/3", 50),
    ],
)
def test_quality_is_exact_on_the_scale_of_chapter_17(supply, floor, expected):
    share = Fraction(supply)
    ratios = Ratios(np.array([share.numerator]), np.array([share.denominator]))
    assert quality(ratios, Fraction(floor)).at(0) == expected


def test_quality_is_exact_for_a_floor_of_any_length():
    floor = Fraction(0.9)
    ratios = Ratios(np.array([19, 0]), np.array([20, 0]))
    earned = quality(ratios, floor)
    assert earned.at(0) == (Fraction(19, 20) - floor) / (1 - floor) * 100
    assert earned.at(1) is None
    assert earned.below(Fraction(50)).tolist() == [True, False]
    assert earned.values()[0] == pytest.approx(50)
    fine = Ratios(np.array([199_999]), np.array([200_000]))
    assert quality(fine, floor).at(0) == (Fraction(199_999, 200_000) - floor) / (1 - floor) * 100


def test_a_failed_case_and_one_without_a_list_are_not_answered_b13():
    labels = labels_of([case("failed", "a"), case("missing", "a"), case("there", "a")])
    rankings = Rankings.pack([("failed", Failure("timeout")), ("there", Ranking(chunk_ids=("a",)))])
    measured = measure(labels, rankings, Exam(), FLOOR)
    assert measured.answered.tolist() == [False, False, True]
    for each in MEASURES:
        assert np.isnan(each.values(measured)[:2]).all(), each.field
    assert measured.recall.at(2) == 1


def test_lists_of_unknown_cases_change_nothing_b14():
    labels = labels_of([case("q", "a")])
    answers = [("q", Ranking(chunk_ids=("x", "a")))]
    plain = measure(labels, Rankings.pack(answers), Exam(), FLOOR)
    more = [("stray", Ranking(chunk_ids=("a", "a"))), *answers]
    mixed = measure(labels, Rankings.pack(more), Exam(), FLOOR)
    for each in MEASURES:
        np.testing.assert_array_equal(each.values(plain), each.values(mixed))
    assert not mixed.repeated.any()


@pytest.mark.parametrize("answers", [[], [("q", Ranking(chunk_ids=()))]])
def test_nothing_at_all_is_measured_without_an_error_b16(answers):
    measured = measure(labels_of([case("q", "a")]), Rankings.pack(answers), Exam(), FLOOR)
    assert measured.answered.tolist() == [bool(answers)]
    assert measured.recall.at(0) == (0 if answers else None)


def test_no_cases_are_measured_without_an_error_b52():
    rankings = Rankings.pack([("q", Ranking(chunk_ids=("a",), scores=(1.0,)))])
    measured = measure(labels_of([]), rankings, Exam(), FLOOR)
    assert all(len(each.values(measured)) == 0 for each in MEASURES)


def test_a_document_that_returns_is_no_repetition_at_document_level_b12():
    labels = labels_of([case("q", "doc")])
    rankings = Rankings.pack([("q", Ranking(chunk_ids=("doc", "doc")))])
    for level, flagged in ((Level.CHUNK, True), (Level.DOCUMENT, False)):
        assert measure(labels, rankings, Exam(level=level), FLOOR).repeated.tolist() == [flagged]


@pytest.mark.parametrize(("copies", "low", "high"), [(1, 0, 1), (2, 1, 2)])
def test_copies_within_a_tie_are_counted_at_their_worst_and_best_b01_b10(copies, low, high):
    labels = labels_of([case("q", "a", "b")])
    ids = ("x", "y", *("a", "b") * copies)
    rankings = Rankings.pack([("q", Ranking(chunk_ids=ids, scores=(1.0,) * len(ids)))])
    cutoff = 1 if copies == 1 else 4
    measured = measure(labels, rankings, Exam(cutoff=cutoff), FLOOR)
    assert measured.tie_at_cutoff.tolist() == [True]
    assert measured.recall_low.at(0) == Fraction(low, 2)
    assert measured.recall_high.at(0) == Fraction(high, 2)


def test_a_tie_ends_where_its_list_ends_b01():
    labels = labels_of([case("q", "a"), case("r", "a")])
    tied = Ranking(chunk_ids=("x", "a", "y"), scores=(1.0, 1.0, 1.0))
    rankings = Rankings.pack([("q", tied), ("r", tied)])
    measured = measure(labels, rankings, Exam(cutoff=2), FLOOR)
    assert measured.tie_at_cutoff.tolist() == [True, True]
    assert measured.recall_low.values().tolist() == [0, 0]
    alone = measure(labels, Rankings.pack([("r", tied)]), Exam(cutoff=1), FLOOR)
    both = measure(labels, rankings, Exam(cutoff=1), FLOOR)
    assert both.recall_low.at(1) == alone.recall_low.at(1) == 0


def test_a_very_great_grade_does_not_overflow_the_exponential_gain():
    expected = (Expected(chunk_id="a", grade=2000), Expected(chunk_id="b", grade=1999))
    labels = labels_of([Case(id="q", question="?", expected=expected)])
    rankings = Rankings.pack([("q", Ranking(chunk_ids=("b", "a")))])
    measured = measure(labels, rankings, Exam(gain=Gain.EXPONENTIAL), FLOOR)
    wanted = (0.5 + 1 / np.log2(3)) / (1 + 0.5 / np.log2(3))
    assert measured.ndcg[0] == pytest.approx(wanted)
