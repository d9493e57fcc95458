"""The symptom table on a wide screen: one row a symptom, the picture of an active one under it."""

from __future__ import annotations

import streamlit as st

from evalcore.model.symptom import SymptomState
from evalcore.views.symptoms import SymptomLine, SymptomsView
from pages.ui import plain, symptom_parts, symptom_proof, tones
from pages.ui.frame import Frame

_COLUMNS = (1.8, 2.75, 3.3, 1.3, 0.9, 2.15, 2.3)


def draw(frame: Frame, view: SymptomsView, base: str | None) -> None:
    """The rows as cards of one width, so that lines stand between them."""
    with st.container(gap="xxsmall"):
        with st.container(border=True):
            _head(frame)
        first = True
        for line in view.lines:
            with st.container(border=True):
                _row(frame, line)
            if line.state is SymptomState.ACTIVE:
                symptom_proof.draw(frame, line, base, leading=first)
                first = False


def _head(frame: Frame) -> None:
    t = frame.t
    names = (
        t.text("State"),
        t.text("Symptom"),
        t.text("Evidence"),
        t.text("p or interval"),
        t.text("Cases"),
        t.text("Chapters"),
        t.text("What to review"),
    )
    for column, name in zip(st.columns(_COLUMNS, gap="small"), names, strict=True):
        column.caption(name)


def _row(frame: Frame, line: SymptomLine) -> None:
    state, title, evidence, test, cases, chapters, review = st.columns(
        _COLUMNS, gap="small", vertical_alignment="center"
    )
    with state:
        tones.badge(line.state_word, line.tone, symptom_parts.ICONS[line.state])
    with title, st.container(gap="xxsmall"):
        st.markdown(f"**{line.title}**")
        plain.quiet(line.figures)
        plain.quiet(line.remark)
    with evidence:
        symptom_parts.picture(frame, line)
    with test:
        st.markdown(f"**{line.test}**" if line.state is SymptomState.ACTIVE else line.test)
        if line.interval:
            st.caption(line.interval)
    with cases:
        symptom_parts.open_cases(line, frame)
    with chapters:
        st.markdown(f":small[{line.chapters}]")
    with review:
        plain.quiet(line.review)
