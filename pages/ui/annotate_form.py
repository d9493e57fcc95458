"""The four decisions on one case, in the order of the golden-set text, and the signature.

Signing has no key of its own: a shortcut does not leave the field that is being written, so what
stands in it would not be signed. Tab leaves it, and Enter then presses the button.
"""

from __future__ import annotations

from collections.abc import Sequence
from datetime import date

import streamlit as st

from evalcore.errors import UnburyError
from evalcore.golden.annotation import Standing, person, same_name
from evalcore.golden.decisions import Decisions, Mark, needs_choice, objections, view_of
from evalcore.model.case import Case
from evalcore.model.message import Message
from evalcore.model.words import Behaviour
from evalcore.views.annotate import BEHAVIOURS
from evalcore.views.language import Translator
from evalcore.workflows.annotation_search import ManifestSearch
from pages.ui import annotate_data, annotate_marks, plain
from pages.ui.annotate_state import Draft, Place


def draw(place: Place, by: str) -> None:
    """The form of one person; nothing that another one said of the case is in it."""
    t, case = place.frame.t, place.case
    there = annotate_data.search(place.frame)
    if there is None:
        st.info(t.text("This run has no manifest, so there is nothing to search and to mark."))
        return
    draft = Draft(case.id, by)
    mine, others = _told(place, by, t)
    if mine is not None and not st.toggle(
        t.text("Change your view"), key=f"_annotate_change_{case.id}"
    ):
        return
    draft.begin(_marks(mine or (case if place.fresh else None)))
    said = _decisions(place, draft, there, mine)
    alone = _alone(place, draft, others, t)
    _sign(place, draft, said, there, by, alone=alone)


def _told(place: Place, by: str, t: Translator) -> tuple[Case | None, int]:
    """One's own view, if given before, and how many others there are; theirs is not shown."""
    given = place.sheet.given(place.case)
    mine = next((view for view in given if person(view) == same_name(by)), None)
    others = len(given) - (mine is not None)
    if mine is not None:
        st.info(t.text("You annotated this case already; signing again replaces your view."))
    elif others:
        st.info(
            t.text("Somebody annotated this case. You do not see it until yours is signed."),
            icon=":material/visibility_off:",
        )
    return mine, others


def _marks(view: Case | None) -> tuple[Mark, ...]:
    return tuple(
        Mark(id=one.chunk_id, grade=max(0, min(3, one.grade)), quote=one.quote or "")
        for one in (view.expected if view else ())
    )


def _decisions(place: Place, draft: Draft, there: ManifestSearch, mine: Case | None) -> Decisions:
    t = place.frame.t
    with st.container(border=True):
        st.subheader(t.text("1. Has it an answer in the corpus?"))
        behaviour = _behaviour(draft, mine, t)
    all_needed: bool | None = None
    with st.container(border=True):
        st.subheader(t.text("2. Which chunks hold it? All of them"))
        left, right = st.columns([3, 2], gap="medium")
        with left:
            shown = annotate_marks.draw(place, draft, there)
            _remember(draft, shown)
        with right:
            held = {m.id: c for m in draft.marks if (c := there.held(m.id)) is not None}
            annotate_marks.marked(place, draft, held)
            all_needed = _all_needed(draft, t)
    left, right = st.columns(2, gap="medium")
    with left, st.container(border=True, height="stretch"):
        answer = _answer(draft, behaviour, mine, t)
    with right, st.container(border=True, height="stretch"):
        st.subheader(t.text("4. What category and difficulty has it?"))
        category = _segment(place, draft, "category", t.text("Category"), t)
        difficulty = _segment(place, draft, "difficulty", t.text("Difficulty"), t)
    return Decisions(
        behaviour=behaviour,
        marks=draft.marks,
        all_needed=all_needed,
        answer=answer,
        category=category,
        difficulty=difficulty,
    )


def _behaviour(draft: Draft, mine: Case | None, t: Translator) -> Behaviour | None:
    options = list(BEHAVIOURS)
    key = draft.key("behaviour")
    if key not in st.session_state:
        st.session_state[key] = None if mine is None else mine.behaviour
    return st.radio(
        t.text("What is right"),
        options,
        format_func=lambda one: t.text(BEHAVIOURS[one]),
        key=key,
        index=None,
        label_visibility="collapsed",
    )


def _all_needed(draft: Draft, t: Translator) -> bool | None:
    if not needs_choice(draft.marks):
        return None
    return st.radio(
        t.text("Does the whole answer need all of them?"),
        (True, False),
        format_func=lambda needed: (
            t.text("Yes, all: it takes several steps")
            if needed
            else t.text("No: any one of them is enough")
        ),
        key=draft.key("needed"),
        index=None,
    )


def _answer(draft: Draft, behaviour: Behaviour | None, mine: Case | None, t: Translator) -> str:
    st.subheader(t.text("3. What is the right answer?"))
    answers = behaviour in (None, Behaviour.ANSWER)
    label = (
        t.text("Short and factual, with the figures and exceptions that must appear")
        if answers
        else t.text("What the system should say instead")
    )
    key = draft.key("answer")
    if key not in st.session_state:
        told = None if mine is None else mine.reference_answer or mine.expected_abstention
        st.session_state[key] = told or ""
    return st.text_area(label, key=key, height=120)


def _segment(place: Place, draft: Draft, field: str, label: str, t: Translator) -> str:
    """A segment of the set, or a new one: typed, it is added to the list."""
    cases = place.sheet.golden.cases
    known = sorted({word for case in cases if (word := getattr(case, field)) and not case.blind})
    own = getattr(place.case, field)
    key = draft.key(field)
    if key not in st.session_state:
        st.session_state[key] = own if place.fresh else None
    chosen = st.selectbox(
        label,
        list(dict.fromkeys([*known, *([st.session_state[key]] if st.session_state[key] else [])])),
        key=key,
        index=None,
        accept_new_options=True,
        placeholder=t.text("choose, or type a new one"),
    )
    return chosen or ""


def _alone(place: Place, draft: Draft, others: int, t: Translator) -> bool:
    """Whether this view is enough; asked only of the first person, and never taken for granted."""
    if others or place.sheet.standing(place.case) is Standing.ACTIVE:
        return False
    second = st.checkbox(
        t.text("A second person annotates it too, without seeing this (do so wherever you doubt)"),
        value=True,
        key=draft.key("second"),
    )
    return not second


def _sign(
    place: Place, draft: Draft, said: Decisions, there: ManifestSearch, by: str, *, alone: bool
) -> None:
    t = place.frame.t
    if place.changed:
        st.warning(
            t.text("The golden set changed on disk since you opened this case."),
            icon=":material/sync_problem:",
        )
        st.button(t.text("Look at it as it is now"), on_click=place.look_again)
        return
    with st.container(horizontal=True, vertical_alignment="center", gap="small"):
        pressed = st.button(
            t.text("Sign the annotation"), type="primary", icon=":material/signature:"
        )
        plain.small(t.text("signed by {name}", name=by))
    if not pressed:
        return
    held = {m.id: c for m in said.marks if (c := there.held(m.id)) is not None}
    wrong = objections(said, held, by=by)
    if wrong:
        _object(wrong, t)
        return
    view = view_of(place.case, said, held, by=by, on=date.today())  # noqa: DTZ011 local day
    _write(place, draft, view, alone=alone)


def _write(place: Place, draft: Draft, view: Case, *, alone: bool) -> None:
    try:
        taken = annotate_data.take_down(
            place.desk,
            view,
            _shown(draft),
            digest=place.digest,
            alone=alone,
            min_grade=place.sheet.min_grade,
        )
    except (UnburyError, OSError) as error:
        plain.refusal(str(error))
        return
    draft.clear()
    place.took(taken)
    st.query_params["case"] = place.case.id
    st.rerun()


def _object(wrong: Sequence[Message], t: Translator) -> None:
    with st.container(border=True, gap="xsmall"):
        st.markdown(t.text(":orange[:material/error:] **Not signed yet:**"))
        for one in wrong:
            plain.words(t.message(one))


def _remember(draft: Draft, shown: tuple[str, ...]) -> None:
    """Keep what this person was shown: kappa is over chunks that both could have marked."""
    kept: dict[str, None] = st.session_state.setdefault(draft.key("shown"), {})
    kept.update(dict.fromkeys(shown))


def _shown(draft: Draft) -> list[str]:
    return list(st.session_state.get(draft.key("shown"), {}))
