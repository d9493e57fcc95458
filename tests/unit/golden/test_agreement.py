"""Two views of a case: what is a disagreement, what becomes of two that agree, and kappa."""

from dataclasses import replace
from datetime import date
from fractions import Fraction

import pytest

from evalcore.golden.agreement import Difference, agreement, differences, disagree, joined, united
from evalcore.golden.annotation import Standing, current, first_view, standing
from evalcore.model.case import Case, Expected
from evalcore.model.words import Behaviour, CaseStatus

DRAFT = Case(id="q", question="¿Plazo?", status=CaseStatus.DRAFT)


def view(by, *chunks, day=1, **more):
    labels = [it if isinstance(it, Expected) else Expected(chunk_id=it, grade=3) for it in chunks]
    return replace(
        DRAFT,
        expected=tuple(labels),
        annotated_by=(by,),
        annotated_on=date(2026, 11, day),
        status=CaseStatus.ACTIVE,
        **more,
    )


def stands(*views, case=DRAFT, settled=False):
    return standing(case, views, min_grade=1, settled=settled)


@pytest.mark.parametrize(
    ("other", "what"),
    [
        (view("b", behaviour=Behaviour.ABSTAIN), Difference.BEHAVIOUR),
        (view("b", "x"), Difference.CHUNKS),
        (view("b", "x", "y", requires_all=False), Difference.NEEDS),
        (view("b", Expected(chunk_id="x", group="g"), Expected(chunk_id="y", group="g")), "needs"),
    ],
)
def test_what_a_system_is_examined_by_is_a_disagreement(other, what):
    first = view("a", "x", "y")
    assert what in differences(first, other, min_grade=1)
    assert disagree(first, other, min_grade=1)


def test_a_grade_or_a_segment_is_a_difference_and_no_disagreement():
    first = view("a", "x", category="plazos")
    other = view("b", Expected(chunk_id="x", grade=2), category="devoluciones")
    assert differences(first, other, min_grade=1) == (Difference.GRADES, Difference.CATEGORY)
    assert not disagree(first, other, min_grade=1)


def test_a_grade_on_the_other_side_of_relevance_is_a_disagreement():
    first, other = view("a", "x"), view("b", Expected(chunk_id="x", grade=1))
    assert disagree(first, other, min_grade=2)
    assert not disagree(first, other, min_grade=1)


def test_one_group_with_any_is_the_same_as_any_suffices():
    grouped = view("a", Expected(chunk_id="x", group="g"), Expected(chunk_id="y", group="g"))
    assert not disagree(grouped, view("b", "x", "y", requires_all=False), min_grade=1)


def test_two_who_agree_are_joined_with_the_lower_grade_and_both_names():
    first = view("a", "x", day=3, reference_answer="Treinta días.")
    other = view("b", Expected(chunk_id="x", grade=2, quote="treinta días"), day=9)
    both = joined(first, other)
    assert both.expected == (Expected(chunk_id="x", grade=2, quote="treinta días"),)
    assert (both.annotated_by, both.annotated_on) == (("a", "b"), date(2026, 11, 9))
    assert both.reference_answer == "Treinta días."


def test_united_views_keep_every_chunk_with_its_higher_grade():
    both = united(view("a", "x", Expected(chunk_id="y", grade=0)), view("b", "y"), all_needed=False)
    assert {it.chunk_id: it.grade for it in both.expected} == {"x": 3, "y": 3}
    assert both.requires_all is False


def test_a_case_waits_for_a_first_a_second_and_a_decision_in_turn():
    a, b, c = view("Ana", "x"), view("Luis", "y"), view("Eva", "x")
    assert stands() is Standing.DRAFT
    assert stands(a) is Standing.SECOND
    assert stands(a, b) is Standing.DISAGREED
    assert stands(a, c) is Standing.AGREED
    assert (
        stands(a, b, case=replace(DRAFT, status=CaseStatus.ACTIVE), settled=True) is Standing.ACTIVE
    )
    assert stands(a, b, case=replace(DRAFT, status=CaseStatus.ACTIVE)) is Standing.DISAGREED
    assert stands(case=replace(DRAFT, status=CaseStatus.RETIRED)) is Standing.RETIRED


def test_one_person_is_one_view_however_the_name_is_typed():
    assert current(DRAFT, (view("Ana", "x"), view(" ANA ", "y"))) == (view(" ANA ", "y"),)
    assert stands(view("Ana", "x"), view("ana", "y")) is Standing.SECOND


def test_a_view_of_another_wording_does_not_count():
    assert stands(replace(view("Ana", "x"), question="¿Otra?")) is Standing.DRAFT


def test_the_signed_case_is_the_first_view_of_an_active_one():
    active = replace(view("Ana", "x"), status=CaseStatus.ACTIVE)
    assert first_view(active, ()) is active
    assert first_view(DRAFT, ()) is None


def test_kappa_is_over_chunks_that_both_could_have_marked():
    shown = frozenset("xyzw")
    pairs = [(view("a", "x", "y"), view("b", "x")), (view("a", "z"), view("b", "z"))]
    found = agreement(pairs, [shown, shown], min_grade=1)
    assert (found.cases, found.chunks.n, found.answers.n) == (2, 8, 2)
    assert found.chunks.value == Fraction(5, 7)
    assert found.chunks.low < 5 / 7 < found.chunks.high
    assert found.answers.value is None


def test_a_chunk_that_only_one_was_shown_counts_where_it_was_marked():
    found = agreement([(view("a", "x"), view("b", "y"))], [frozenset()], min_grade=1)
    assert found.chunks.n == 2
