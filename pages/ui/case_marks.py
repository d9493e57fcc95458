"""Filters of the case table that only a link sets: single cases, and what is left unsaid."""

from __future__ import annotations

import streamlit as st

from evalcore.views.heatmap_axes import ROW, By, by_word
from evalcore.views.language import Translator
from pages.ui import selection

WITHOUT, IDS = "without", "id"


def without(t: Translator) -> tuple[str, ...]:
    """The properties that the cases must not have, each shown with a way to take it off."""
    names = {ROW: t.text("Domain"), **{by.value: by_word(by, t) for by in By}}
    asked = tuple(name for name in selection.asked_for(WITHOUT) if name in names)
    if asked:
        said = t.joined([names[name].lower() for name in asked])
        _mark(t.text("Without {what}", what=said), WITHOUT, t)
    return asked


def chosen(t: Translator) -> frozenset[str] | None:
    """The cases that a link names one by one; None where it names none."""
    asked = selection.asked_for(IDS)
    if not asked:
        return None
    _mark(t.plural("{n} chosen case", "{n} chosen cases", len(asked)), IDS, t)
    return frozenset(asked)


def _mark(words: str, name: str, t: Translator) -> None:
    with st.container(horizontal=True, vertical_alignment="center"):
        st.badge(words, icon=":material/filter_alt:", color="primary")
        st.button(
            t.text("Show all cases"),
            key=f"_off_{name}",
            type="tertiary",
            icon=":material/close:",
            on_click=lambda: selection.choose_filter(name, ()),
        )
