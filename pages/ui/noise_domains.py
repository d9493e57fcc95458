"""The domains side by side, each with its own ceiling to choose."""

from __future__ import annotations

from fractions import Fraction

import streamlit as st
from streamlit.delta_generator import DeltaGenerator

from evalcore.model.policy import Policy
from evalcore.views.charts.noise_small import small_histogram
from evalcore.views.language import Translator
from evalcore.views.noise import ceiling_options
from evalcore.views.noise_domains import (
    MOST,
    DomainNoise,
    about_domain,
    ceilings_of,
    domains,
    left_out,
    setting,
)
from pages.ui import noise_bench, plain, selection
from pages.ui.frame import Frame

OWN = "own"


def own_ceilings(in_force: Policy) -> dict[str, Fraction]:
    """The ceilings of single domains: those in force, and what was chosen here."""
    return ceilings_of(selection.asked_for(OWN), in_force.noise.domain)


def draw(frame: Frame, tried: Policy) -> None:
    """One card a domain; nothing where the cases have no domains."""
    t = frame.t
    share, margin = noise_bench.share_and_margin()
    found = domains(frame.run.examination, tried, share=share, margin=margin)
    if not found:
        return
    with _part(t):
        st.caption(
            t.text(
                "Healthy cases only. The dashed line is the ceiling that applies; a crossed "
                "domain may need a more generous one (chapter 17)."
            )
        )
        with st.grid(3, min_column_width=250):
            for number, one in enumerate(found[:MOST]):
                _card(frame, one, number)
        more = left_out(MOST, len(found), t)
        if more:
            st.caption(more)


def _part(t: Translator) -> DeltaGenerator:
    """A part of the page; folded away on a phone, where the cards stand one under another."""
    if selection.on_a_phone():
        return st.expander(t.text("By domain"), icon=":material/category:")
    st.header(t.text("By domain"))
    return st.container(gap="small")


def _card(frame: Frame, one: DomainNoise, number: int) -> None:
    t = frame.t
    cases, suggestion = about_domain(one, t)
    with st.container(border=True, height="stretch", gap="xsmall"):
        plain.strong(one.name)
        st.caption(cases)
        st.image(
            small_histogram(one.counts, one.edges, one.ceiling, frame.colours),
            width="stretch",
            alt=f"{cases}. {suggestion}",
        )
        _choose(frame, one, number)
        st.caption(suggestion)


def _choose(frame: Frame, one: DomainNoise, number: int) -> None:
    t = frame.t
    suggested = [one.proposal.ceiling] if one.proposal.ceiling is not None else []
    cutoff = frame.run.examination.exam.cutoff
    ceilings = [str(it) for it in ceiling_options(cutoff, one.ceiling, *suggested)]
    options = ["", *ceilings]
    key = f"_own_{number}_{one.name}"
    st.selectbox(
        t.text("Ceiling"),
        options,
        index=options.index(str(one.ceiling)) if one.own else 0,
        format_func=lambda text: t.figure(Fraction(text)) if text else t.text("as in general"),
        key=key,
        on_change=lambda: _keep(one.name, str(st.session_state[key])),
    )


def _keep(domain: str, text: str) -> None:
    others = [it for it in selection.asked_for(OWN) if it.rpartition("=")[0] != domain]
    chosen = setting(domain, Fraction(text) if text else None)
    selection.choose_filter(OWN, [*others, chosen])
