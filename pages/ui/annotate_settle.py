"""Two people's views side by side, and a person who settles what they differ in."""

from __future__ import annotations

from functools import partial

import streamlit as st

from evalcore.errors import UnburyError
from evalcore.golden.agreement import DISAGREEMENTS, united
from evalcore.model.case import Case
from evalcore.model.manifest import Chunk
from evalcore.model.words import Behaviour
from evalcore.views.annotate import difference_words
from evalcore.views.annotated import MarkLine, ViewCard, view_cards
from evalcore.workflows.annotate import Taken
from pages.ui import annotate_data, plain
from pages.ui.annotate_state import Place

_FIRST, _SECOND, _ALL, _ANY, _RETIRE = "first", "second", "all", "any", "retire"


def draw(place: Place, by: str) -> None:
    """Where they differ, both views, and the ways to settle it."""
    t = place.frame.t
    first, second, *_ = place.sheet.given(place.case)
    differs = [one for one in place.sheet.differences(place.case) if one in DISAGREEMENTS]
    if differs:
        what = difference_words(differs, t)
        st.header(t.text("They differ in {what}", what=what))
        st.markdown(
            t.text(
                "When two competent people differ, neither is simply wrong: the question is "
                "ambiguous or the corpus contradicts itself. That is a finding to keep."
            )
        )
    cards = view_cards((first, second), partial(_held, place), t, min_grade=place.sheet.min_grade)
    for column, card in zip(st.columns(2, gap="medium"), cards, strict=True):
        with column, st.container(border=True, height="stretch", gap="xsmall"):
            _card(place, card)
    _settle(place, first, second, by)


def _held(place: Place, chunk_id: str) -> Chunk | None:
    there = annotate_data.search(place.frame)
    return None if there is None else there.held(chunk_id)


def _card(place: Place, card: ViewCard) -> None:
    t = place.frame.t
    with st.container(horizontal=True, gap="small", vertical_alignment="center"):
        plain.mark(card.who)
        plain.small(card.when)
    st.markdown(f"**{card.behaviour}**")
    for mark in card.marks:
        _mark(place, mark)
    if card.needs:
        st.caption(card.needs)
    if card.answer:
        plain.words(card.answer)
    plain.small(card.segment)
    if not card.marks:
        st.caption(t.text("No chunk is marked."))


def _mark(place: Place, mark: MarkLine) -> None:
    t = place.frame.t
    with st.container(gap="xxsmall"):
        with st.container(horizontal=True, gap="small", vertical_alignment="center"):
            st.badge(mark.grade, color="primary" if mark.relevant else "gray")
            if mark.alone:
                st.badge(t.text("only here"), color="orange")
        plain.strong(mark.title)
        plain.quiet(mark.id)
        if mark.quote:
            plain.quiet(f"«{mark.quote}»")
        if mark.text:
            with st.expander(t.text("Read it"), type="compact"):
                plain.words(mark.text)


def _settle(place: Place, first: Case, second: Case, by: str) -> None:
    t = place.frame.t
    names = {
        _FIRST: t.text("{name} is right", name=" + ".join(first.annotated_by)),
        _SECOND: t.text("{name} is right", name=" + ".join(second.annotated_by)),
        _ALL: t.text("Both are: the chunks of both, and all of them are needed"),
        _ANY: t.text("Both are: the chunks of both, and any one is enough"),
        _RETIRE: t.text("Neither: retire the case"),
    }
    options = [one for one in names if one not in (_ALL, _ANY) or _may_join(first, second)]
    with st.container(border=True):
        st.subheader(t.text("Settle it"))
        key = f"_annotate_settle_{place.case.id}"
        chosen = st.radio(
            t.text("What holds"),
            options,
            format_func=names.__getitem__,
            index=None,
            key=key,
            label_visibility="collapsed",
        )
        why = st.text_input(t.text("Why"), key=f"{key}_why")
        if place.changed:
            st.warning(t.text("The golden set changed on disk since you opened this case."))
            st.button(t.text("Look at it as it is now"), on_click=place.look_again)
            return
        if st.button(t.text("Sign the decision"), type="primary", icon=":material/gavel:"):
            _decide(place, chosen, first, second, by=by, why=why)


def _may_join(first: Case, second: Case) -> bool:
    """Whether there is one view that holds both: each says that there is an answer."""
    return first.behaviour is second.behaviour is Behaviour.ANSWER


def _decide(
    place: Place, chosen: str | None, first: Case, second: Case, *, by: str, why: str
) -> None:
    t = place.frame.t
    if chosen is None:
        st.warning(t.text("Choose what holds first."))
        return
    try:
        taken = _written(place, chosen, first, second, by=by, why=why)
    except (UnburyError, OSError) as error:
        plain.refusal(str(error))
        return
    place.took(taken)
    st.query_params["case"] = place.case.id
    st.rerun()


def _written(place: Place, chosen: str, first: Case, second: Case, *, by: str, why: str) -> Taken:
    if chosen == _RETIRE:
        return annotate_data.take_out(
            place.desk, place.case.id, by=by, why=why, digest=place.digest
        )
    view = {
        _FIRST: first,
        _SECOND: second,
        _ALL: united(first, second, all_needed=True),
        _ANY: united(first, second, all_needed=False),
    }[chosen]
    return annotate_data.settle(place.desk, view, by=by, why=why, digest=place.digest)
