"""The steps of a blocked deploy on the screen: one idea each, words before pictures."""

from __future__ import annotations

import streamlit as st

from evalcore.views.blocked.green import Green
from evalcore.views.blocked.plan import Plan
from evalcore.views.blocked.question import Item, Mark, Owed, Question, Received
from evalcore.views.blocked.repair import Repair, Repaired
from evalcore.views.blocked.timeline import Timeline, told
from evalcore.views.blocked.verdict import Stop
from evalcore.views.charts.timeline import chart
from evalcore.views.passage import Passage
from evalcore.views.words import Tone
from pages.ui import nav, plain, selection, tones
from pages.ui.frame import Frame

RANK_WIDTH = 30


def plan(step: Plan, frame: Frame) -> None:
    """The ingest, some of what it brought, and the timeline."""
    t = frame.t
    _heading(step.headline, step.body)
    if step.batches or step.titles:
        with st.container(border=True, gap="small"):
            st.header(t.text("What was to go live"))
            for line in step.batches:
                with st.container(horizontal=True, vertical_alignment="center", gap="small"):
                    st.badge(t.text("ingest"), icon=":material/input:", color="orange")
                    plain.mark(line.title)
                    plain.small(" · ".join(part for part in (line.when, line.words) if part))
            for title in step.titles:
                with st.container(horizontal=True, gap="xsmall", wrap=False):
                    st.markdown(":material/description:", width="content")
                    plain.words(title)
            if step.more:
                st.caption(step.more)
    timeline(step.timeline, frame)


def verdict(step: Stop, frame: Frame) -> None:
    """The share of questions that passed, the word, and the rule that decided."""
    t = frame.t
    _heading(step.headline, step.body)
    with st.container(border=True, gap="small"):
        with st.container(horizontal=True, vertical_alignment="center", gap="small"):
            tones.badge(step.word, step.tone, tones.decision_icon(step.machine))
            plain.mark(
                t.text(
                    "{passed} of {counted} questions pass",
                    passed=step.passed,
                    counted=step.counted,
                )
            )
        st.progress(step.passed / step.counted if step.counted else 0.0)
        plain.words(step.why)
    if step.rules:
        st.header(t.text("The rules that decided"))
        with st.container(border=True, gap="small"):
            for rule in step.rules:
                with st.container(horizontal=True, vertical_alignment="center", gap="small"):
                    tones.badge(rule.status, rule.tone)
                    st.markdown(f"**{rule.title}**", width="content")
                    plain.small(f"{rule.value} · {rule.limit}")
                if rule.reason != step.why:
                    plain.words(rule.reason)


def question(step: Question, frame: Frame) -> None:
    """The question, what came, and what should have come, side by side."""
    t = frame.t
    _heading(step.headline, step.body)
    if not step.question:
        return
    _asked(step.question, t.text("A user's question"))
    left, right = st.columns(2)
    with left, st.container(border=True, height="stretch", gap="small"):
        st.badge(t.text("What a user would have received"), icon=":material/cancel:", color="red")
        _received(step.received, frame)
    with right, st.container(border=True, height="stretch", gap="small"):
        st.badge(
            t.text("What they should have received"), icon=":material/check_circle:", color="green"
        )
        for one in step.owed:
            _owed(one, frame)
        if step.reference:
            with st.expander(t.text("The answer people wrote down"), icon=":material/edit_note:"):
                plain.words(step.reference)
        st.page_link(
            nav.CASE.file,
            label=t.text("See the case in detail"),
            icon=nav.CASE.icon,
            query_params=selection.link(case=step.case_id),
        )


def repair(step: Repair, frame: Frame) -> None:
    """The diagnosis, the advice, and what was really changed."""
    t = frame.t
    _heading(step.headline, step.body)
    if step.diagnosis:
        with st.container(border=True, gap="small"):
            st.header(step.diagnosis)
            plain.words(step.sentence)
            plain.quiet(step.proof)
            if step.advice:
                with st.container(horizontal=True, gap="xsmall", wrap=False):
                    st.markdown(":material/build:", width="content")
                    plain.strong(step.advice)
    if step.counts:
        st.header(t.text("What was changed"))
        with st.container(border=True, gap="small"):
            st.markdown(step.counts)
            for one in step.changed:
                _changed(one, frame)


def green(step: Green, frame: Frame) -> None:
    """The accepted run: the same question again, and the whole timeline."""
    t = frame.t
    _heading(step.headline, step.body)
    if step.question and step.received is not None:
        _asked(step.question, t.text("The same question"))
        with st.container(border=True, gap="small"):
            st.badge(
                t.text("What a user receives now"), icon=":material/check_circle:", color="green"
            )
            _received(step.received, frame)
    timeline(step.timeline, frame)


def timeline(line: Timeline, frame: Frame) -> None:
    """The two lanes in a card."""
    t = frame.t
    with st.container(border=True):
        st.header(t.text("In which order it happened"))
        st.plotly_chart(
            chart(line, frame.colours, narrow=selection.on_a_phone()),
            config={"displayModeBar": False, "staticPlot": True},
            alt=told(line, t),
            key="timeline",
        )
        st.caption(t.text("The order is drawn, not the clock: every stretch is equally long."))


def _heading(headline: str, body: tuple[str, ...]) -> None:
    plain.heading(headline)
    for words in body:
        plain.words(words)


def _asked(question: str, label: str) -> None:
    with st.container(border=True, gap="xsmall"):
        st.caption(label)
        with st.container(horizontal=True, gap="small", wrap=False, vertical_alignment="center"):
            st.markdown(":material/chat_bubble:", width="content")
            plain.strong(question)


def _received(received: Received | None, frame: Frame) -> None:
    if received is None:
        st.markdown(frame.t.text("No answer at all."))
        return
    st.header(received.headline)
    for item in received.items:
        _item(item, frame)
    st.markdown(f":red[:material/content_cut: {received.cut}]")
    for item in received.below:
        with st.container(horizontal=True, gap="small", wrap=False):
            st.markdown(f":red[**{item.rank}**]", width=RANK_WIDTH)
            plain.tinted(item.facts.title, frame.colours.red, strong=True)
    if received.note:
        st.caption(received.note)


_ICONS = {
    Mark.EXPECTED: ":green[:material/check:]",
    Mark.NEW: ":orange[:material/fiber_new:]",
    Mark.OTHER: ":gray[:material/description:]",
}


def _item(item: Item, frame: Frame) -> None:
    with st.container(horizontal=True, gap="xsmall", wrap=False):
        st.markdown(f"{item.rank}", width=RANK_WIDTH)
        st.markdown(_ICONS[item.mark], width="content")
        if item.mark is Mark.EXPECTED:
            plain.strong(item.facts.title)
        elif item.mark is Mark.NEW:
            plain.tinted(item.facts.title, frame.colours.orange)
        else:
            plain.words(item.facts.title)


def _owed(one: Owed, frame: Frame) -> None:
    with st.container(gap="xsmall"):
        with st.container(horizontal=True, gap="xsmall", wrap=False):
            icon = ":green[:material/check:]" if one.found else ":red[:material/close:]"
            st.markdown(icon, width="content")
            plain.strong(one.facts.title)
        with st.container(horizontal=True, gap="xsmall", vertical_alignment="center"):
            tones.badge(one.place, Tone.GOOD if one.found else Tone.BAD)
            plain.small(one.before)
    if one.passage is not None:
        _passage(one.passage, frame)


def _passage(shown: Passage, frame: Frame) -> None:
    if shown.words:
        plain.words(shown.words)
    if shown.columns:
        plain.grid(shown.columns, shown.rows, alt=frame.t.text("The buried table"))
    if shown.more:
        st.caption(shown.more)


def _changed(one: Repaired, frame: Frame) -> None:
    t = frame.t
    plain.strong(one.title)
    for change in one.fields:
        with st.container(gap="xxsmall"):
            st.caption(change.label)
            plain.words(change.before)
            if change.added:
                plain.tinted(f"+ {change.added}", frame.colours.green, strong=True)
            else:
                plain.tinted(t.text("now: {value}", value=change.after), frame.colours.green)
