"""Case: one question, what had to come out, and what did."""

from __future__ import annotations

from dataclasses import replace
from functools import partial

import streamlit as st

from evalcore.views.against import Against, against
from evalcore.views.case import CaseView, case_view, neighbours
from evalcore.views.cases import needs_repair
from evalcore.views.charts.slope import slope, told
from evalcore.views.history import name_of
from evalcore.views.outcome import Outcome, outcome_of
from pages.ui import (
    case_list,
    case_parts,
    data,
    elsewhere,
    jumps,
    nav,
    plain,
    selection,
    signing,
    task_list,
    tones,
    why,
)
from pages.ui.frame import Frame, open_frame
from pages.ui.jumps import Part


def main() -> None:
    """The question, the finding, what was expected, the list beside the baseline's, the figures."""
    frame = open_frame()
    failing = needs_repair(data.cases(frame.db, frame.run.record.id))
    case_id = selection.case_id() or _first(frame, failing)
    if case_id is None:
        st.title(frame.t.text("This run has no case to show"))
        return
    outcome = outcome_of(frame.run, case_id, _sample(frame))
    if outcome is None:
        _unknown(frame, case_id)
    elif outcome.secret:
        _blind(frame)
    else:
        _draw(frame, outcome, failing)


def _draw(frame: Frame, outcome: Outcome, failing: tuple[str, ...]) -> None:
    t = frame.t
    view = case_view(outcome, t)
    _way(frame, outcome.case.id, failing)
    plain.heading(view.question)
    case_parts.badges(view, outcome.state)
    failed = why.asked_for(outcome)
    case_parts.finding(view, partial(jumps.links, t) if failed else None)
    if failed:
        _failed(frame, outcome, view)
    else:
        _list(frame, outcome, view)
        signing.draw(frame, outcome, view, None)
        case_parts.figures(view, t)


def _failed(frame: Frame, outcome: Outcome, view: CaseView) -> None:
    """List, trail and bench; on a phone one at a time, so that none lies under the others."""
    trail = why.known(frame, outcome)
    part = jumps.part(frame.t) if selection.on_a_phone() else None
    if part in (None, Part.LIST):
        _list(frame, outcome, view)
    if part is None:
        left, right = st.columns(2)
        with left:
            why.draw(frame, outcome, trail)
        with right:
            why.draw_bench(frame, outcome, trail)
    elif part is Part.WHY:
        why.draw(frame, outcome, trail)
    elif part is Part.REPAIR:
        why.draw_bench(frame, outcome, trail)
    if part in (None, Part.WHY):
        signing.draw(frame, outcome, view, trail)
    if part in (None, Part.REPAIR):
        task_list.draw(frame, case_id=outcome.case.id)
    if part in (None, Part.LIST):
        case_parts.figures(view, frame.t)


def _list(frame: Frame, outcome: Outcome, view: CaseView) -> None:
    """What was expected, what came out, and the same case in the baseline."""
    t = frame.t
    beside = _beside(frame, outcome)
    case_parts.expected(view, t, beside.before if beside else {})
    if view.ranked and beside:
        left, right = st.columns([0.66, 0.34])
        with left:
            case_list.draw(view, t, frame.colours, beside)
        with right:
            _baseline(frame, beside)
    elif view.ranked:
        case_list.draw(view, t, frame.colours, None)


def _first(frame: Frame, failing: tuple[str, ...]) -> str | None:
    if failing:
        return failing[0]
    table = data.cases(frame.db, frame.run.record.id)
    return table.ids[0] if len(table) else None


def _sample(frame: Frame) -> int:
    """Which repetition is shown; asked only where there are several."""
    total = len(frame.run.examination.samples)
    if total < 2:
        return 0
    with st.sidebar:
        words = frame.t.text("Repetition")
        return st.selectbox(words, range(total), key="_sample", format_func=lambda n: str(n + 1))


def _way(frame: Frame, case_id: str, failing: tuple[str, ...]) -> None:
    """Back to the table, and to the neighbours that need repair."""
    t = frame.t
    before, after = neighbours(failing, case_id)
    with st.container(horizontal=True, vertical_alignment="center", gap="small"):
        st.page_link(
            nav.CASES.file,
            label=t.text("Cases"),
            icon=":material/arrow_back:",
            query_params=selection.link_to_cases(),
        )
        if case_id in failing:
            at = failing.index(case_id) + 1
            st.caption(
                t.text("{at} of {n} that need repair", at=at, n=len(failing)), width="content"
            )
        _neighbour(before, t.text("Previous"), ":material/chevron_left:", "left")
        _neighbour(after, t.text("Next to repair"), ":material/chevron_right:", "right")


def _neighbour(case_id: str | None, words: str, icon: str, side: str) -> None:
    if case_id is not None:
        st.page_link(
            nav.CASE.file,
            label=words,
            icon=icon,
            icon_position="right" if side == "right" else "left",
            query_params=selection.link(case=case_id),
        )


def _beside(frame: Frame, outcome: Outcome) -> Against | None:
    baseline_id = data.baseline_of(frame.db, frame.run.record)
    if baseline_id is None:
        return None
    then = outcome_of(data.opened(frame.db, baseline_id), outcome.case.id)
    return None if then is None else against(outcome, then, frame.t)


def _baseline(frame: Frame, beside: Against) -> None:
    t = frame.t
    with st.container(border=True, height="stretch"):
        st.subheader(t.text("Beside the baseline"))
        st.caption(t.text("Each line is one result, from the baseline to this run. Up is better."))
        st.plotly_chart(
            slope(beside, frame.colours, t, this_name=name_of(frame.run.record)),
            config={"displayModeBar": False},
            alt=told(beside, t),
            key="slope",
        )
        if beside.words:
            st.markdown(beside.words)
        if beside.batch:
            plain.words(t.text("They came with the ingest «{batch}».", batch=beside.batch))


def _unknown(frame: Frame, case_id: str) -> None:
    """Shown as another run answered it, where one did; else said."""
    t = frame.t
    there = elsewhere.found(frame, case_id)
    if there is not None:
        elsewhere.say(frame, there)
        _draw(replace(frame, run=there.run), there, ())
        return
    st.title(t.text("This run has no such case"), icon=":material/search_off:")
    plain.block(case_id)
    st.page_link(
        nav.CASES.file,
        label=t.text("Show the cases of this run"),
        icon=nav.CASES.icon,
        query_params=selection.link(),
    )


def _blind(frame: Frame) -> None:
    t = frame.t
    st.title(t.text("This is a blind case: it is never opened"), icon=tones.BLIND_ICON)
    st.markdown(
        t.text(
            "Blind cases are reserved so that nobody repairs the index towards them. "
            "They are told only as an aggregate."
        )
    )
    st.page_link(
        nav.CASES.file,
        label=t.text("Show the cases of this run"),
        icon=nav.CASES.icon,
        query_params=selection.link(),
    )


main()
