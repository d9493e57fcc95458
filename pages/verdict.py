"""Verdict: may this index go live, and why not."""

from __future__ import annotations

import streamlit as st

from evalcore.model.run import RunRecord
from evalcore.model.words import Decision
from evalcore.views.cases import needs_repair
from evalcore.views.charts.trend import MOST_RUNS, measured, told, trend
from evalcore.views.history import Past, day_of, name_of, same_exam
from evalcore.views.language import Translator
from evalcore.views.measures import cards
from evalcore.views.verdict import VerdictView, verdict_view
from pages.ui import (
    abstention_card,
    data,
    measure_cards,
    nav,
    plain,
    reserve_card,
    rule_lines,
    selection,
    tones,
)
from pages.ui.frame import Frame, open_frame


def main() -> None:
    """The sentence, what to do next, the rules, the measures, the trend."""
    frame = open_frame()
    view = verdict_view(frame.run, frame.t)
    _sentence(frame, view)
    _next(frame, view)
    st.header(frame.t.text("The rules"))
    rule_lines.draw(view.rules, frame.t)
    past = data.history(frame.db, frame.run.record, MOST_RUNS)
    _measures(frame, past)
    reserve_card.card(frame.run, frame.t)
    abstention_card.card(frame.run, frame.t)
    _over_time(frame, past)


def _sentence(frame: Frame, view: VerdictView) -> None:
    t, record = frame.t, frame.run.record
    colour = tones.colour(view.tone)
    st.title(f":{colour}[{tones.decision_icon(view.machine)} {view.headline}]")
    with st.container(horizontal=True, vertical_alignment="center", gap="small"):
        tones.badge(view.machine, view.tone, tones.decision_icon(view.machine))
        if view.word.casefold() != view.machine.casefold() and t.language != "en":
            tones.badge(view.word, view.tone, tones.decision_icon(view.machine))
        if frame.run.promoted:
            st.badge(t.text("Baseline"), icon=":material/flag:", color="gray")
        plain.small(" · ".join(_which(record, t)))


def _which(record: RunRecord, t: Translator) -> list[str]:
    """Which run this is: suite, name, the day it speaks of, and when it ran."""
    day = day_of(record, t)
    index_of = [t.text("index of {day}", day=day)] if day else []
    ran = t.text("examined {when}", when=t.moment(record.started))
    return [record.suite, name_of(record), *index_of, ran]


def _next(frame: Frame, view: VerdictView) -> None:
    t = frame.t
    table = data.cases(frame.db, frame.run.record.id)
    failing = needs_repair(table)
    with st.container(border=True):
        plain.words(view.why)
        if frame.run.verdict.decision is Decision.ACCEPT:
            _accepted(frame)
        if failing:
            question = table.questions[table.ids.index(failing[0])]
            st.markdown(
                t.plural(
                    "**What to do next:** look at the one case that needs repair.",
                    "**What to do next:** look at the worst of {n} cases that need repair.",
                    len(failing),
                )
            )
            if question not in view.why:
                plain.words(f"«{question}»")
            if st.button(
                t.text("Open this case"),
                type="primary",
                icon=":material/arrow_forward:",
                icon_position="right",
            ):
                st.switch_page(nav.CASE.file, query_params=selection.link(case=failing[0]))


def _accepted(frame: Frame) -> None:
    t, record = frame.t, frame.run.record
    if frame.run.promoted:
        st.markdown(t.text("This run is the baseline that later runs are compared with."))
        return
    st.markdown(t.text("To make it the baseline that later runs are compared with:"))
    plain.block(f"unbury promote {record.id}")


def _measures(frame: Frame, past: list[Past]) -> None:
    t, record = frame.t, frame.run.record
    st.header(t.text("The measures"))
    baseline_id = data.baseline_of(frame.db, record)
    baseline = data.past(frame.db, baseline_id) if baseline_id else None
    if baseline is None:
        st.caption(t.text("No baseline has been promoted, so no difference is shown."))
    elif same_exam(baseline.record, record):
        when = t.moment(baseline.record.started, short=True)
        plain.small(
            t.text("Against the baseline {name}, {when}.", name=name_of(baseline.record), when=when)
        )
    else:
        st.caption(
            t.text("The baseline sat another exam (cases or cutoff): no difference is shown.")
        )
    earlier = [one for one in past if one.record.started < record.started]
    measure_cards.draw(cards(frame.run, t, baseline=baseline, past=earlier), t)


def _over_time(frame: Frame, past: list[Past]) -> None:
    t = frame.t
    if len(measured(past)) < 2:
        return
    st.header(t.text("Over time"))
    with st.container(border=True):
        limit = float(frame.run.policy.recall.mean_quality)
        figure = trend(past, frame.run.record.id, limit, frame.colours, t)
        st.plotly_chart(figure, config={"displayModeBar": False}, alt=told(past, t), key="trend")
        st.caption(
            t.text(
                "Mean quality with its 95% interval; a circle is ACCEPT, a cross BLOCK, "
                "a diamond CANNOT JUDGE. The large mark is this run; triangles are ingests "
                "in between."
            )
        )
        if not all(same_exam(one.record, frame.run.record) for one in past):
            st.caption(t.text("Some of these runs sat another exam: other cases or cutoff."))


main()
