"""The step that says what pushed the truth down: the list beside the rank lines."""

from __future__ import annotations

import streamlit as st

from evalcore.views.blocked.cause import Cause
from evalcore.views.charts.slope import slope, told
from evalcore.views.history import name_of
from pages.ui import comparison_parts, plain
from pages.ui.frame import Frame


def cause(step: Cause, frame: Frame) -> None:
    """Who moved in front, with which ingest, and the same as rank lines."""
    t = frame.t
    plain.heading(step.headline)
    for words in step.body:
        plain.words(words)
    if step.batch:
        with st.container(horizontal=True, vertical_alignment="center", gap="small"):
            st.badge(t.text("ingest"), icon=":material/input:", color="orange")
            plain.mark(step.batch)
    if not step.displacers:
        return
    if step.beside is None:
        with st.container(border=True):
            st.header(t.text("Who stands above"))
            comparison_parts.displacers(step.displacers, t)
        return
    left, right = st.columns([0.6, 0.4])
    with left, st.container(border=True, height="stretch"):
        st.header(t.text("Who moved in front"))
        comparison_parts.displacers(step.displacers, t)
    with right, st.container(border=True, height="stretch"):
        st.header(t.text("Before and now"))
        st.caption(t.text("Each line is one result. Up is better."))
        st.plotly_chart(
            slope(step.beside, frame.colours, t, this_name=name_of(frame.run.record)),
            config={"displayModeBar": False, "staticPlot": True},
            alt=told(step.beside, t),
            key="story_slope",
        )
