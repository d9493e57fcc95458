"""The repair bench: edit the buried chunk, try it on a copy of the index, keep what helps."""

from __future__ import annotations

import streamlit as st

from evalcore.errors import UnburyError
from evalcore.model.diagnosis import Answer, ProbeName
from evalcore.model.repair import Repair, Tried
from evalcore.views.bench import BenchView, Figure, bench_view
from evalcore.views.bench_form import Form, form_of, offered, repair_of, unindexed
from evalcore.views.chunks import facts_of
from evalcore.views.language import Translator
from pages.ui import bench_fields, nav, permission, plain, selection, tones
from pages.ui.bench_fields import Bench

ANCHOR = "repair"
METRIC_WIDTH = 132


def draw(bench: Bench) -> None:
    """The fields, what trying them gives, and the way into the task list."""
    t = bench.frame.t
    with st.container(border=True, height="stretch", gap="small"):
        st.subheader(t.text("Repair bench"), anchor=ANCHOR)
        st.caption(t.text("It is tried on a copy. The index does not change."))
        _work(bench)


def closed(why: str, t: Translator) -> None:
    """The bench where nothing can be tried, and why; people's own text may be in it."""
    with st.container(border=True, height="stretch", gap="small"):
        st.subheader(t.text("Repair bench"), anchor=ANCHOR)
        with st.container(horizontal=True, gap="small", wrap=False):
            st.markdown(":material/lock:", width="content")
            plain.words(why)


@st.fragment
def _work(bench: Bench) -> None:
    t = bench.frame.t
    plain.strong(facts_of(bench.frame.run, [bench.chunk.chunk_id])[bench.chunk.chunk_id].title)
    if _not_indexed(bench):
        st.caption(
            ":material/info: "
            + t.text(
                "The index does not hold this chunk. Whatever is tried here also puts it in, "
                "so the gain is not the edit's: index it again first."
            )
        )
    _offer(bench)
    form = bench_fields.draw(bench)
    if form is not None:
        _attempt(bench, form)
    problem = st.session_state.get(bench.key("problem"))
    if problem:
        st.warning(t.text("This could not be tried."), icon=":material/error:")
        plain.refusal(problem)
    kept = st.session_state.get(bench.key("tried"))
    if kept is not None:
        repair, tried = kept
        _result(bench_view(tried, bench.frame.run, t), t)
        _keep(bench, repair, tried)


def _not_indexed(bench: Bench) -> bool:
    """Whether the suite says so, or the diagnosis proved it."""
    proved = (
        bench.found is not None
        and bench.found.probe is ProbeName.INDEX
        and bench.found.answer is Answer.CONFIRMED
    )
    return proved or unindexed(bench.frame.run, bench.chunk.chunk_id)


def _offer(bench: Bench) -> None:
    """What the diagnosis would repair, put into the fields by one click."""
    form = offered(bench.corpus, bench.chunk, bench.found)
    if form != form_of(bench.chunk):
        st.button(
            bench.frame.t.text("Fill in what the diagnosis proposes"),
            key=bench.key("offer"),
            icon=":material/auto_fix_high:",
            on_click=bench_fields.start_from,
            args=(bench, form),
        )


def _attempt(bench: Bench, form: Form) -> None:
    t = bench.frame.t
    for name in ("tried", "problem", "added"):
        st.session_state.pop(bench.key(name), None)
    repair = repair_of(bench.corpus, bench.chunk, form, bench.quote)
    if repair == Repair(chunk=bench.chunk):
        st.info(t.text("Nothing was changed in the fields."), icon=":material/edit_off:")
        return
    try:
        with st.spinner(t.text("Asking a copy of the index")):
            tried = bench.attempt(repair)
    except UnburyError as error:
        st.session_state[bench.key("problem")] = str(error)
        return
    st.session_state[bench.key("tried")] = (repair, tried)


def _result(view: BenchView, t: Translator) -> None:
    with st.container(border=True, gap="small"):
        with st.container(horizontal=True, gap="small"):
            for figure in view.figures:
                _figure(figure)
        for gain in view.gains:
            st.caption(f":material/subdirectory_arrow_right: {gain}")
        tint = tones.colour(view.tone)
        st.markdown(f":{tint}[{tones.icon(view.tone)}] **:{tint}[{view.sentence}]**")
        for words in (view.unchecked, view.reserve):
            if words:
                st.caption(words)
        if view.others:
            _others(view, t)


def _figure(figure: Figure) -> None:
    with st.container(width=METRIC_WIDTH, gap="xxsmall"):
        st.metric(figure.label, figure.value)
        if figure.note:
            st.markdown(f":small[:{tones.colour(figure.tone)}[{figure.note}]]")


def _others(view: BenchView, t: Translator) -> None:
    with st.expander(
        t.text("The other cases that change"),
        expanded=any(other.worse for other in view.others),
        type="compact",
    ):
        for other in view.others:
            with st.container(gap="xxsmall"):
                plain.words(other.question or other.id)
                with st.container(horizontal=True, gap="small", vertical_alignment="center"):
                    st.badge(
                        t.text("worse") if other.worse else t.text("better"),
                        color=tones.colour(other.tone),
                    )
                    st.caption(other.change, width="content")
                    st.page_link(
                        nav.CASE.file,
                        label=t.text("Open"),
                        icon=nav.CASE.icon,
                        query_params=selection.link(case=other.id),
                    )


def _keep(bench: Bench, repair: Repair, tried: Tried) -> None:
    t = bench.frame.t
    if st.session_state.get(bench.key("added")):
        st.success(t.text("It is on the task list."), icon=":material/task_alt:")
        return
    if not permission.granted():
        st.caption(t.text("To keep it as a task, start the dashboard so that it may write:"))
        plain.block(permission.START)
        return
    with st.container(horizontal=True, vertical_alignment="bottom", gap="small"):
        author = permission.author(t.text("Your name"), bench.key("author"))
        add = t.text("Add to the task list")
        if st.button(add, key=bench.key("keep"), icon=":material/add_task:"):
            _added(bench, repair, tried, author)


def _added(bench: Bench, repair: Repair, tried: Tried, author: str) -> None:
    try:
        bench.keep(repair, tried, author)
    except UnburyError as error:
        plain.refusal(str(error))
        return
    st.session_state[bench.key("added")] = True
    st.rerun()
