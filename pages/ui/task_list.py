"""The task list: repairs that people accepted on the bench, to be made before the next run."""

from __future__ import annotations

import streamlit as st

from evalcore.errors import UnburyError
from evalcore.model.repair import TaskStatus
from evalcore.views.language import Translator
from evalcore.views.tasks import TaskRow, as_jsonl, as_markdown, task_rows
from pages.ui import nav, permission, plain, repairs, selection
from pages.ui.frame import Frame

ANCHOR = "tasks"


def draw(frame: Frame, *, case_id: str | None = None) -> None:
    """Every task of the suite in view, newest first, those of ``case_id`` marked; exports."""
    t = frame.t
    try:
        tasks = repairs.tasks(frame)
    except UnburyError as error:
        plain.refusal(str(error))
        return
    if not tasks:
        if case_id is None:
            _none_yet(t)
        return
    questions = {case.id: case.question for case in frame.run.examination.cases if not case.blind}
    rows = task_rows(tasks, questions, t)
    st.header(t.text("Task list"), anchor=ANCHOR)
    with st.container(border=True, gap="small"):
        st.caption(
            t.plural(
                "{n} accepted repair of this suite. Make it in the index, then run the suite.",
                "{n} accepted repairs of this suite. Make them in the index, then run the suite.",
                len(rows),
            )
        )
        for row in rows:
            _task(row, frame, here=row.case_id == case_id)
        with st.container(horizontal=True, gap="small"):
            st.download_button(
                "JSONL",
                lambda: as_jsonl(tasks),
                file_name="repairs.jsonl",
                mime="application/jsonl",
                icon=":material/download:",
                on_click="ignore",
            )
            st.download_button(
                "Markdown",
                lambda: as_markdown(rows, t),
                file_name="repairs.md",
                mime="text/markdown",
                icon=":material/download:",
                on_click="ignore",
            )


def _none_yet(t: Translator) -> None:
    st.header(t.text("Task list"), anchor=ANCHOR)
    st.markdown(t.text("No repair has been accepted yet. They are tried on the page of a case."))
    if not permission.granted():
        plain.block(permission.START)


def _task(row: TaskRow, frame: Frame, *, here: bool) -> None:
    t = frame.t
    with st.container(gap="xxsmall"):
        with st.container(horizontal=True, gap="small", vertical_alignment="center"):
            plain.mark(row.title)
            if here:
                st.badge(t.text("this case"), color="gray")
            st.badge(row.gain, icon=":material/trending_up:", color="green")
            if not row.open:
                st.badge(row.status, color="gray")
        with st.container(horizontal=True, gap="small", vertical_alignment="center"):
            st.caption(f"{row.what} · {row.others}", width="content")
            if not here:
                st.page_link(
                    nav.CASE.file,
                    label=t.text("Open this case"),
                    icon=nav.CASE.icon,
                    query_params=selection.link(case=row.case_id),
                )
        with st.expander(t.text("Before and after"), type="compact"):
            plain.small(f"{row.author} · {row.when} · {row.case_id} · {row.chunk_id}")
            for change in row.changes:
                plain.small(change.label)
                with st.grid(2, min_column_width=220, gap="small"):
                    plain.block(change.before or "—")
                    plain.block(change.after or "—")
            if permission.granted() and row.open:
                _marks(row, frame)


def _marks(row: TaskRow, frame: Frame) -> None:
    """What became of it; signed, as everything that is kept."""
    t = frame.t
    with st.container(horizontal=True, gap="small", vertical_alignment="bottom"):
        author = permission.author(t.text("Your name"), f"_task_author_{row.key}")
        for status, words, icon in (
            (TaskStatus.DONE, t.text("It is done"), ":material/check:"),
            (TaskStatus.DROPPED, t.text("Drop it"), ":material/close:"),
        ):
            if st.button(words, key=f"_task_{status.value}_{row.key}", icon=icon):
                _mark(row, frame, status, author)


def _mark(row: TaskRow, frame: Frame, status: TaskStatus, author: str) -> None:
    try:
        repairs.mark(frame, row.key, status, author)
    except UnburyError as error:
        plain.refusal(str(error))
        return
    st.rerun()
