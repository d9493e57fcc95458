"""One person's view of a case on the screen, to be read beside another's."""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import dataclass

from evalcore.model.case import Case
from evalcore.model.manifest import Chunk
from evalcore.views.annotate import BEHAVIOURS, GRADES, title_of
from evalcore.views.language import Translator


@dataclass(frozen=True, slots=True, kw_only=True)
class MarkLine:
    """One chunk of a view. ``title``, ``id``, ``text`` and ``quote`` are people's own text.

    ``alone`` says that the other view does not have it as relevant.
    """

    id: str
    title: str
    text: str
    quote: str
    grade: str
    relevant: bool
    alone: bool


@dataclass(frozen=True, slots=True, kw_only=True)
class ViewCard:
    """A view as it is read: who, the four decisions in their order."""

    who: str
    when: str
    behaviour: str
    marks: tuple[MarkLine, ...]
    needs: str
    answer: str
    segment: str


def view_cards(
    views: tuple[Case, Case],
    held: Callable[[str], Chunk | None],
    t: Translator,
    *,
    min_grade: int,
) -> tuple[ViewCard, ViewCard]:
    """Two views side by side."""
    first, second = views
    return (
        _card(first, second, held, t, min_grade=min_grade),
        _card(second, first, held, t, min_grade=min_grade),
    )


def grade_words(grade: int, t: Translator) -> str:
    """A grade with its meaning; grades beyond our words stand alone."""
    word = GRADES.get(max(grade, 0))
    return str(grade) if word is None else f"{grade} · {t.text(word)}"


def _card(
    view: Case, other: Case, held: Callable[[str], Chunk | None], t: Translator, *, min_grade: int
) -> ViewCard:
    theirs = {one.chunk_id for one in other.expected if one.grade >= min_grade}
    relevant = [one for one in view.expected if one.grade >= min_grade]
    return ViewCard(
        who=" + ".join(view.annotated_by),
        when="" if view.annotated_on is None else t.day(view.annotated_on),
        behaviour=t.text(BEHAVIOURS[view.behaviour]),
        marks=tuple(
            MarkLine(
                id=one.chunk_id,
                title=_title(held(one.chunk_id), one.chunk_id),
                text=_text(held(one.chunk_id)),
                quote=one.quote or "",
                grade=grade_words(one.grade, t),
                relevant=one.grade >= min_grade,
                alone=one.grade >= min_grade and one.chunk_id not in theirs,
            )
            for one in view.expected
        ),
        needs=_needs(view, len(relevant), t),
        answer=view.reference_answer or view.expected_abstention or "",
        segment=" · ".join(part for part in (view.category, view.difficulty) if part),
    )


def _needs(view: Case, relevant: int, t: Translator) -> str:
    if relevant < 2:
        return ""
    return t.text("any one is enough") if view.any_suffices else t.text("all of them are needed")


def _title(chunk: Chunk | None, chunk_id: str) -> str:
    return chunk_id if chunk is None else title_of(chunk)


def _text(chunk: Chunk | None) -> str:
    return "" if chunk is None else chunk.text or chunk.representation or ""
