"""Compare: what changed since another run, question by question."""

from __future__ import annotations

import streamlit as st

from evalcore.comparison.exams import exam_differences
from evalcore.errors import RunNotFound, UnburyError
from evalcore.views.compared import Compared
from evalcore.views.comparison import ComparisonView, comparison_view
from evalcore.views.comparison_index import difference_lines
from evalcore.views.history import name_of
from pages.ui import (
    base_choice,
    changed_cases,
    comparison_parts,
    data,
    nav,
    plain,
    selection,
    tones,
)
from pages.ui.frame import Frame, open_frame


def main() -> None:
    """The sentence, the counters that filter, the lines, the cases, and what stands behind."""
    frame = open_frame()
    base = base_choice.chosen(frame)
    if base is None:
        _nothing(frame)
    elif base == frame.run.record.id:
        _itself(frame)
    else:
        _compare(frame, base)


def _compare(frame: Frame, base: str) -> None:
    try:
        there = data.opened(frame.db, base)
    except RunNotFound as error:
        _refused(frame, None, error)
        return
    differ = exam_differences(there.examination.exam, frame.run.examination.exam)
    if differ:
        _other_exam(frame, base)
        return
    both = data.compared(frame.db, there.record.id, frame.run.record.id)
    _draw(frame, both)


def _draw(frame: Frame, both: Compared) -> None:
    t = frame.t
    view = comparison_view(both, t)
    _sentence(frame, view, both)
    chosen = changed_cases.counters(view, t)
    cases = both.cases if chosen is None else both.having(chosen)
    changed_cases.lines(frame, both, cases)
    st.header(t.text("Question by question"))
    changed_cases.table(both, cases, t)
    comparison_parts.pushed(both, t)
    comparison_parts.measures(both, t)
    comparison_parts.groups(both, t)
    comparison_parts.index(both, t)
    differences = difference_lines(both.changes.differences, t)
    if differences:
        st.header(t.text("What else differs"))
        comparison_parts.criterion(differences, t)


def _sentence(frame: Frame, view: ComparisonView, both: Compared) -> None:
    t = frame.t
    st.title(f":{tones.colour(view.tone)}[{view.headline}]")
    _pair(frame, both)
    with st.container(border=True):
        for words in view.body:
            plain.words(words)
        if not frame.run.verdict.exit_code:
            return
        st.page_link(
            nav.BLOCKED.file,
            label=t.text("Tell it step by step"),
            icon=nav.BLOCKED.icon,
            query_params=selection.link(),
        )


def _pair(frame: Frame, both: Compared) -> None:
    """Which two runs: the one in view, and the choice of the other."""
    t = frame.t
    with st.container(horizontal=True, vertical_alignment="bottom", gap="medium"):
        base_choice.draw(frame, both.base.record.id)
        now = t.text(
            "This run is «{name}», examined {when}.",
            name=name_of(both.candidate.record),
            when=t.moment(both.candidate.record.started),
        )
        plain.small(now)


def _other_exam(frame: Frame, base: str) -> None:
    """The two runs were asked to do different things: nothing is compared, and why is said."""
    t = frame.t
    there = data.opened(frame.db, base)
    st.title(t.text("These two runs sat different exams"), icon=":material/rule:")
    base_choice.draw(frame, there.record.id)
    st.markdown(t.text("Their figures do not mean the same, so nothing is set side by side."))
    found = exam_differences(there.examination.exam, frame.run.examination.exam)
    comparison_parts.criterion(difference_lines(found, t), t)
    st.markdown(
        t.text(
            "Choose a run of the same exam, or run the suite again with the cutoff, grades and "
            "gain of the run you want to compare with."
        )
    )


def _refused(frame: Frame, base: str | None, error: UnburyError) -> None:
    t = frame.t
    st.title(t.text("These two runs cannot be compared"), icon=":material/error:")
    plain.refusal(str(error))
    base_choice.draw(frame, base)


def _nothing(frame: Frame) -> None:
    t = frame.t
    st.title(t.text("There is nothing to compare with yet"), icon=":material/compare_arrows:")
    st.markdown(t.text("A comparison needs an earlier run of this suite, or a promoted baseline:"))
    plain.block('unbury run suite.toml\nunbury promote latest-green --why "First green suite"')


def _itself(frame: Frame) -> None:
    t = frame.t
    st.title(t.text("Choose the run to compare with"), icon=":material/compare_arrows:")
    st.markdown(t.text("A run compared with itself has nothing to tell."))
    base_choice.draw(frame, None)


main()
