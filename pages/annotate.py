"""Annotate: what waits for a person's judgement, and the four decisions on one case."""

from __future__ import annotations

import streamlit as st

from evalcore.errors import UnburyError
from evalcore.golden.annotation import Standing
from evalcore.model.case import Case
from evalcore.views import annotate as view
from evalcore.views.language import Translator
from evalcore.workflows.annotate import Sheet
from evalcore.workflows.golden_review import Desk
from pages.ui import (
    annotate_data,
    annotate_form,
    annotate_offer,
    annotate_settle,
    permission,
    plain,
    selection,
    tones,
)
from pages.ui.annotate_state import Place
from pages.ui.frame import Frame, open_frame

CHUNK = "chunk"
NEXT_KEYS = "Alt+N"


def main() -> None:
    """What waits, the case in view, and what it waits for."""
    frame = open_frame()
    t = frame.t
    desk = annotate_data.desk(frame)
    if desk is None:
        st.title(t.text("Nothing can be annotated here"))
        st.markdown(
            t.text(
                "The suite of this run is not on this machine. Annotate where its golden set is."
            )
        )
        return
    try:
        sheet = annotate_data.sheet(frame, desk)
    except UnburyError as error:
        st.title(t.text("The golden set cannot be read"), icon=":material/error:")
        plain.refusal(str(error))
        return
    _draw(frame, desk, sheet)


def _draw(frame: Frame, desk: Desk, sheet: Sheet) -> None:
    t = frame.t
    rows = view.queue(((case, sheet.standing(case)) for case in sheet.golden.cases), t)
    st.title(view.sentence(rows, t))
    plain.small(" · ".join((desk.golden.name, t.plural("{n} case", "{n} cases", len(rows)))))
    case = _chosen(frame, sheet, rows)
    if case is not None:
        _case(frame, Place(frame=frame, desk=desk, sheet=sheet, case=case), rows)
    _agreement(sheet, t)


def _chosen(frame: Frame, sheet: Sheet, rows: tuple[view.Waiting, ...]) -> Case | None:
    """The case that the URL names, else the first that waits; the list leads with drafts."""
    t = frame.t
    asked = st.query_params.get(selection.CASE)
    by_id = {row.id: row for row in rows}
    if asked and asked not in by_id:
        _not_listed(sheet, asked, t)
    if not rows:
        return None
    first = asked if asked in by_id else rows[0].id
    key = f"_annotate_case_{frame.run.record.id}_{first}_{by_id[str(first)].standing.value}"
    chosen = st.selectbox(
        t.text("Case"),
        list(by_id),
        index=list(by_id).index(str(first)),
        format_func=lambda one: f"{by_id[one].word} · {by_id[one].question}",
        key=key,
        on_change=lambda: _open(str(st.session_state[key])),
    )
    return sheet.golden.by_id[chosen]


def _open(case_id: str) -> None:
    st.query_params[selection.CASE] = case_id
    if CHUNK in st.query_params:
        del st.query_params[CHUNK]


def _not_listed(sheet: Sheet, asked: str, t: Translator) -> None:
    if asked in sheet.golden.by_id:
        st.info(t.text("This is a blind case: it is never opened"), icon=tones.BLIND_ICON)
        return
    st.info(t.text("The golden set on disk has no such case:"), icon=":material/search_off:")
    plain.block(asked)


def _case(frame: Frame, place: Place, rows: tuple[view.Waiting, ...]) -> None:
    t, case = frame.t, place.case
    standing = place.sheet.standing(case)
    with st.container(border=True, gap="xsmall"):
        plain.heading(case.question, 2)
        word, tone = view.standing_word(standing, t)
        with st.container(horizontal=True, vertical_alignment="center", gap="small"):
            tones.badge(word, tone)
            plain.small(" · ".join(part for part in (case.id, case.domain, case.source) if part))
        _taken(place, rows, t)
    if not permission.granted():
        st.markdown(t.text("This dashboard only reads. To annotate, start it with:"))
        plain.block(permission.START)
        return
    by = permission.author(t.text("Who annotates"), "_annotate_by")
    if not by.strip():
        st.caption(t.text("Write your name first: a second person must not see the first view."))
        return
    _waits(place, standing, by)


def _waits(place: Place, standing: Standing, by: str) -> None:
    chunk_id = st.query_params.get(CHUNK)
    if chunk_id and annotate_offer.draw(place, chunk_id, by):
        return
    if standing in (Standing.DISAGREED, Standing.AGREED):
        annotate_settle.draw(place, by)
    elif standing in (Standing.DRAFT, Standing.SECOND) or st.toggle(
        place.frame.t.text("Give a second opinion on this case, blind to what stands there"),
        key=f"_annotate_again_{place.case.id}",
    ):
        annotate_form.draw(place, by)


def _taken(place: Place, rows: tuple[view.Waiting, ...], t: Translator) -> None:
    """What became of the case that was just signed, and the way to the next one."""
    told = place.taken
    if told is None or told.standing is not place.sheet.standing(place.case):
        return
    words = view.taken_words(told.standing, told.differs, t)
    tint = tones.colour(view.standing_word(told.standing, t)[1])
    st.markdown(f"**:{tint}[{words}]**")
    following = next((row.id for row in rows if row.waits and row.id != place.case.id), None)
    if following is not None:
        st.button(
            t.text("Next case"),
            icon=":material/arrow_forward:",
            icon_position="right",
            shortcut=NEXT_KEYS,
            on_click=_open,
            args=(following,),
        )


def _agreement(sheet: Sheet, t: Translator) -> None:
    found = sheet.agreement()
    lines = view.agreement_words(found, t)
    if not lines:
        return
    st.header(t.text("How far two people agree"))
    with st.container(border=True, gap="xsmall"):
        for line in lines:
            st.markdown(line)
        st.caption(
            t.text(
                "Cohen's κ of the first two views of each case, before anybody settled them: 1 is "
                "full agreement, 0 is chance. The chunks of one case are not independent of each "
                "other, so that interval is, if anything, too narrow."
            )
        )


main()
