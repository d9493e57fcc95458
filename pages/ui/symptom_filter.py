"""The filter of the case table that a row of the symptom table sets."""

from __future__ import annotations

import streamlit as st

from evalcore.model.symptom import SymptomName
from evalcore.views.symptom_words import symptom_title
from pages.ui import data, selection
from pages.ui.frame import Frame

SYMPTOM = "symptom"


def chosen(frame: Frame) -> frozenset[str] | None:
    """The cases of the symptom that the URL names, shown with a way to take it off; None else."""
    asked = selection.asked_for(SYMPTOM)
    if not asked or asked[0] not in {name.value for name in SymptomName}:
        return None
    name = SymptomName(asked[0])
    table = data.symptoms(frame.db, frame.run.record.id)
    with st.container(horizontal=True, vertical_alignment="center"):
        st.badge(symptom_title(name, frame.t), icon=":material/stethoscope:", color="primary")
        st.button(
            frame.t.text("Show all cases"),
            key="_off_symptom",
            type="tertiary",
            icon=":material/close:",
            on_click=lambda: selection.choose_filter(SYMPTOM, ()),
        )
    return frozenset(case_id for row in table.rows if row.name is name for case_id in row.cases)
