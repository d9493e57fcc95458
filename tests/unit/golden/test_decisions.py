"""The four decisions: nothing that contradicts itself is signed."""

from datetime import date

import pytest

from evalcore.errors import InputError
from evalcore.golden.decisions import Decisions, Mark, needs_choice, objections, view_of
from evalcore.model.case import Case
from evalcore.model.manifest import Chunk
from evalcore.model.words import Behaviour, CaseStatus

CASE = Case(id="q", question="¿Plazo?", status=CaseStatus.DRAFT)
HELD = {
    "a": Chunk(chunk_id="a", doc_id="d", text="El plazo es de «treinta  días» naturales."),
    "b": Chunk(chunk_id="b", doc_id="d", text="Son 30 días naturales."),
}
SOUND = Decisions(
    behaviour=Behaviour.ANSWER, marks=(Mark(id="a", grade=3),), answer="Treinta días."
)


def said(**more):
    return Decisions(**{**{f: getattr(SOUND, f) for f in SOUND.__slots__}, **more})


def test_a_sound_view_has_no_objection_and_becomes_a_case():
    view = view_of(CASE, SOUND, HELD, by=" Ana ", on=date(2026, 11, 30))
    assert [(it.chunk_id, it.doc_id, it.grade) for it in view.expected] == [("a", "d", 3)]
    assert (view.annotated_by, view.annotated_on) == (("Ana",), date(2026, 11, 30))
    assert (view.reference_answer, view.requires_all) == ("Treinta días.", None)


@pytest.mark.parametrize(
    ("wrong", "words"),
    [
        ({"behaviour": None}, "1:"),
        ({"marks": ()}, "mark the chunks"),
        ({"behaviour": Behaviour.ABSTAIN}, "there is to be no answer"),
        ({"behaviour": Behaviour.DECLINE}, "there is to be no answer"),
        ({"marks": (Mark(id="a", grade=3), Mark(id="b", grade=3))}, "whether all are needed"),
        ({"answer": "  "}, "3:"),
        ({"marks": (Mark(id="gone", grade=3),)}, "no chunk gone"),
        ({"marks": (Mark(id="a", grade=3, quote="treinta y un días"),)}, "does not hold"),
        ({"marks": (Mark(id="b", grade=3, quote="0 días naturales"),)}, "does not hold"),
    ],
)
def test_what_cannot_stand_is_said_and_never_signed(wrong, words):
    told = [str(one) for one in objections(said(**wrong), HELD, by="Ana")]
    assert any(words in one for one in told)
    with pytest.raises(InputError):
        view_of(CASE, said(**wrong), HELD, by="Ana", on=date(2026, 11, 30))


def test_nobody_signs_without_a_name():
    assert "write your name" in str(objections(SOUND, HELD, by="  ")[0])


def test_a_quote_is_kept_as_the_chunk_writes_it():
    marks = (Mark(id="a", grade=3, quote='"treinta días"'),)
    view = view_of(CASE, said(marks=marks), HELD, by="Ana", on=date(2026, 11, 30))
    assert view.expected[0].quote == "«treinta  días»"


def test_chunks_that_say_the_same_are_one_group_and_need_no_choice():
    marks = (Mark(id="a", grade=3), Mark(id="b", grade=2, same_as="a"))
    assert not needs_choice(marks)
    view = view_of(CASE, said(marks=marks), HELD, by="Ana", on=date(2026, 11, 30))
    assert [it.group for it in view.expected] == ["a", "a"]


def test_a_refused_chunk_is_kept_with_grade_0_and_no_answer_keeps_none():
    marks = (Mark(id="b", grade=0),)
    told = said(behaviour=Behaviour.ABSTAIN, marks=marks, answer="No consta.")
    view = view_of(CASE, told, HELD, by="Ana", on=date(2026, 11, 30))
    assert [(it.chunk_id, it.grade) for it in view.expected] == [("b", 0)]
    assert (view.reference_answer, view.expected_abstention) == (None, "No consta.")
