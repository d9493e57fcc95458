"""The bench's fields: description, labels, domain, validity, and the text to split or join."""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import dataclass
from datetime import date
from zlib import crc32

import streamlit as st

from evalcore.diagnosis.corpus import TEXT, TEXT_IF_MISSING, Corpus
from evalcore.model.diagnosis import Finding
from evalcore.model.manifest import Chunk
from evalcore.model.repair import Repair, Tried
from evalcore.views.bench_form import KNIFE, Choices, Form, choices, form_of
from evalcore.views.chunks import facts_of
from pages.ui.frame import Frame

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


def start_from(bench: Bench, form: Form) -> None:
    """Start the fields anew from a form; what was tried before no longer speaks of them."""
    st.session_state[bench.key("start")] = form
    st.session_state[bench.key("round")] = _round(bench) + 1
    for name in ("tried", "problem", "added"):
        st.session_state.pop(bench.key(name), None)


def _round(bench: Bench) -> int:
    return int(st.session_state.get(bench.key("round"), 0))


def _field(bench: Bench, name: str) -> str:
    """The key of a field: another one each time the fields start anew, so that they do."""
    return f"{bench.key(name)}_{_round(bench)}"


def draw(bench: Bench) -> Form | None:
    """The fields; what they hold once somebody presses the button, None before."""
    t = bench.frame.t
    start: Form = st.session_state.get(bench.key("start"), form_of(bench.chunk))
    choice = choices(bench.corpus, bench.chunk)
    with st.form(_field(bench, "form"), border=False, enter_to_submit=False):
        description = _description(bench, start)
        labels = st.multiselect(
            t.text("Labels"),
            sorted({*choice.labels, *start.labels}),
            list(start.labels),
            key=_field(bench, "labels"),
            accept_new_options=True,
            placeholder=t.text("none"),
        )
        with st.expander(t.text("Domain and validity"), type="compact"):
            domain, since, until = _domain_and_days(bench, choice, start)
        with st.expander(t.text("Split or join"), type="compact"):
            text, joined = _cut(bench, choice, start)
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


def _description(bench: Bench, start: Form) -> str:
    """The description; left out where the index holds the texts themselves."""
    t = bench.frame.t
    if bench.corpus.field == TEXT:
        st.caption(t.text("This index holds the texts: edit the text below."))
        return start.description
    falls_back = bench.corpus.field == TEXT_IF_MISSING
    return st.text_area(
        t.text("Description (what the index compares with the question)"),
        start.description,
        height=110,
        key=_field(bench, "description"),
        placeholder=t.text("empty: the index holds the text itself") if falls_back else None,
    )


def _domain_and_days(
    bench: Bench, choice: Choices, start: Form
) -> tuple[str, date | None, date | None]:
    t = bench.frame.t
    domains = ["", *sorted({*choice.domains, start.domain} - {""})]
    domain = st.selectbox(
        t.text("Domain"),
        domains,
        domains.index(start.domain),
        key=_field(bench, "domain"),
        format_func=lambda name: name or "—",
    )
    days = (
        (t.text("Valid from"), start.valid_from, "from"),
        (t.text("Valid to"), start.valid_to, "to"),
    )
    with st.container(horizontal=True):
        since, until = (
            st.date_input(
                words,
                day,
                min_value=EARLIEST,
                max_value=LATEST,
                key=_field(bench, name),
                format="YYYY-MM-DD",
            )
            for words, day, name in days
        )
    return domain or "", since, until


def _cut(bench: Bench, choice: Choices, start: Form) -> tuple[str, list[str]]:
    t = bench.frame.t
    st.caption(
        t.text(
            "Take out what is foreign, or cut it where a line holds only {knife}. Where the "
            "description is left as it is, one is drafted for every new piece.",
            knife=KNIFE,
        )
    )
    words = t.text("Text of the chunk")
    text = st.text_area(words, start.text, height=160, key=_field(bench, "text"))
    if not choice.neighbours:
        return text, []
    facts = facts_of(bench.frame.run, choice.neighbours)
    joined = st.multiselect(
        t.text("Join with"),
        choice.neighbours,
        list(start.joined),
        key=_field(bench, "joined"),
        format_func=lambda chunk_id: f"{facts[chunk_id].title} · {chunk_id}",
        placeholder=t.text("none"),
    )
    return text, joined
