"""Stability: whether it is the product or the ruler that moves."""

from __future__ import annotations

from dataclasses import astuple

import streamlit as st

from evalcore.errors import RunNotFound
from evalcore.model.run import RunRecord
from evalcore.views.charts import agreement, sampling_gain, votes
from evalcore.views.history import name_of, options
from evalcore.views.language import Translator
from evalcore.views.ruler import ruler_facts
from evalcore.views.stability import StabilityView, stability_view
from evalcore.views.stability_words import bought, call_by, under_the_grid, unfrozen_rows
from evalcore.workflows.stability_runs import Look, Ruled, repetitions_of
from pages.ui import data, plain, restless, selection, tones
from pages.ui.frame import Frame, open_frame

RUNS = "runs"
MOST_RUNS = 12
_PLAIN = {"displayModeBar": False}


def main() -> None:
    """The sentence, the two noises, the runs over the cases, and what more samples buy."""
    frame = open_frame()
    chosen = _chosen(frame)
    try:
        look = data.look_at(frame.db, tuple(chosen))
    except RunNotFound as error:
        _unknown(error, frame.t)
        return
    if look.stability is None:
        _no_repetitions(look, frame)
        return
    asked = data.opened(frame.db, look.runs[-1].id).golden
    questions = {case.id: case.question for case in asked.cases}
    view = stability_view(look.stability, questions, frame.t)
    st.title(f":{tones.colour(view.tone)}[{tones.icon(view.tone)} {view.headline}]")
    plain.words(view.why)
    _which_runs(chosen, frame)
    _two_noises(view, look, frame.t)
    if look.stability.asked < 2:
        _how_to_sample(frame)
        return
    _over_runs(view, look, frame)
    _agreement_and_gain(look, frame)
    _tolerance(view, look, frame)


def _chosen(frame: Frame) -> list[str]:
    """The runs of the URL, else the run in view and its repetitions, newest ones first."""
    asked = [name for value in selection.asked_for(RUNS) for name in value.split(",") if name]
    if asked:
        return asked
    found = [record.id for record in repetitions_of(frame.run.record, frame.records)]
    others = [run_id for run_id in found if run_id != frame.run.record.id]
    return [frame.run.record.id, *others[: MOST_RUNS - 1]]


def _which_runs(chosen: list[str], frame: Frame) -> None:
    """The repetitions to look at; the URL holds them."""
    t = frame.t
    records = {record.id: record for record in _offered(chosen, frame)}
    names = options(tuple(records.values()), t)
    default = [run_id for run_id in records if run_id in chosen or records[run_id].label in chosen]
    key = "_runs_" + "_".join([t.language, *default])

    def choose() -> None:
        selection.choose_filter(RUNS, [",".join(st.session_state[key])])

    with st.expander(
        t.plural("{n} run is looked at", "{n} runs are looked at", len(default)),
        icon=":material/tune:",
    ):
        st.multiselect(
            t.text("Runs with nothing changed between them"),
            list(records),
            default=default,
            format_func=names.__getitem__,
            key=key,
            on_change=choose,
        )


def _offered(chosen: list[str], frame: Frame) -> list[RunRecord]:
    repetitions = repetitions_of(frame.run.record, frame.records)
    named = [r for r in frame.records if r.id in chosen or r.label in chosen]
    return list(dict.fromkeys([*named, *repetitions]))


def _two_noises(view: StabilityView, look: Look, t: Translator) -> None:
    st.header(t.text("Is it the product or the ruler that moves?"))
    with st.grid(2, min_column_width=320):
        with st.container(border=True, height="stretch"):
            st.subheader(t.text("The product"), icon=":material/search:")
            st.caption(t.text("The same questions, asked again of the same index."))
            with st.grid(3, min_column_width=130):
                for fact in view.facts:
                    with st.container(gap="xxsmall"):
                        st.metric(fact.label, fact.value)
                        st.caption(fact.detail)
            if view.decisions:
                plain.words(view.decisions)
            if not view.facts:
                st.markdown(t.text("One answer a question says nothing of its swing."))
            for warning in view.warnings:
                st.markdown(f":orange[:material/warning:] {warning}")
        with st.container(border=True, height="stretch"):
            st.subheader(t.text("The ruler"), icon=":material/straighten:")
            st.caption(t.text("The same answers, given to the same judge again."))
            _ruler(look.ruler, t)


def _ruler(ruler: Ruled | None, t: Translator) -> None:
    """The judge's own swing, never added to the product's."""
    if ruler is None:
        st.markdown(
            t.text(
                "No judged run yet. Recall and noise are counted, not judged: no ruler "
                "moves in them. When a judge marks answers, its swing stands here, apart:"
            )
        )
        plain.block("unbury judge RUN --answers answers.jsonl")
        return
    facts = ruler_facts(ruler.shares, t)
    with st.grid(max(1, len(facts)), min_column_width=130):
        for fact in facts:
            with st.container(gap="xxsmall"):
                st.metric(fact.label, fact.value)
                st.caption(fact.detail)
    votes_cast = t.plural("{n} vote on each answer", "{n} votes on each answer", ruler.samples)
    plain.small(f"{ruler.judge} · {votes_cast} · {name_of(ruler.run)}")


def _over_runs(view: StabilityView, look: Look, frame: Frame) -> None:
    t, stability = frame.t, look.stability
    if stability is None:
        return
    st.header(t.text("The calm aggregate above the restless cases"))
    total, samples = len(stability.cases), stability.samples
    with st.container(border=True):
        figure = votes.votes(view, total, samples, frame.colours, t)
        alt = votes.told(view, total, samples, t)
        st.plotly_chart(figure, config=_PLAIN, alt=alt, key="votes")
        shown = min(len(view.rows), votes.MOST_CASES)
        st.caption(under_the_grid(stability, shown, t))
    if view.rows:
        restless.table(view, look.runs[-1].id, t)


def _agreement_and_gain(look: Look, frame: Frame) -> None:
    t, stability = frame.t, look.stability
    if stability is None:
        return
    samples = look.runs[0].samples
    with st.grid(2, min_column_width=320):
        if samples > 1:
            with st.container(border=True, height="stretch"):
                st.subheader(t.text("How much the votes agree"))
                figure = agreement.agreement(stability, samples, frame.colours, t)
                alt = agreement.told(stability, samples, t)
                st.plotly_chart(figure, config=_PLAIN, alt=alt, key="agreement")
                st.caption(
                    t.text(
                        "Cases by the votes of their majority, over all runs. Orange is below "
                        "{share}: undecided, neither passed nor failed.",
                        share=str(stability.min_agreement),
                    )
                )
        if any(gain.half_width for gain in stability.gains):
            with st.container(border=True, height="stretch"):
                st.subheader(t.text("What one more sample buys"))
                figure = sampling_gain.sampling_gain(stability.gains, samples, frame.colours, t)
                alt = sampling_gain.told(stability.gains, t)
                st.plotly_chart(figure, config=_PLAIN, alt=alt, key="gain")
                st.caption(bought(stability.gains, samples, t))


def _tolerance(view: StabilityView, look: Look, frame: Frame) -> None:
    t, stability = frame.t, look.stability
    if stability is None or not view.tolerances:
        return
    if stability.tolerances:
        st.header(t.text("The tolerance"))
        st.markdown(
            t.text(
                "The largest difference between any two repetitions, plus a margin for those "
                "that were not run: 64% for three runs, 35% for four, 20% for five, 10% from "
                "six on. In points of 100."
            )
        )
    else:
        st.header(t.text("How far the means move"))
        st.markdown(t.text("In points of 100. Three unchanged runs make a tolerance of it."))
    plain.grid(
        [
            t.text("Measure"),
            t.text("From – to"),
            t.text("Largest difference"),
            t.text("Margin"),
            t.text("Tolerance"),
            t.text("Worth detecting"),
            t.text("Cases"),
            t.text("For a gate"),
        ],
        [list(astuple(row)) for row in view.tolerances],
        alt=t.text("The tolerance of each measure"),
    )
    names = " ".join(call_by(record, frame.records) for record in look.runs)
    if stability.usable:
        st.markdown(t.text("To write it into a new, signed version of the policy:"))
        plain.block(f'unbury stability {names} --write-policy policy-new.toml --reason "…"')
    elif not stability.tolerances:
        _how_to_sample(frame)


def _how_to_sample(frame: Frame) -> None:
    t = frame.t
    st.markdown(t.text("Freeze everything and run the suite three times, several samples a case:"))
    file = frame.run.context.get("file") or "suite.toml"
    day = f" --date {frame.run.record.on}" if frame.run.record.on else ""
    plain.block("\n".join([f"unbury run {file} --samples 5{day}"] * 3))


def _unknown(error: RunNotFound, t: Translator) -> None:
    st.title(t.text("One of these runs is not in the database"), icon=":material/error:")
    plain.refusal(str(error))
    st.button(
        t.text("Look at the run in view"),
        on_click=lambda: selection.choose_filter(RUNS, ()),
    )


def _no_repetitions(look: Look, frame: Frame) -> None:
    """Why nothing can be said of these runs."""
    t = frame.t
    st.title(t.text("These runs are no repetitions of one another"), icon=":material/error:")
    if look.same_recording:
        st.markdown(t.text("They hold the same recording, which says nothing of the index."))
    elif not look.unfrozen:
        st.markdown(t.text("No case counts in them, so nothing can swing."))
    else:
        st.markdown(t.text("A swing is noise only where nothing changed. Here this differs:"))
        plain.grid(
            [t.text("What"), *(name_of(record) for record in look.runs)],
            unfrozen_rows(look.unfrozen, t),
            alt=t.text("What differs between the runs"),
        )
    st.button(
        t.text("Look at the run in view"),
        on_click=lambda: selection.choose_filter(RUNS, ()),
    )


main()
