"""The documented diagnosis: what was signed, signing it, and letting the gate judge again."""

from __future__ import annotations

from shlex import quote

import streamlit as st

from evalcore.errors import UnburyError
from evalcore.model.diagnosis import Trail
from evalcore.views.case import CaseView
from evalcore.views.language import Translator
from evalcore.views.outcome import Outcome
from evalcore.views.signing import Judged, Judgement, draft, effect, judged, may_be_signed
from evalcore.workflows.document_case import document_case
from evalcore.workflows.gate_run import gate_run
from pages.ui import permission, plain, tones
from pages.ui.frame import Frame

ANCHOR = "signed"


def draw(frame: Frame, outcome: Outcome, view: CaseView, trail: Trail | None) -> None:
    """What people signed about this failure, the way to sign, and what the gate made of it."""
    t = frame.t
    open_to_sign = may_be_signed(outcome.state)
    if not view.documented and not open_to_sign:
        return
    st.header(t.text("Documented diagnosis"), anchor=ANCHOR)
    with st.container(border=True):
        for one in view.documented:
            _signed(one.text, f"{one.author} · {one.when}", t, counts=one.counts)
        if not open_to_sign:
            return
        st.caption(effect(outcome, t))
        if permission.granted():
            _form(frame, outcome, trail, again=bool(view.documented))
            if view.documented:
                _judge_again(frame)
        else:
            _how(frame, outcome, t)
        _problem(frame)
        told = st.session_state.get(_key(frame, "judged"))
        if told is not None:
            before, after = told
            _before_and_after(judged(before, after, frame.run, t), t)


def _signed(text: str, who: str, t: Translator, *, counts: bool) -> None:
    with st.container(gap="xxsmall"):
        with st.container(horizontal=True, gap="small", vertical_alignment="center"):
            st.badge(t.text("Signed"), icon=":material/signature:", color="gray")
            plain.small(who)
        plain.words(text)
        if not counts:
            st.caption(t.text("The newest verdict of this run does not count it."))


def _form(frame: Frame, outcome: Outcome, trail: Trail | None, *, again: bool) -> None:
    t, case_id = frame.t, outcome.case.id
    title = t.text("Write another one") if again else t.text("Write and sign it")
    with (
        st.expander(title, expanded=not again, icon=":material/edit:"),
        st.form(_key(frame, f"form_{case_id}"), border=False, enter_to_submit=False),
    ):
        text = st.text_area(
            t.text("What went wrong, and what will be done"),
            draft(trail, t),
            height=130,
            key=_key(frame, f"text_{case_id}_{trail is not None}"),
        )
        author = permission.author(t.text("Signed by"), _key(frame, f"author_{case_id}"))
        if st.form_submit_button(t.text("Sign it"), icon=":material/signature:"):
            _sign(frame, case_id, text, author)


def _sign(frame: Frame, case_id: str, text: str, author: str) -> None:
    try:
        permission.write(
            document_case, frame.db, frame.run.record.id, case_id, text=text, author=author
        )
    except UnburyError as error:
        st.session_state[_key(frame, "problem")] = str(error)
        return
    st.rerun()


def _judge_again(frame: Frame) -> None:
    t = frame.t
    with st.container(horizontal=True, gap="small", vertical_alignment="center"):
        asked = st.button(t.text("Let the gate judge again"), icon=":material/gavel:")
        st.caption(t.text("The new verdict is appended; the old ones stay."), width="content")
    if not asked:
        return
    before = frame.run.verdict
    try:
        after = permission.write(gate_run, frame.db, frame.run.record.id).verdict
    except UnburyError as error:
        st.session_state[_key(frame, "problem")] = str(error)
        return
    st.session_state[_key(frame, "judged")] = (before, after)
    st.rerun()


def _how(frame: Frame, outcome: Outcome, t: Translator) -> None:
    """The dashboard only reads: how to sign all the same."""
    st.markdown(t.text("This dashboard only reads. To sign, start it so that it may write:"))
    plain.block(
        f"{permission.START}\n"
        f"unbury document {frame.run.record.id} {quote(outcome.case.id)}"
        " --text … --author …"
    )


def _problem(frame: Frame) -> None:
    problem = st.session_state.pop(_key(frame, "problem"), None)
    if problem:
        plain.refusal(problem)


def _before_and_after(told: Judged, t: Translator) -> None:
    tint = tones.colour(told.tone)
    st.markdown(f"**:{tint}[{told.words}]**")
    with st.grid(2, min_column_width=260):
        _verdict(t.text("Before"), told.before)
        _verdict(t.text("Now"), told.after)


def _verdict(when: str, one: Judgement) -> None:
    with st.container(border=True, gap="xsmall", height="stretch"):
        with st.container(horizontal=True, gap="small", vertical_alignment="center"):
            st.caption(when, width="content")
            tones.badge(one.machine, one.tone, tones.decision_icon(one.machine))
        st.markdown(one.headline)
        if one.reason:
            plain.quiet(one.reason)


def _key(frame: Frame, name: str) -> str:
    return f"_signing_{name}_{frame.run.record.id}"
