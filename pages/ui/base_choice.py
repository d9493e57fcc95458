"""Which run the run in view is compared with: named in the URL, else the baseline."""

from __future__ import annotations

import streamlit as st

from evalcore.model.run import RunRecord
from evalcore.views.history import options
from pages.ui import data, selection
from pages.ui.frame import Frame

BASE = "base"


def chosen(frame: Frame) -> str | None:
    """The base's id: the URL's, else the verdict's baseline, else the promoted, else the last."""
    asked = selection.asked_for(BASE)
    if asked:
        by_name = {one.label: one.id for one in reversed(frame.records) if one.label}
        ids = {one.id for one in frame.records}
        return asked[0] if asked[0] in ids else by_name.get(asked[0], asked[0])
    judged_by = frame.run.verdict.baseline
    baseline = judged_by or data.baseline_of(frame.db, frame.run.record)
    if baseline is not None:
        return baseline
    record = frame.run.record
    earlier = [one for one in _others(frame) if one.started < record.started]
    return earlier[0].id if earlier else None


def draw(frame: Frame, base: str | None) -> None:
    """The selector; a choice goes into the URL."""
    t, others = frame.t, _others(frame)
    ids = [one.id for one in others]
    if not ids:
        return
    names = options(others, t)
    key = f"_base_{frame.run.record.id}_{base}"
    st.selectbox(
        t.text("Compared with"),
        ids,
        index=ids.index(base) if base in ids else None,
        format_func=names.__getitem__,
        key=key,
        placeholder=t.text("Choose a run"),
        width=320,
        on_change=lambda: selection.choose_filter(BASE, [st.session_state[key]]),
    )


def _others(frame: Frame) -> list[RunRecord]:
    """The other runs, those of the same suite first, newest first."""
    record = frame.run.record
    others = [one for one in frame.records if one.id != record.id]
    return sorted(others, key=lambda one: one.suite != record.suite)
