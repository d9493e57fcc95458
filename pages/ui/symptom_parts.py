"""What every row of the symptom table has: its icon, its small picture, the way to its cases."""

from __future__ import annotations

from collections.abc import Mapping

import streamlit as st

from evalcore.model.symptom import SymptomState
from evalcore.views.charts.symptoms import glyph, shows
from evalcore.views.symptoms import SymptomLine, picture_told
from pages.ui import nav, selection
from pages.ui.frame import Frame

ICONS: Mapping[SymptomState, str] = {
    SymptomState.ACTIVE: ":material/notifications_active:",
    SymptomState.QUIET: ":material/check_circle:",
    SymptomState.NOT_ENOUGH_DATA: ":material/hourglass_empty:",
}


def picture(frame: Frame, line: SymptomLine) -> None:
    """The small picture, where there is something to draw."""
    if line.picture is None or not shows(line.picture):
        return
    st.plotly_chart(
        glyph(line.picture, frame.colours, frame.t),
        config={"displayModeBar": False, "staticPlot": True},
        key=f"_glyph_{line.name.value}",
        alt=picture_told(line, frame.t),
    )


def open_cases(line: SymptomLine, frame: Frame) -> None:
    """How many cases the row speaks of, as the way to them."""
    if not line.cases:
        st.markdown("—")
        return
    shown = st.button(
        frame.t.number(len(line.cases)),
        key=f"_cases_{line.name.value}",
        type="tertiary",
        icon=":material/list:",
        help=frame.t.text("Show these cases"),
    )
    if shown:
        _go(line)


def lead_to_cases(line: SymptomLine, frame: Frame, *, primary: bool) -> None:
    """The way to the cases in words, beside what proves the symptom."""
    shown = st.button(
        frame.t.plural("Show this case", "Show these {n} cases", len(line.cases)),
        key=f"_show_{line.name.value}",
        type="primary" if primary else "secondary",
        icon=":material/list:",
    )
    if shown:
        _go(line)


def _go(line: SymptomLine) -> None:
    if len(line.cases) == 1:
        st.switch_page(nav.CASE.file, query_params=selection.link(case=line.cases[0]))
    st.switch_page(nav.CASES.file, query_params=selection.link(symptom=line.name.value))
