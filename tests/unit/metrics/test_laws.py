"""Laws that every measure obeys, and the plain-Python reading they all agree with."""

from __future__ import annotations

from dataclasses import fields, replace
from fractions import Fraction

import numpy as np
import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from evalcore.metrics.labels import labels_of
from evalcore.metrics.measure import measure
from evalcore.metrics.registry import MEASURES
from evalcore.model.case import Expected
from evalcore.model.exam import Exam
from evalcore.model.measured import Measured
from evalcore.model.words import Direction, Gain

CHUNKS = [f"c{i}" for i in range(9)]
calm = settings(deadline=None, max_examples=120)


@st.composite
def expected(draw, grouped=True):
    chunks = draw(st.lists(st.sampled_from(CHUNKS), unique=True, max_size=6))
    groups = st.sampled_from([None, None, "g", "h"]) if grouped else st.none()
    return tuple(
        Expected(
            chunk_id=chunk,
            grade=draw(st.integers(-1, 3)),
            group=draw(groups),
            gold=draw(st.booleans()),
        )
        for chunk in chunks
    )


@st.composite
def results(draw, *, unique=False, tied=True, direction=Direction.HIGHER):
    ids = tuple(draw(st.lists(st.sampled_from(CHUNKS), unique=unique, max_size=8)))
    few = st.integers(-2, 2) if tied else st.integers(-1000, 1000)
    scores = draw(st.lists(few, min_size=len(ids), max_size=len(ids), unique=not tied))
    scores.sort(reverse=direction is Direction.HIGHER)
    return ids, tuple(map(float, scores))


@st.composite
def exams(draw):
    return Exam(
        cutoff=draw(st.integers(1, 6)),
        min_grade=draw(st.integers(1, 2)),
        gain=draw(st.sampled_from(Gain)),
        direction=draw(st.sampled_from(Direction)),
    )


@st.composite
def questions(draw, kit, exam, *, scored=True):
    asked = []
    for _ in range(draw(st.integers(1, 4))):
        ids, scores = draw(results(direction=exam.direction))
        if draw(st.integers(0, 7)) == 0:
            ids = scores = None
        asked.append(
            kit.Question(
                labels=draw(expected()),
                ids=ids,
                scores=scores if scored else None,
                any_suffices=draw(st.booleans()),
            )
        )
    return asked


COMPARED = [m.field for m in MEASURES] + [
    "noise_threshold",
    "recall_low",
    "recall_high",
    "tie_at_cutoff",
    "repeated",
]


@settings(deadline=None, max_examples=400)
@given(data=st.data())
def test_every_measure_equals_the_plain_reading_of_its_formula(kit, data):
    exam = data.draw(exams())
    asked = data.draw(questions(kit, exam, scored=data.draw(st.booleans())))
    floor = data.draw(st.sampled_from([Fraction(9, 10), Fraction(1), Fraction(1, 3)]))
    measured = kit.measured_of(asked, exam, floor)
    for index, question in enumerate(asked):
        naive = kit.Naive(asked=question, exam=exam, floor=floor)
        for name in COMPARED:
            got = kit.value_at(getattr(measured, name), index)
            want = naive.of(name)
            if isinstance(want, float):
                assert got == pytest.approx(want, abs=1e-12), name
            else:
                assert (got or None) == (want or None), name
                assert (got is None) == (want is None) or isinstance(got, bool), name


@calm
@given(data=st.data())
def test_every_measure_stays_within_its_bounds(kit, data):
    exam = data.draw(exams())
    measured = kit.measured_of(data.draw(questions(kit, exam)), exam)
    for each in MEASURES:
        values = each.values(measured)
        known = values[~np.isnan(values)]
        low, high = each.bounds
        assert ((known >= low) & (known <= high)).all(), each.field


@calm
@given(data=st.data())
def test_the_order_of_cases_does_not_matter(kit, data):
    exam = data.draw(exams())
    asked = data.draw(questions(kit, exam))
    cases, rankings = kit.cases_of(asked), kit.rankings_of(asked)
    order = data.draw(st.permutations(range(len(cases))))
    straight = measure(labels_of(cases), rankings, exam, Fraction(9, 10))
    moved = measure(labels_of([cases[i] for i in order]), rankings, exam, Fraction(9, 10))
    for each in MEASURES:
        np.testing.assert_array_equal(each.values(straight)[order], each.values(moved))


@calm
@given(data=st.data())
def test_what_is_added_below_the_cutoff_changes_nothing_at_the_cutoff(kit, data):
    exam = replace(data.draw(exams()), direction=Direction.HIGHER)
    ids, scores = data.draw(results(tied=False, unique=True))
    labels = data.draw(expected())
    before = kit.Question(labels=labels, ids=ids, scores=scores)
    after = replace(before, ids=(*ids, "irrelevant"), scores=(*scores, -5000.0))
    if len(ids) < exam.cutoff:
        return
    first, second = kit.measured_of([before], exam), kit.measured_of([after], exam)
    for each in MEASURES:
        np.testing.assert_array_equal(each.values(first), each.values(second), err_msg=each.field)


@calm
@given(data=st.data())
def test_moving_an_expected_chunk_up_never_lowers_a_measure_of_order(kit, data):
    exam = data.draw(exams())
    labels = data.draw(expected())
    ids, _ = data.draw(results(unique=True))
    wanted = {e.chunk_id for e in labels if e.grade >= exam.min_grade}
    movable = [i for i in range(1, len(ids)) if ids[i] in wanted and ids[i - 1] not in wanted]
    # nDCG counts grades below min_grade too: moving past one of those may cost it.
    graded = {e.chunk_id: e.grade for e in labels}
    movable = [i for i in movable if graded.get(ids[i - 1], 0) <= graded[ids[i]]]
    if not movable:
        return
    i = data.draw(st.sampled_from(movable))
    up = (*ids[: i - 1], ids[i], ids[i - 1], *ids[i + 1 :])
    before = kit.measured_of([kit.Question(labels=labels, ids=ids)], exam)
    after = kit.measured_of([kit.Question(labels=labels, ids=up)], exam)
    for each in MEASURES:
        if each.field in ("recall", "rr", "gold_rr", "ap", "ndcg", "supply", "quality", "hit"):
            low, high = each.values(before)[0], each.values(after)[0]
            assert np.isnan(low) or high >= low - 1e-12, each.field


@calm
@given(data=st.data())
def test_without_ties_noise_is_what_stands_below_the_worst_expected_chunk(kit, data):
    ids, scores = data.draw(results(unique=True, tied=False))
    exam = Exam(cutoff=data.draw(st.integers(1, 6)))
    labels = data.draw(expected(grouped=False))
    ranks = [ids.index(e.chunk_id) + 1 for e in labels if e.grade >= 1 and e.chunk_id in ids]
    if not ranks or len(ranks) < sum(e.grade >= 1 for e in labels):
        return
    returned = min(len(ids), exam.cutoff)
    noise = kit.measured_of([kit.Question(labels=labels, ids=ids, scores=scores)], exam).noise
    assert noise.at(0) == Fraction(max(returned - max(ranks), 0), returned)


@calm
@given(data=st.data())
def test_noise_does_not_depend_on_the_scale_of_the_scores(kit, data):
    exam = data.draw(exams())
    ids, scores = data.draw(results(direction=exam.direction))
    asked = kit.Question(labels=data.draw(expected()), ids=ids, scores=scores)
    moved = replace(asked, scores=tuple(s**3 / 7 + 2 * s - 11 for s in scores))
    before, after = kit.measured_of([asked], exam), kit.measured_of([moved], exam)
    assert before.noise.at(0) == after.noise.at(0)
    assert before.tie_at_cutoff[0] == after.tie_at_cutoff[0]


@calm
@given(data=st.data())
def test_recall_lies_between_its_lowest_and_highest_over_the_tie(kit, data):
    exam = data.draw(exams())
    measured = kit.measured_of(data.draw(questions(kit, exam)), exam)
    low, mid, high = (
        getattr(measured, name).values() for name in ("recall_low", "recall", "recall_high")
    )
    known = ~np.isnan(mid)
    assert (low[known] <= mid[known]).all()
    assert (mid[known] <= high[known]).all()
    assert (low == high)[known & ~measured.tie_at_cutoff].all()


def test_what_was_measured_cannot_be_written_to(kit):
    asked = [kit.Question(labels=(Expected(chunk_id="a"),), ids=("a",), scores=(1.0,))]
    measured = kit.measured_of(asked, Exam())
    for field in fields(Measured):
        value = getattr(measured, field.name)
        for array in (getattr(value, "num", value), getattr(value, "den", value)):
            if isinstance(array, np.ndarray):
                assert not array.flags.writeable, field.name
