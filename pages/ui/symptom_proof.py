"""What proves an active symptom: its picture, what to review, and the ways on from there."""

from __future__ import annotations

import streamlit as st

from evalcore.model.symptom import SymptomName
from evalcore.views.against import against
from evalcore.views.charts import slope
from evalcore.views.charts.symptoms import large, shows
from evalcore.views.history import name_of
from evalcore.views.outcome import outcome_of
from evalcore.views.symptoms import SymptomLine, picture_told
from pages.ui import base_choice, data, nav, plain, selection, symptom_parts
from pages.ui.frame import Frame

_NO_BAR = {"displayModeBar": False, "staticPlot": True}


def draw(frame: Frame, line: SymptomLine, base: str | None, *, leading: bool) -> None:
    """A card of two halves; ``leading`` rows carry the page's one primary button."""
    with st.container(border=True):
        proof, words = st.columns((1.15, 1), gap="large", vertical_alignment="center")
        with proof:
            _picture(frame, line, base)
        with words, st.container(gap="small"):
            _review(frame, line)
            with st.container(horizontal=True, gap="small"):
                _ways(frame, line, base, leading=leading)


def _picture(frame: Frame, line: SymptomLine, base: str | None) -> None:
    if line.name is SymptomName.REGRESSION and base and _sunk(frame, line, base):
        return
    if line.picture is not None and shows(line.picture):
        st.plotly_chart(
            large(line.picture, frame.colours, frame.t),
            config=_NO_BAR,
            key=f"_proof_{line.name.value}",
            alt=picture_told(line, frame.t),
        )


def _sunk(frame: Frame, line: SymptomLine, base: str) -> bool:
    """The rank lines of the first case that sank, between the last green run and this one."""
    t, green = frame.t, data.opened(frame.db, base)
    now, then = outcome_of(frame.run, line.cases[0]), outcome_of(green, line.cases[0])
    lists = None if now is None or then is None else against(now, then, t)
    if now is None or lists is None:
        return False
    plain.quiet(f"«{now.case.question}»")
    figure = slope.slope(lists, frame.colours, t, this_name=name_of(frame.run.record))
    st.plotly_chart(figure, config=_NO_BAR, key="_proof_slope", alt=slope.told(lists, t))
    return True


def _review(frame: Frame, line: SymptomLine) -> None:
    t = frame.t
    st.markdown(f"**{t.text('What to review')}** :small[:gray[{_where(line, frame)}]]")
    plain.words(line.review)
    if line.where:
        plain.quiet(t.text("Domain: {domains}", domains=line.where))


def _where(line: SymptomLine, frame: Frame) -> str:
    if line.chapters[:1].isdigit():
        return frame.t.text("chapters {numbers}", numbers=line.chapters)
    return line.chapters


def _ways(frame: Frame, line: SymptomLine, base: str | None, *, leading: bool) -> None:
    if line.cases:
        symptom_parts.lead_to_cases(line, frame, primary=leading)
    if line.name is SymptomName.REGRESSION and base:
        st.page_link(
            nav.COMPARE.file,
            label=frame.t.text("Compare with the last green run"),
            icon=nav.COMPARE.icon,
            query_params=selection.link(**{base_choice.BASE: base}),
        )
