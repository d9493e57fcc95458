"""The ceiling as a slider over the cases it judges, and what every ceiling would decide."""

from __future__ import annotations

import time
from collections.abc import Mapping
from dataclasses import replace
from fractions import Fraction

import streamlit as st

from evalcore.gate.calibrate import MARGIN, SHARE, clearly_healthy, proposal
from evalcore.model.policy import NoisePolicy, Policy
from evalcore.views import noise
from evalcore.views.charts.noise_histogram import histogram, told
from evalcore.views.charts.noise_sweep import sweep_chart
from evalcore.views.charts.noise_sweep import told as sweep_told
from evalcore.views.language import Translator
from evalcore.views.noise_ceiling import (
    SweepPoint,
    bins,
    effect,
    judged_cases,
    over_ids,
)
from evalcore.views.noise_words import about_proposal, no_ceiling, proposed
from evalcore.workflows.policies import InForce
from pages.ui import data, nav, selection, tones, url_choice
from pages.ui.frame import Frame

CEILING, TOLERANCE, SHARED, MARGINS = "ceiling", "tolerance", "share", "margin"
STILL = {"displayModeBar": False}
PAINTED = 0.12
"""Seconds in which a browser has taken in a sentence and shown it."""
_DRAWN = "_noise_drawn"
MOST_LISTED = 100
_TOLERANCES = ("0", "1/100", "1/50", "3/100", "1/20", "1/10", "3/20", "1/5")
_SHARES = ("4/5", "9/10", "19/20")
_MARGINS = ("0", "1/20", "1/10", "3/20")


def ceiling_card(frame: Frame, now: InForce, own: Mapping[str, Fraction]) -> Policy:
    """The slider, the sentence, the picture; the policy with the numbers chosen.

    ``own`` are the ceilings of single domains, as they stand further down.
    """
    t, examination = frame.t, frame.run.examination
    with st.container(border=True, height="stretch"):
        st.header(
            t.plural(
                "Where the {n} passing case falls",
                "Where the {n} passing cases fall",
                judged_cases(examination),
            )
        )
        chosen = replace(_sliders(frame, now.policy.noise), domain=own)
        tried = replace(now.policy, noise=chosen)
        _effect(frame, tried)
        _let_words_be_painted(tried)
        found = bins(examination, tried)
        st.plotly_chart(
            histogram(found, chosen.ceiling, now.policy.noise.ceiling, frame.colours, t),
            config=STILL,
            key="_histogram",
            alt=told(found, chosen.ceiling, t),
        )
        for line in noise.about_groups(noise.groups(examination), t):
            st.caption(line)
    return tried


def _sliders(frame: Frame, in_force: NoisePolicy) -> NoisePolicy:
    t = frame.t
    ceiling = _slider(
        CEILING,
        t.text("Noise ceiling, in general"),
        noise.ceiling_options(frame.run.examination.exam.cutoff, in_force.ceiling),
        in_force.ceiling,
        t,
    )
    tolerance = _slider(
        TOLERANCE,
        t.text("Tolerance: share of the passing cases that may be over"),
        sorted({*map(Fraction, _TOLERANCES), in_force.tolerance}),
        in_force.tolerance,
        t,
    )
    return replace(in_force, ceiling=ceiling, tolerance=tolerance)


def _effect(frame: Frame, tried: Policy) -> None:
    """What the gate says of this run under the numbers tried, and which cases are over."""
    t, run = frame.t, frame.run
    verdict = data.held(frame.db, run.record.id).under(tried).verdict
    found = effect(verdict, tried, judged_cases(run.examination), t)
    with st.container(horizontal=True, gap="small", vertical_alignment="center"):
        tones.badge(found.machine, found.tone, tones.decision_icon(found.machine))
        if t.language != "en":
            tones.badge(found.word, found.tone, tones.decision_icon(found.machine))
        st.markdown(found.sentence)
    if found.others:
        st.caption(found.others)
    ids = over_ids(run.examination, tried, MOST_LISTED)
    if ids and st.button(
        t.plural("Show the case over it", "Show the {n} cases over it", len(ids)),
        type="tertiary",
        icon=":material/list:",
        key="_over",
    ):
        st.switch_page(nav.CASES.file, query_params=selection.link(id=list(ids)))


def _let_words_be_painted(tried: Policy) -> None:
    """After a number was changed, hold the pictures back until its words are on the screen.

    A browser that receives them together paints neither before every picture is laid out, up to
    half a second later. A slider that is moved on meanwhile starts again here, with no picture
    in between.
    """
    before = st.session_state.get(_DRAWN, tried.noise)
    st.session_state[_DRAWN] = tried.noise
    if before != tried.noise:
        time.sleep(PAINTED)


def sweep_card(frame: Frame, tried: Policy) -> None:
    """Every ceiling beside the one tried."""
    t = frame.t
    with st.container(border=True, height="stretch"):
        st.header(t.text("What every ceiling decides"))
        points = _points(frame, tried)
        st.plotly_chart(
            sweep_chart(points, tried.noise.ceiling, frame.colours, t),
            config=STILL,
            key="_sweep",
            alt=sweep_told(points, t),
        )
        st.caption(
            t.text("Passing cases over each general ceiling; all other numbers as tried above.")
        )


def share_and_margin() -> tuple[Fraction, Fraction]:
    """The quantile and the margin that suggestions are made with."""
    share, margin = url_choice.chosen(SHARED, ""), url_choice.chosen(MARGINS, "")
    return (
        Fraction(share) if share in _SHARES else SHARE,
        Fraction(margin) if margin in _MARGINS else MARGIN,
    )


def proposal_card(frame: Frame) -> None:
    """The ceiling that the healthy cases suggest, with its quantile and interval."""
    t, examination = frame.t, frame.run.examination
    with st.container(border=True, height="stretch", gap="small"):
        st.header(t.text("Suggested by the healthy cases"))
        share = _choice(SHARED, t.text("Healthy cases that fit below"), _SHARES, SHARE, t)
        margin = _choice(MARGINS, t.text("Margin above them"), _MARGINS, MARGIN, t)
        found = proposal(examination, clearly_healthy(examination), share=share, margin=margin)
        st.metric(t.text("Ceiling for all domains"), proposed(found, t))
        st.caption(about_proposal(found, t))
        if found.base is not None and found.ceiling is None:
            st.caption(no_ceiling(t))
        if found.ceiling is not None:
            ceiling = str(found.ceiling)
            st.button(
                t.text("Put the slider there"),
                icon=":material/vertical_align_center:",
                on_click=lambda: url_choice.choose(CEILING, ceiling),
            )


def _points(frame: Frame, tried: Policy) -> tuple[SweepPoint, ...]:
    cutoff = frame.run.examination.exam.cutoff
    ceilings = noise.ceiling_options(cutoff, tried.noise.ceiling)
    return data.swept(frame.db, frame.run.record.id, tried, tuple(ceilings))


def _slider(
    key: str, label: str, values: list[Fraction], default: Fraction, t: Translator
) -> Fraction:
    options = [str(one) for one in values]
    return Fraction(
        url_choice.slider(key, label, options, str(default), lambda it: t.figure(Fraction(it)))
    )


def _choice(
    key: str, label: str, values: tuple[str, ...], default: Fraction, t: Translator
) -> Fraction:
    return Fraction(
        url_choice.segmented(key, label, values, str(default), lambda it: t.figure(Fraction(it)))
    )
