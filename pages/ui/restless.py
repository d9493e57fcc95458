"""The cases that swing between repetitions, in a table that opens them."""

from __future__ import annotations

from typing import Any

import streamlit as st

from evalcore.views.charts import votes
from evalcore.views.language import Translator
from evalcore.views.stability import StabilityView
from pages.ui import nav, opening_table, selection

MOST_ROWS = 1_000


def table(view: StabilityView, run_id: str, t: Translator) -> None:
    """The cases by their swing; the button of a row opens one."""

    def open_case(row: int) -> None:
        case_id = view.rows[row].id
        st.switch_page(nav.CASE.file, query_params=selection.link(run=run_id, case=case_id))

    rows = [
        {
            "swing": row.swing,
            "votes": " ".join(map(str, row.votes)),
            "said": row.said,
            "question": row.question,
            "id": row.id,
        }
        for row in view.rows[:MOST_ROWS]
    ]
    if len(view.rows) > MOST_ROWS:
        st.caption(
            t.text(
                "The {n} widest swings of {total} are listed.", n=MOST_ROWS, total=len(view.rows)
            )
        )
    drawn = opening_table.Opening(
        key="_restless",
        alt=t.text("The cases that swing, the widest first"),
        file=f"swings-{run_id}",
        opens=open_case,
        whole=votes.MOST_CASES,
    )
    opening_table.draw(rows, _columns(t), drawn, t)


def _columns(t: Translator) -> dict[str, Any]:
    column = st.column_config
    return {
        "swing": column.TextColumn(t.text("Swing"), width=140),
        "votes": column.TextColumn(
            t.text("Votes"), help=t.text("Votes that passed, in each repetition."), width=120
        ),
        "said": column.TextColumn(t.text("State"), width=250),
        "question": column.TextColumn(t.text("Question"), width=420),
        "id": column.TextColumn("id", width=150),
    }
