"""Runs: every execution that was kept."""

from __future__ import annotations

from typing import Any

import streamlit as st

from evalcore.views.history import RunRow, run_rows
from evalcore.views.language import Translator
from evalcore.views.words import Tone
from pages.ui import data, nav, opening_table, policy_list, selection, start_run, task_list, tones
from pages.ui.frame import Frame, open_frame


def main() -> None:
    """How many runs there are, the list, and how to start one."""
    frame = open_frame()
    t = frame.t
    st.title(t.plural("{n} run is stored", "{n} runs are stored", len(frame.records)))
    rows = run_rows(frame.records, set(data.promoted(frame.db).values()), t)
    _table(rows, frame)
    task_list.draw(frame)
    policy_list.draw(frame)
    start_run.draw(frame)


def _table(rows: list[RunRow], frame: Frame) -> None:
    t = frame.t

    def open_run(row: int) -> None:
        selection.remember_run(rows[row].id)
        st.switch_page(nav.VERDICT.file, query_params=selection.link(run=rows[row].id))

    drawn = opening_table.Opening(
        key="_run_opened", alt=t.text("Stored runs, newest first"), file="runs", opens=open_run
    )
    opening_table.draw([_cells(row, frame) for row in rows], _config(rows, t), drawn, t)
    st.caption(
        t.text(
            "The versions are the first digits of each file's content hash: "
            "equal digits mean equal contents."
        )
    )


def _cells(row: RunRow, frame: Frame) -> dict[str, Any]:
    t = frame.t
    marks = [t.text("in view")] if row.id == frame.run.record.id else []
    if row.promoted:
        marks.append(t.text("baseline"))
    return {
        "verdict": [row.machine],
        "name": row.name,
        "marks": marks,
        "on": row.on,
        "when": row.when,
        "measured": row.counted,
        "suite": row.suite,
        "cutoff": row.cutoff,
        "golden": row.golden,
        "manifest": row.manifest,
        "policy": row.policy,
        "id": row.id,
    }


def _config(rows: list[RunRow], t: Translator) -> dict[str, Any]:
    column = st.column_config
    verdicts: dict[str, Tone] = {row.machine: row.tone for row in rows}
    return {
        "verdict": column.MultiselectColumn(
            t.text("Verdict"),
            options=list(verdicts),
            color=[tones.colour(tone) for tone in verdicts.values()],
            width=130,
        ),
        "name": column.TextColumn(t.text("Run"), width=150),
        "marks": column.MultiselectColumn(
            t.text("Marks"),
            options=[t.text("in view"), t.text("baseline")],
            color=["gray", "primary"],
            width=130,
        ),
        "on": column.TextColumn(
            t.text("Index of"),
            help=t.text("The day whose index was examined: validity filters apply to it."),
            width=110,
        ),
        "when": column.TextColumn(t.text("When"), width=190),
        "measured": column.TextColumn(
            t.text("Measured"), help=t.text("Cases measured, of those counted."), width=90
        ),
        "suite": column.TextColumn(t.text("Suite"), width=150),
        "cutoff": column.NumberColumn(t.text("Cutoff"), width=70, format="%d"),
        "golden": column.TextColumn(t.text("Golden set"), width=100),
        "manifest": column.TextColumn(t.text("Manifest"), width=100),
        "policy": column.TextColumn(t.text("Policy"), width=100),
        "id": column.TextColumn("id", width=150),
    }


main()
