"""What each result is to its case, and what another embedder's scale does not change."""

import math
from fractions import Fraction

import numpy as np
import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from evalcore.metrics.labels import labels_of
from evalcore.metrics.measure import measure
from evalcore.metrics.noise_parts import EXPECTED, NOISE, REST, noise_parts
from evalcore.metrics.sheet import sheet_of
from evalcore.model.case import Case, Expected
from evalcore.model.exam import Exam
from evalcore.model.ranking import Ranking, Rankings
from evalcore.model.words import Direction

calm = settings(deadline=None, max_examples=80)
IDS = [f"c{i}" for i in range(8)]
MAPS = {
    "times a thousand": lambda x: 1000.0 * x,
    "shifted": lambda x: x - 50.0,
    "exponential": lambda x: math.exp(x / 4),
    "squeezed into 0 to 1": lambda x: 1.0 / (1.0 + math.exp(-x / 8)),
    "cubed": lambda x: x**3,
}


def asked(lists, exam):
    cases = tuple(
        Case(id=f"q{i}", question="?", expected=tuple(Expected(chunk_id=c) for c in wanted))
        for i, (wanted, _, _) in enumerate(lists)
    )
    packed = Rankings.pack(
        (f"q{i}", Ranking(chunk_ids=tuple(ids), scores=tuple(map(float, scores))))
        for i, (_, ids, scores) in enumerate(lists)
    )
    labels = labels_of(cases, frozenset())
    return measure(labels, packed, exam, Fraction(9, 10)), noise_parts(
        sheet_of(labels, packed, exam)
    )


@st.composite
def some_lists(draw):
    lists = []
    for _ in range(draw(st.integers(1, 4))):
        ids = draw(st.lists(st.sampled_from(IDS), unique=True, min_size=1, max_size=8))
        scores = draw(st.lists(st.integers(-9, 9), min_size=len(ids), max_size=len(ids)))
        wanted = draw(st.lists(st.sampled_from(IDS), unique=True, min_size=1, max_size=3))
        lists.append((wanted, ids, sorted(scores, reverse=True)))
    return lists


@calm
@given(lists=some_lists(), cutoff=st.integers(1, 8), name=st.sampled_from(sorted(MAPS)))
def test_another_scale_of_the_scores_leaves_every_noise_figure_as_it_was(lists, cutoff, name):
    exam = Exam(cutoff=cutoff)
    scaled = [
        (wanted, ids, [MAPS[name](float(s)) for s in scores]) for wanted, ids, scores in lists
    ]
    one, parts = asked(lists, exam)
    other, again = asked(scaled, exam)
    assert one.noise.num.tolist() == other.noise.num.tolist()
    assert one.noise.den.tolist() == other.noise.den.tolist()
    assert parts.kind.tolist() == again.kind.tolist()
    assert parts.perfect.num.tolist() == again.perfect.num.tolist()
    assert (np.sign(parts.margin) == np.sign(again.margin)).tolist() == [
        not math.isnan(m) for m in parts.margin.tolist()
    ]


@calm
@given(lists=some_lists(), cutoff=st.integers(1, 8))
def test_distances_give_the_same_parts_as_their_negatives_do(lists, cutoff):
    distances = [(wanted, ids, [-s for s in scores]) for wanted, ids, scores in lists]
    _, parts = asked(lists, Exam(cutoff=cutoff))
    _, mirrored = asked(distances, Exam(cutoff=cutoff, direction=Direction.LOWER))
    assert parts.kind.tolist() == mirrored.kind.tolist()
    assert parts.height == pytest.approx(mirrored.height)
    assert parts.margin == pytest.approx(mirrored.margin, nan_ok=True)


@calm
@given(lists=some_lists(), cutoff=st.integers(1, 8))
def test_what_is_under_the_line_is_the_noise_of_the_measure_and_parts_fill_the_list(lists, cutoff):
    measured, parts = asked(lists, Exam(cutoff=cutoff))
    for index in range(len(lists)):
        mine = parts.case == index
        if not measured.noise.den[index]:
            assert not mine.any()
            continue
        assert int((parts.kind[mine] == NOISE).sum()) == int(measured.noise.num[index])
        assert int(mine.sum()) == int(measured.returned[index])
        assert ((parts.height[mine] >= 0) & (parts.height[mine] <= 1)).all()


def test_the_identity_of_the_page_holds_without_ties():
    wanted, ids = ("c1", "c3"), IDS
    measured, parts = asked([(wanted, ids, range(8, 0, -1))], Exam(cutoff=8))
    assert measured.noise.at(0) == Fraction(8 - 4, 8)  # the worst expected stands at rank 4
    assert parts.perfect.at(0) == 1 - Fraction(2, 8)
    assert parts.kind.tolist() == [REST, EXPECTED, REST, EXPECTED, NOISE, NOISE, NOISE, NOISE]


def test_ordering_better_can_raise_the_noise():
    late = [(("c4",), IDS, range(8, 0, -1))]
    early = [(("c4",), ["c4", *[c for c in IDS if c != "c4"]], range(8, 0, -1))]
    exam = Exam(cutoff=8)
    assert asked(late, exam)[0].noise.at(0) == Fraction(3, 8)
    assert asked(early, exam)[0].noise.at(0) == Fraction(7, 8)


def test_the_margin_says_whether_everything_expected_stands_above_everything_else():
    exam = Exam(cutoff=4)
    lists = [
        (("a",), ("a", "b", "c"), (10, 5, 0)),
        (("b",), ("a", "b", "c"), (10, 5, 0)),
        (("a",), ("a",), (10,)),
        (("z",), ("a", "b", "c", "d", "z"), (9, 8, 7, 6, 5)),
    ]
    _, parts = asked(lists, exam)
    assert parts.margin.tolist() == pytest.approx([0.5, -0.5, math.nan, math.nan], nan_ok=True)


def test_a_chunk_that_is_judged_and_not_relevant_is_no_expected_result():
    case = Case(
        id="q",
        question="?",
        expected=(Expected(chunk_id="a"), Expected(chunk_id="b", grade=0)),
    )
    lists = Rankings.pack([("q", Ranking(chunk_ids=("b", "a", "c"), scores=(3.0, 2.0, 1.0)))])
    parts = noise_parts(sheet_of(labels_of((case,)), lists, Exam(cutoff=3)))
    assert parts.kind.tolist() == [REST, EXPECTED, NOISE]
    assert parts.of_kind(NOISE, np.array([True])).tolist() == [False, False, True]
    assert not parts.of_kind(NOISE, np.array([False])).any()


@pytest.mark.parametrize("cutoff", [2, 3])
def test_an_expected_result_in_the_last_place_marks_none_of_the_next_case(cutoff):
    ids = tuple("xyz"[: cutoff - 1])
    lists = [
        (("a",), (*ids, "a"), range(cutoff, 0, -1)),
        (("b",), ("x", "b", "y"), (3, 2, 1)),
    ]
    _, parts = asked(lists, Exam(cutoff=cutoff))
    relevant = parts.kind == EXPECTED
    assert relevant[parts.case == 0].tolist() == [*[False] * (cutoff - 1), True]
    assert relevant[parts.case == 1].tolist() == [False, True, False][:cutoff]


def test_heights_run_from_the_worst_to_the_best_and_are_one_where_all_are_equal():
    lists = [
        (("a",), ("a", "b", "c"), (7, 5, 3)),
        (("a",), ("a", "b", "c"), (0.5, 0.25, 0.0)),
        (("a",), ("a", "b"), (4, 4)),
    ]
    _, parts = asked(lists, Exam(cutoff=3))
    assert parts.height.tolist() == [1.0, 0.5, 0.0, 1.0, 0.5, 0.0, 1.0, 1.0]


def test_the_margin_is_measured_down_to_the_last_place_and_not_without_others():
    lists = [(("b",), ("a", "c", "b"), (10, 5, 0)), (("a", "b"), ("a", "b"), (2, 1))]
    _, parts = asked(lists, Exam(cutoff=3))
    assert parts.margin.tolist() == pytest.approx([-1.0, math.nan], nan_ok=True)


def test_more_needed_than_there_are_places_leaves_no_noise_at_best():
    _, parts = asked([(("a", "b"), ("a", "b", "c"), (3, 2, 1))], Exam(cutoff=1))
    assert parts.perfect.at(0) == 0
