"""Noise: how much of each list is left over, and what ceiling the healthy cases suggest."""

from __future__ import annotations

from dataclasses import replace

import streamlit as st

from evalcore.gate.calibrate import highest_noise
from evalcore.views import noise, noise_case, noise_scores
from evalcore.views.charts.noise_case import case_chart
from evalcore.views.charts.noise_case import told as case_told
from evalcore.views.charts.noise_scores import margins_chart, scores_chart, scores_told
from evalcore.views.noise_redundant import MOST_SHOWN, about_redundancy
from evalcore.views.noise_words import headline, in_force_words
from evalcore.workflows.policies import InForce, in_force
from pages.ui import data, nav, noise_bench, noise_domains, plain, selection, try_and_save
from pages.ui.frame import Frame, open_frame

STILL = {"displayModeBar": False}
SIDE_BY_SIDE = (2, 1)


def main() -> None:
    """The ceiling and its effect, what the figure means, scores, redundancy, one case."""
    frame = open_frame()
    t, run = frame.t, frame.run
    counts = noise.groups(run.examination)
    st.title(headline(run, counts, t))
    st.markdown(
        t.text(
            "Noise is the part of a list that scores **worse than the worst expected chunk**. "
            "The ceiling says how much of it a passing case may carry."
        )
    )
    now = in_force(frame.db, run.record.suite)
    plain.quiet(in_force_words(run, now.policy, now.hash, t))
    if not counts.scored or not highest_noise(run.examination.exam.cutoff):
        _meaning(frame)
        return
    if now.policy != run.policy:
        held = data.held(frame.db, run.record.id)
        examination = held.under(now.policy).examination
        frame = replace(frame, run=replace(run, examination=examination))
    _workbench(frame, now)
    _scores(frame)
    _redundant(frame)
    _one_case(frame)


@st.fragment
def _workbench(frame: Frame, now: InForce) -> None:
    """Everything that a number tried here changes; only this part is drawn again."""
    left, right = st.columns(SIDE_BY_SIDE, gap="small")
    own = noise_domains.own_ceilings(now.policy)
    with left:
        tried = noise_bench.ceiling_card(frame, now, own)
        noise_bench.sweep_card(frame, tried)
    with right:
        noise_bench.proposal_card(frame)
        _meaning(frame)
    noise_domains.draw(frame, tried)
    try_and_save.draw(frame, now, tried)


def _meaning(frame: Frame) -> None:
    """What the noise figure is and is not, with one example in numbers."""
    t, run = frame.t, frame.run
    cutoff = run.examination.exam.cutoff
    with st.container(border=True, height="stretch", gap="small"):
        st.header(t.text("Before fixing a ceiling"))
        st.markdown("\n".join(f"- {line}" for line in noise.explanation(cutoff, t)))
        st.markdown(
            t.text(
                "**noise = (length − rank of the worst expected) / length**, without ties  \n"
                "**perfect order = 1 − expected / length**"
            )
        )
        st.markdown("\n".join(f"- {line}" for line in noise.worked_example(cutoff, t)))
        if run.examination.scored:
            _means(frame)


def _means(frame: Frame) -> None:
    t, run = frame.t, frame.run
    found = noise.means(run.examination, data.noise_parts(frame.db, run.record.id))
    with st.grid(2, min_column_width=120):
        for label, mean in (
            (t.text("Healthy mean"), found.noise),
            (t.text("In perfect order"), found.perfect),
        ):
            with st.container(gap="xxsmall"):
                st.metric(label, noise.mean_words(mean, t))
                st.caption(noise.interval_words(mean, t))
    st.caption(noise.about_means(found, t))


def _scores(frame: Frame) -> None:
    t, run = frame.t, frame.run
    parts = data.noise_parts(frame.db, run.record.id)
    heights = noise_scores.heights(run.examination, parts)
    margins = noise_scores.margins(run.examination, parts)
    st.header(t.text("Scores of what was expected, of noise and of the rest"))
    left, right = st.columns(2, gap="small")
    with left, st.container(border=True, height="stretch"):
        st.subheader(t.text("Where results stand in their own list"))
        st.caption(
            t.text(
                "Healthy cases. Scores of two questions cannot be compared, so each list is "
                "stretched from its worst to its best score."
            )
        )
        st.plotly_chart(
            scores_chart(heights, frame.colours, t),
            config=STILL,
            key="_scores",
            alt=scores_told(heights, t),
        )
    with right, st.container(border=True, height="stretch"):
        st.subheader(t.text("Margin: the worst expected against the best other"))
        words = noise_scores.about_margins(margins, t)
        st.caption(words)
        if margins.n:
            st.plotly_chart(
                margins_chart(margins, frame.colours, t), config=STILL, key="_margins", alt=words
            )


def _redundant(frame: Frame) -> None:
    t = frame.t
    found = data.redundancy(frame.db, frame.run.record.id)
    st.header(t.text("Redundant neighbours are not noise"))
    with st.container(border=True):
        st.markdown(about_redundancy(found, t))
        st.caption(
            t.text(
                "Near-copies of an expected chunk from another source insure against losing it "
                "(chapter 13). Texts of {looked} of {healthy} healthy cases were compared.",
                looked=found.looked,
                healthy=found.healthy,
            )
        )
        if found.rows:
            columns = (t.text("Case"), t.text("Rank"), t.text("Result"), t.text("Says the same as"))
            rows = [
                (one.case_id, f"{one.rank}{' ▼' if one.below else ''}", one.title, one.like)
                for one in found.rows
            ]
            plain.grid(columns, rows, alt=t.text("Redundant neighbours, by case"))
            st.caption(t.text("▼ is under the noise line. At most {n} are listed.", n=MOST_SHOWN))


def _one_case(frame: Frame) -> None:
    t, run = frame.t, frame.run
    ids = noise_case.choices(run)
    if not ids:
        return
    st.header(t.text("Precision, recall and noise look at different things"))
    with st.container(border=True):
        chosen = st.selectbox(
            t.text("A passing case, the noisiest first"), ids, key="look", bind="query-params"
        )
        parts = data.noise_parts(frame.db, run.record.id)
        case = noise_case.noise_case(run, parts, str(chosen), t)
        if case is None:
            return
        plain.strong(case.question)
        with st.grid(len(case.figures), min_column_width=150):
            for one in case.figures:
                with st.container(gap="xxsmall"):
                    st.metric(one.label, one.value)
                    st.caption(one.sees)
        st.plotly_chart(
            case_chart(case, frame.colours, t),
            config=STILL,
            key=f"_list_{case.case_id}",
            alt=case_told(case, t),
        )
        if st.button(t.text("Open this case"), type="tertiary", icon=":material/manage_search:"):
            st.switch_page(nav.CASE.file, query_params=selection.link(case=case.case_id))


main()
