"""The symptom table on a phone: active rows as cards with their pictures, the others folded."""

from __future__ import annotations

import streamlit as st

from evalcore.model.symptom import SymptomState
from evalcore.views.symptoms import SymptomLine, SymptomsView
from pages.ui import plain, symptom_parts, symptom_proof, tones
from pages.ui.frame import Frame


def draw(frame: Frame, view: SymptomsView, base: str | None) -> None:
    """A card for each active row; the quiet ones and those that lack data behind folds."""
    first = True
    for line in view.lines:
        if line.state is SymptomState.ACTIVE:
            _active(frame, line, base, leading=first)
            first = False
    for state in (SymptomState.QUIET, SymptomState.NOT_ENOUGH_DATA):
        lines = [line for line in view.lines if line.state is state]
        if lines:
            words = f"{len(lines)} {lines[0].state_word}"
            with st.expander(words, icon=symptom_parts.ICONS[state]):
                for line in lines:
                    _folded(frame, line)


def _active(frame: Frame, line: SymptomLine, base: str | None, *, leading: bool) -> None:
    with st.container(border=True, gap="small"):
        with st.container(horizontal=True, vertical_alignment="center", gap="small"):
            tones.badge(line.state_word, line.tone, symptom_parts.ICONS[line.state])
            plain.small(" · ".join(it for it in (line.test, line.interval) if it))
        st.markdown(f"**{line.title}**")
        plain.quiet(line.figures)
        plain.quiet(line.remark)
        symptom_proof.draw(frame, line, base, leading=leading)


def _folded(frame: Frame, line: SymptomLine) -> None:
    with st.container(border=True, gap="xxsmall"):
        st.markdown(f"**{line.title}**")
        plain.quiet(line.figures)
        plain.quiet(line.remark)
        symptom_parts.picture(frame, line)
        with st.container(horizontal=True, vertical_alignment="center", gap="small"):
            plain.small(f"{line.test} · {line.chapters}")
            if line.cases:
                symptom_parts.open_cases(line, frame)
