"""The cases of a comparison: counters that filter, rank lines, and the table that opens them."""

from __future__ import annotations

from typing import Any

import streamlit as st

from evalcore.model.comparison import CaseChange
from evalcore.views.charts import rank_lines as chart
from evalcore.views.compared import COUNTERS, Compared
from evalcore.views.comparison import ComparisonView, change_tone, change_word
from evalcore.views.comparison_cases import CaseRow, case_rows
from evalcore.views.history import name_of
from evalcore.views.language import Translator
from evalcore.views.rank_lines import rank_lines
from pages.ui import nav, opening_table, selection, tones
from pages.ui.frame import Frame

CHANGE = "change"
MOST_ROWS = 5_000
WHOLE_ROWS = 12


def counters(view: ComparisonView, t: Translator) -> str | None:
    """The counters as one choice; the URL holds the contract's word. None is everything."""
    shown = {one.key: f"{one.word} {t.number(one.n)}" for one in view.counters}
    asked = selection.asked_for(CHANGE)
    chosen = asked[0] if asked and asked[0] in shown else None
    key = f"_change_{t.language}_{chosen}"

    def keep() -> None:
        value = st.session_state[key]
        selection.choose_filter(CHANGE, [value] if value else ())

    options: list[str] = [*shown]
    st.pills(
        t.text("What became of the questions"),
        options,
        default=chosen,
        format_func=lambda one: tones.option(shown[one]),
        key=key,
        on_change=keep,
    )
    return chosen


def lines(frame: Frame, both: Compared, cases: tuple[CaseChange, ...]) -> None:
    """Rank lines of the expected chunks that moved; a click on one opens its case."""
    t = frame.t
    drawn = rank_lines(both, cases, t)
    with st.container(border=True):
        st.header(t.text("Where the expected chunks went"))
        if drawn.lines:
            st.caption(t.text("Each line is one expected chunk, from the base to this run."))
            event: Any = st.plotly_chart(
                chart.chart(
                    drawn,
                    frame.colours,
                    t,
                    names=(name_of(both.base.record), name_of(both.candidate.record)),
                    narrow=selection.on_a_phone(),
                ),
                config={"displayModeBar": False},
                alt=chart.told(drawn, t),
                on_select="rerun",
                selection_mode="points",
                key="rank_lines",
            )
            _follow(event)
        st.caption(drawn.words + (" " + t.text("A line opens its case.") if drawn.lines else ""))


def table(both: Compared, cases: tuple[CaseChange, ...], t: Translator) -> None:
    """The questions with what happened to each; the button of a row opens the case."""
    if not cases:
        st.info(t.text("No question fits this counter."), icon=":material/filter_alt_off:")
        return
    rows = case_rows(both, cases[:MOST_ROWS], t)

    def open_case(row: int) -> None:
        st.switch_page(nav.CASE.file, query_params=selection.link(case=rows[row].id))

    if len(cases) > MOST_ROWS:
        st.caption(
            t.text(
                "The first {n} of {total} questions; a counter narrows them down.",
                n=MOST_ROWS,
                total=len(cases),
            )
        )
    drawn = opening_table.Opening(
        key="_compared_opened",
        alt=t.text("The questions of both runs, those that changed verdict first"),
        file=f"comparison-{both.candidate.record.id}",
        opens=open_case,
        whole=WHOLE_ROWS,
    )
    opening_table.draw([_cells(row) for row in rows], _config(rows, t), drawn, t)


def _follow(event: Any) -> None:
    """Open the case of a clicked line."""
    chosen = (event or {}).get("selection", {})
    case_id = chart.case_of(chosen.get("points", ()))
    if case_id is not None:
        st.switch_page(nav.CASE.file, query_params=selection.link(case=case_id))


def _cells(row: CaseRow) -> dict[str, Any]:
    return {
        "change": [row.change],
        "question": row.question,
        "verdict": row.verdict,
        "ranks": row.ranks,
        "quality": row.quality,
        "pushed": row.pushed or row.reason,
        "batch": row.batch,
        "id": row.id,
    }


def _config(rows: list[CaseRow], t: Translator) -> dict[str, Any]:
    column = st.column_config
    keys = [key for key in COUNTERS if any(row.key == key for row in rows)]
    return {
        "change": column.MultiselectColumn(
            t.text("Change"),
            options=[change_word(key, t) for key in keys],
            color=[tones.colour(change_tone(key)) for key in keys],
            width=125,
        ),
        "question": column.TextColumn(t.text("Question"), width=360),
        "verdict": column.TextColumn(t.text("Verdict"), width=165),
        "ranks": column.TextColumn(
            t.text("Ranks"),
            width=120,
            help=t.text("Ranks of the expected chunks that moved, before and now."),
        ),
        "quality": column.TextColumn(t.text("Quality"), width=95),
        "pushed": column.TextColumn(t.text("What happened"), width=330),
        "batch": column.TextColumn(
            t.text("Ingest"), width=220, help=t.text("The ingest that most of these came with.")
        ),
        "id": column.TextColumn("id", width=130),
    }
