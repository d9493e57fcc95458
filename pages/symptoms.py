"""Symptoms: which pattern the failures draw, and where it says to look."""

from __future__ import annotations

import streamlit as st

from evalcore.model.symptom import SymptomState
from evalcore.views.symptom_words import symptom_tone
from evalcore.views.symptoms import SymptomsView, symptoms_view
from pages.ui import data, plain, selection, symptom_cards, symptom_parts, symptom_rows, tones
from pages.ui.frame import open_frame


def main() -> None:
    """The sentence, the counters, the table with the active rows and their pictures on top."""
    frame = open_frame()
    table = data.symptoms(frame.db, frame.run.record.id)
    view = symptoms_view(table, frame.t)
    _sentence(view)
    _counts(view)
    if selection.on_a_phone():
        symptom_cards.draw(frame, view, table.base)
    else:
        symptom_rows.draw(frame, view, table.base)
    plain.quiet(view.footnote)


def _sentence(view: SymptomsView) -> None:
    icon = symptom_parts.ICONS[SymptomState.ACTIVE] if view.titles else tones.icon(view.tone)
    st.title(f":{tones.colour(view.tone)}[{icon} {view.lead}] {view.titles}")


def _counts(view: SymptomsView) -> None:
    with st.container(horizontal=True, vertical_alignment="center", gap="small"):
        for state, words in view.counts:
            tones.badge(words, symptom_tone(state), symptom_parts.ICONS[state])
        plain.small(view.advice)


main()
