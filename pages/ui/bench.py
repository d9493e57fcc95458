"""The repair bench: edit the buried chunk, try it on a copy of the index, keep what helps."""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import dataclass
from datetime import date
from zlib import crc32

import streamlit as st

from evalcore.errors import UnburyError
from evalcore.model.manifest import Chunk
from evalcore.model.repair import Repair, Tried
from evalcore.views.bench import (
    BenchView,
    Choices,
    Figure,
    Form,
    bench_view,
    choices,
    edits_of,
    form_of,
    joined_text,
    repair_of,
)
from evalcore.views.chunks import facts_of
from evalcore.views.language import Translator
from evalcore.views.words import Tone
from pages.ui import nav, permission, plain, selection, tones
from pages.ui.frame import Frame

ANCHOR = "repair"
METRIC_WIDTH = 150
EARLIEST, LATEST = date.min, date.max


@dataclass(frozen=True, slots=True, kw_only=True)
class Bench:
    """One chunk of one case on the bench, and what can be done with it.

    ``offered`` is a description drafted for it, empty for none. ``attempt`` asks a copy of the
    index; ``keep`` writes the repair down.
    """

    frame: Frame
    case_id: str
    chunk: Chunk
    offered: str
    attempt: Callable[[Repair], Tried]
    keep: Callable[[Repair, Tried], object]

    def key(self, name: str) -> str:
        """The name of a field of this very bench in the session."""
        told = f"{self.frame.run.record.id}\0{self.case_id}\0{self.chunk.chunk_id}"
        return f"_bench_{name}_{crc32(told.encode('utf-8', 'replace'))}"


def draw(bench: Bench) -> None:
    """The fields, what trying them gives, and the way into the task list."""
    t = bench.frame.t
    with st.container(border=True, height="stretch", gap="small"):
        st.subheader(t.text("Repair bench"), anchor=ANCHOR)
        st.caption(t.text("It is tried on a copy. The index does not change."))
        _work(bench)


def closed(why: str, t: Translator) -> None:
    """The bench where nothing can be tried, and why."""
    with st.container(border=True, height="stretch", gap="small"):
        st.subheader(t.text("Repair bench"), anchor=ANCHOR)
        st.markdown(f":material/lock: {why}")


@st.fragment
def _work(bench: Bench) -> None:
    t = bench.frame.t
    plain.strong(facts_of(bench.frame.run, [bench.chunk.chunk_id])[bench.chunk.chunk_id].title)
    _offer(bench)
    form = _form(bench)
    if form is not None:
        _attempt(bench, form)
    problem = st.session_state.get(bench.key("problem"))
    if problem:
        st.warning(t.text("This could not be tried."), icon=":material/error:")
        plain.block(problem)
    kept = st.session_state.get(bench.key("tried"))
    if kept is not None:
        repair, tried = kept
        _result(bench_view(tried, bench.frame.run, t), t)
        _keep(bench, repair, tried)


def _offer(bench: Bench) -> None:
    t = bench.frame.t
    if not bench.offered or bench.offered == bench.chunk.representation:
        return
    with st.expander(t.text("A description drafted from its heading and columns"), type="compact"):
        plain.words(bench.offered)
        st.button(
            t.text("Put it into the field"),
            key=bench.key("offer"),
            icon=":material/edit_note:",
            on_click=_take_offer,
            args=(bench,),
        )


def _take_offer(bench: Bench) -> None:
    st.session_state[bench.key("description")] = bench.offered
    _forget(bench)


def _forget(bench: Bench) -> None:
    for name in ("tried", "problem", "added"):
        st.session_state.pop(bench.key(name), None)


def _form(bench: Bench) -> Form | None:
    """The fields; what they hold once somebody presses the button, None before."""
    t, chunk = bench.frame.t, bench.chunk
    manifest = bench.frame.run.manifest
    offered = Choices(labels=(), domains=(), neighbours=())
    if manifest is not None:
        offered = choices(manifest, chunk)
    before = form_of(chunk)
    with st.form(bench.key("form"), border=False, enter_to_submit=False):
        description = st.text_area(
            t.text("Description (what the index is asked for)"),
            height=110,
            key=_first(bench, "description", before.description),
        )
        labels = st.multiselect(
            t.text("Labels"),
            sorted({*offered.labels, *before.labels}),
            default=list(before.labels),
            key=bench.key("labels"),
            accept_new_options=True,
            placeholder=t.text("none"),
        )
        with st.expander(t.text("Domain and validity"), type="compact"):
            domains = ["", *sorted({*offered.domains, before.domain} - {""})]
            domain = st.selectbox(
                t.text("Domain"),
                domains,
                index=domains.index(before.domain),
                key=bench.key("domain"),
                format_func=lambda name: name or "—",
            )
            valid_from, valid_to = _days(bench, before)
        with st.expander(t.text("Split or join"), type="compact"):
            text, joined = _cut(bench, before, offered)
        asked = st.form_submit_button(
            t.text("Try it"), type="primary", icon=":material/play_arrow:"
        )
    if not asked:
        return None
    return Form(
        description=description,
        labels=tuple(labels),
        domain=domain or "",
        valid_from=valid_from,
        valid_to=valid_to,
        text=text,
        joined=joined,
    )


def _days(bench: Bench, before: Form) -> tuple[date | None, date | None]:
    t = bench.frame.t
    with st.container(horizontal=True):
        since = st.date_input(
            t.text("Valid from"),
            before.valid_from,
            min_value=EARLIEST,
            max_value=LATEST,
            key=bench.key("from"),
        )
        until = st.date_input(
            t.text("Valid to"),
            before.valid_to,
            min_value=EARLIEST,
            max_value=LATEST,
            key=bench.key("to"),
        )
    return since, until


def _cut(bench: Bench, before: Form, offered: Choices) -> tuple[str, tuple[str, ...]]:
    t, manifest = bench.frame.t, bench.frame.run.manifest
    st.caption(t.text("Take out what is foreign, or join it with its neighbours again."))
    text = st.text_area(
        t.text("Text of the chunk"), before.text, height=160, key=bench.key("text")
    )
    if manifest is None or not offered.neighbours:
        return text, ()
    facts = facts_of(bench.frame.run, offered.neighbours)
    joined = st.multiselect(
        t.text("Join with"),
        offered.neighbours,
        key=bench.key("joined"),
        format_func=lambda chunk_id: f"{facts[chunk_id].title} · {chunk_id}",
        placeholder=t.text("none"),
    )
    return joined_text(manifest, bench.chunk, text, joined) if joined else text, tuple(joined)


def _first(bench: Bench, name: str, value: str) -> str:
    """The key of a field that a button may fill; it starts with what the index holds."""
    key = bench.key(name)
    if key not in st.session_state:
        st.session_state[key] = value
    return key


def _attempt(bench: Bench, form: Form) -> None:
    t = bench.frame.t
    _forget(bench)
    repair = repair_of(bench.chunk, form)
    if not edits_of(bench.chunk, repair):
        st.session_state[bench.key("problem")] = t.text("Nothing was changed in the fields.")
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
        if view.others:
            _others(view, t)


def _figure(figure: Figure) -> None:
    with st.container(width=METRIC_WIDTH, gap="xxsmall"):
        st.metric(figure.label, figure.value)
        if figure.note:
            st.badge(figure.note, color=tones.colour(figure.tone))


def _others(view: BenchView, t: Translator) -> None:
    with st.expander(
        t.text("The other cases that change"), expanded=view.tone is Tone.BAD, type="compact"
    ):
        for other in view.others:
            with st.container(gap="xxsmall"):
                plain.words(other.question or other.id)
                with st.container(horizontal=True, gap="small", vertical_alignment="center"):
                    st.badge(
                        t.text("worse") if other.worse else t.text("better"),
                        color=tones.colour(Tone.BAD if other.worse else Tone.GOOD),
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
    if st.button(t.text("Add to the task list"), key=bench.key("keep"), icon=":material/add_task:"):
        try:
            bench.keep(repair, tried)
        except UnburyError as error:
            plain.block(str(error))
            return
        st.session_state[bench.key("added")] = True
        st.rerun()
