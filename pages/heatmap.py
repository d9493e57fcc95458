"""Heatmap: where the failures gather, by domain and one other property."""

from __future__ import annotations

from typing import Any

import streamlit as st

from evalcore.model.run import StoredRun
from evalcore.views.charts.heatmap import heatmap_chart, told
from evalcore.views.heatmap import Cell, Heatmap, worst_cells
from evalcore.views.heatmap_axes import By, Value, by_word, first_choice, value_word
from evalcore.views.heatmap_change import shared_cases
from evalcore.views.heatmap_words import CellLine, filters, headline, lines, notes
from evalcore.views.history import name_of, same_exam
from pages.ui import data, nav, plain, selection, url_choice
from pages.ui.frame import Frame, open_frame

BY, VALUE, VIEW = "by", "value", "view"
NOW, CHANGE = "now", "change"
WORST = 10


def main() -> None:
    """The sentence, the choices, the map, the worst cells, every cell as a table."""
    frame = open_frame()
    title = st.container()
    base = _baseline(frame)
    by, value, view = _choices(frame, base)
    found = _map(frame, base, by, value, view)
    title.title(headline(found, frame.t))
    if not found.cells:
        return
    _picture(found, frame)
    _worst(found, frame)
    _table(found, frame)


def _baseline(frame: Frame) -> StoredRun | None:
    """The promoted run, where it sat the same exam on the same golden set's questions."""
    base_id = data.baseline_of(frame.db, frame.run.record)
    if base_id is None:
        return None
    base = data.opened(frame.db, base_id)
    same = same_exam(base.record, frame.run.record) or shared_cases(frame.run, base)
    return base if same and base.record.exam == frame.run.record.exam else None


def _choices(frame: Frame, base: StoredRun | None) -> tuple[By, Value, str]:
    t = frame.t
    names = {NOW: t.text("This run"), CHANGE: t.text("Change against the baseline")}
    with st.container(horizontal=True, vertical_alignment="bottom"):
        by = url_choice.segmented(
            BY,
            t.text("Columns"),
            [one.value for one in By],
            first_choice(frame.run).value,
            lambda one: by_word(By(one), t),
        )
        value = url_choice.segmented(
            VALUE,
            t.text("What the cells show"),
            [one.value for one in Value],
            Value.FAILING.value,
            lambda one: value_word(Value(one), t),
        )
        view = NOW
        if base is not None:
            view = url_choice.segmented(VIEW, t.text("View"), [*names], NOW, names.__getitem__)
    return By(by), Value(value), view


def _map(frame: Frame, base: StoredRun | None, by: By, value: Value, view: str) -> Heatmap:
    run, t = frame.run, frame.t
    if view != CHANGE or base is None:
        return data.heatmap(frame.db, run.record.id, by, value)
    plain.quiet(
        t.text(
            "This run minus {name}, over the {n} cases that both have with the same content.",
            name=name_of(base.record),
            n=shared_cases(run, base),
        )
    )
    return data.heatmap(frame.db, run.record.id, by, value, base.record.id)


def _picture(found: Heatmap, frame: Frame) -> None:
    t = frame.t
    with st.container(border=True):
        event: Any = st.plotly_chart(
            heatmap_chart(found, frame.colours, t, phone=selection.on_a_phone()),
            config={"displayModeBar": False},
            key=f"_map_{found.by}_{found.value}_{found.change}",
            on_select="rerun",
            selection_mode="points",
            alt=told(found, t),
        )
        st.caption(" ".join((t.text("A cell opens its cases."), *notes(found, t))))
    points = event["selection"]["points"] if event else []
    if points:
        _open(found, found.drawn[int(points[0]["customdata"][0])])


def _open(found: Heatmap, cell: Cell) -> None:
    st.switch_page(nav.CASES.file, query_params=selection.link(**filters(found, cell)))


def _worst(found: Heatmap, frame: Frame) -> None:
    """The same by touch and keyboard: one line a cell, and a button that opens it."""
    t = frame.t
    worst = worst_cells(found, WORST)
    st.header(t.text("The worst cells"))
    if not worst:
        st.caption(t.text("None: every value is the best there is."))
        return
    st.caption(t.text("The surest bad news first: sorted by the better end of the interval."))
    with st.container(border=True, gap="small"):
        for number, line in enumerate(lines(found, worst, t)):
            _line(found, line, number, frame)


def _line(found: Heatmap, line: CellLine, number: int, frame: Frame) -> None:
    t = frame.t
    with st.container(horizontal=True, vertical_alignment="center", gap="small"):
        with st.container(width="stretch", gap="xxsmall"):
            plain.strong(line.name)
            st.caption(f"**{line.value}** · {line.detail}")
        words = t.plural("Show the case", "Show the {n} cases", line.cases)
        if st.button(words, key=f"_cell_{number}", type="tertiary", icon=":material/list:"):
            _open(found, line.cell)


def _table(found: Heatmap, frame: Frame) -> None:
    t = frame.t
    with st.expander(t.text("Every cell as a table"), icon=":material/table:"):
        columns = (
            t.text("Domain"),
            by_word(found.by, t),
            value_word(found.value, t),
            t.text("How sure it is"),
        )
        told_cells = lines(found, found.cells, t)
        rows = [(one.cell.row, one.cell.column, one.value, one.detail) for one in told_cells]
        plain.grid(columns, rows, alt=told(found, t))


main()
