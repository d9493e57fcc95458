"""The policy versions: who signed which numbers, why, when, and how many runs they judged."""

from __future__ import annotations

from typing import Any

import streamlit as st

from evalcore.workflows import policies
from evalcore.workflows.policies import SHORT, Version
from pages.ui import data, nav, plain, selection
from pages.ui.frame import Frame


def draw(frame: Frame) -> None:
    """Every version, newest first, and the way to a new one."""
    t = frame.t
    versions = data.versions(frame.db)
    if not versions:
        return
    st.header(t.text("Policies"))
    st.caption(
        t.text(
            "The versions of the gate's numbers. A run keeps the one it was judged by; the file "
            "on disk decides the next."
        )
    )
    _table(frame, versions)
    st.page_link(
        nav.CALIBRATION.file,
        label=t.text("Try other numbers on the stored runs"),
        icon=nav.CALIBRATION.icon,
        query_params=selection.link(),
    )
    plain.block("unbury policies HASH -o policy.toml")


def _table(frame: Frame, versions: tuple[Version, ...]) -> None:
    import pandas as pd

    t = frame.t
    now = policies.in_force(frame.db, frame.run.record.suite).hash
    column = st.column_config
    st.dataframe(
        pd.DataFrame([_cells(one, now, frame) for one in versions]),
        hide_index=True,
        height="content" if len(versions) <= 8 else 320,
        alt=t.text("Policy versions, newest first"),
        column_config={
            "version": column.TextColumn(t.text("Version"), width=100),
            "marks": column.MultiselectColumn(
                t.text("Marks"), options=[t.text("in force")], color=["primary"], width=110
            ),
            "author": column.TextColumn(t.text("Signed by"), width=180),
            "reason": column.TextColumn(t.text("Why"), width=420),
            "saved": column.TextColumn(t.text("Saved"), width=190),
            "runs": column.NumberColumn(t.text("Runs"), width=70, format="%d"),
        },
    )


def _cells(one: Version, now: str, frame: Frame) -> dict[str, Any]:
    t = frame.t
    return {
        "version": one.hash[:SHORT],
        "marks": [t.text("in force")] if one.hash == now else [],
        "author": one.policy.author or t.text("nobody"),
        "reason": one.policy.reason or "",
        "saved": t.moment(one.saved),
        "runs": len(one.runs),
    }
