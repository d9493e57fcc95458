"""The blind cases: told in numbers beside the visible ones, never listed."""

from __future__ import annotations

import streamlit as st

from evalcore.model.run import StoredRun
from evalcore.model.words import State
from evalcore.views.blind import reserve
from evalcore.views.language import Translator
from pages.ui import plain, tones


def line(run: StoredRun, t: Translator) -> None:
    """One sentence under a table that leaves the blind cases out."""
    told = reserve(run, t)
    if told is None:
        return
    with st.container(horizontal=True, vertical_alignment="center"):
        st.badge(t.text("Blind"), icon=tones.state_icon(State.BLIND), color="gray")
        plain.small(told.sentence)


def card(run: StoredRun, t: Translator) -> None:
    """The aggregate with its measures, where the blind cases were asked."""
    told = reserve(run, t)
    if told is None or not told.rows:
        return
    st.header(t.text("The blind cases"))
    with st.container(border=True):
        plain.words(told.sentence)
        st.table(
            {
                t.text("Measure"): [row.label for row in told.rows],
                t.text("Blind"): [row.blind for row in told.rows],
                t.text("Visible"): [row.visible for row in told.rows],
            },
            border="horizontal",
            hide_index=True,
            alt=t.text("The blind cases"),
        )
        st.caption(
            t.text("Should blind fall far below visible, the index was tuned to what people saw.")
        )
