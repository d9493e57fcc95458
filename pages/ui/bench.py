"""The repair bench: edit the buried chunk, try it on a copy of the index, keep what helps."""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import dataclass
from datetime import date
from zlib import crc32

import streamlit as st

from evalcore.diagnosis.corpus import TEXT, Corpus
from evalcore.errors import UnburyError
from evalcore.model.diagnosis import Finding
from evalcore.model.manifest import Chunk
from evalcore.model.repair import Repair, Tried
from evalcore.views.bench import BenchView, Figure, bench_view
from evalcore.views.bench_form import (
    KNIFE,
    Choices,
    Form,
    choices,
    form_of,
    offered,
    repair_of,
)
from evalcore.views.chunks import facts_of
from evalcore.views.language import Translator
from evalcore.views.words import Tone
from pages.ui import nav, permission, plain, selection, tones
from pages.ui.frame import Frame

ANCHOR = "repair"
METRIC_WIDTH = 132
EARLIEST, LATEST = date.min, date.max


@dataclass(frozen=True, slots=True, kw_only=True)
class Bench:
    """One chunk of one case on the bench, and what can be done with it.

    ``quote`` is the case's own from this chunk, empty for none; ``found`` what the diagnosis
    leads with. ``attempt`` asks a copy of the index; ``keep`` writes the repair down, signed.
    """

    frame: Frame
    case_id: str
    corpus: Corpus
    chunk: Chunk
    quote: str
    found: Finding | None
    attempt: Callable[[Repair], Tried]
    keep: Callable[[Repair, Tried, str], object]

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
    """What the diagnosis would repair, put into the fields by one click."""
    form = offered(bench.corpus, bench.chunk, bench.found)
    if form != form_of(bench.chunk):
        st.button(
            bench.frame.t.text("Fill in what the diagnosis proposes"),
            key=bench.key("offer"),
            icon=":material/auto_fix_high:",
            on_click=_fill,
            args=(bench, form),
        )


def _fill(bench: Bench, form: Form) -> None:
    """Put a form into the fields; what was tried before no longer speaks of them."""
    for name, value in _values(form).items():
        st.session_state[bench.key(name)] = value
    for name in ("tried", "problem", "added"):
        st.session_state.pop(bench.key(name), None)


def _values(form: Form) -> dict[str, object]:
    return {
        "description": form.description,
        "labels": list(form.labels),
        "domain": form.domain,
        "from": form.valid_from,
        "to": form.valid_to,
        "text": form.text,
        "joined": list(form.joined),
    }


def _form(bench: Bench) -> Form | None:
    """The fields; what they hold once somebody presses the button, None before."""
    t, before = bench.frame.t, form_of(bench.chunk)
    choice = choices(bench.corpus, bench.chunk)
    if bench.key("description") not in st.session_state:
        _fill(bench, before)
    with st.form(bench.key("form"), border=False, enter_to_submit=False):
        description = _description(bench)
        labels = st.multiselect(
            t.text("Labels"),
            sorted({*choice.labels, *st.session_state[bench.key("labels")], *before.labels}),
            key=bench.key("labels"),
            accept_new_options=True,
            placeholder=t.text("none"),
        )
        with st.expander(t.text("Domain and validity"), type="compact"):
            domain, since, until = _domain_and_days(bench, choice, before)
        with st.expander(t.text("Split or join"), type="compact"):
            text, joined = _cut(bench, choice)
        words = t.text("Try it")
        asked = st.form_submit_button(words, type="primary", icon=":material/play_arrow:")
    if not asked:
        return None
    return Form(
        description=description,
        labels=tuple(labels),
        domain=domain,
        valid_from=since,
        valid_to=until,
        text=text,
        joined=tuple(one for one in choice.neighbours if one in joined),
    )


def _description(bench: Bench) -> str:
    """The description; left out where the index holds the texts themselves."""
    if bench.corpus.field == TEXT:
        st.caption(bench.frame.t.text("This index holds the texts: edit the text below."))
        return form_of(bench.chunk).description
    return st.text_area(
        bench.frame.t.text("Description (what the index compares with the question)"),
        height=110,
        key=bench.key("description"),
    )


def _domain_and_days(
    bench: Bench, choice: Choices, before: Form
) -> tuple[str, date | None, date | None]:
    t = bench.frame.t
    now = st.session_state[bench.key("domain")]
    domain = st.selectbox(
        t.text("Domain"),
        ["", *sorted({*choice.domains, before.domain, now} - {""})],
        key=bench.key("domain"),
        format_func=lambda name: name or "—",
    )
    with st.container(horizontal=True):
        since, until = (
            st.date_input(
                words,
                value=None,
                min_value=EARLIEST,
                max_value=LATEST,
                key=bench.key(name),
                format="YYYY-MM-DD",
            )
            for words, name in ((t.text("Valid from"), "from"), (t.text("Valid to"), "to"))
        )
    return domain or "", since, until


def _cut(bench: Bench, choice: Choices) -> tuple[str, list[str]]:
    t = bench.frame.t
    st.caption(
        t.text(
            "Take out what is foreign, or cut it where a line holds only {knife}. Where the "
            "description is left as it is, one is drafted for every new piece.",
            knife=KNIFE,
        )
    )
    text = st.text_area(t.text("Text of the chunk"), height=160, key=bench.key("text"))
    if not choice.neighbours:
        return text, []
    facts = facts_of(bench.frame.run, choice.neighbours)
    joined = st.multiselect(
        t.text("Join with"),
        choice.neighbours,
        key=bench.key("joined"),
        format_func=lambda chunk_id: f"{facts[chunk_id].title} · {chunk_id}",
        placeholder=t.text("none"),
    )
    return text, joined


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
    with st.container(horizontal=True, vertical_alignment="bottom", gap="small"):
        author = permission.author(t.text("Your name"), bench.key("author"))
        add = t.text("Add to the task list")
        if st.button(add, key=bench.key("keep"), icon=":material/add_task:"):
            _added(bench, repair, tried, author)


def _added(bench: Bench, repair: Repair, tried: Tried, author: str) -> None:
    try:
        bench.keep(repair, tried, author)
    except UnburyError as error:
        plain.block(str(error))
        return
    st.session_state[bench.key("added")] = True
    st.rerun()
