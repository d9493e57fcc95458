"""The parts of the case page around the list: badges, finding, expected chunks, figures."""

from __future__ import annotations

from collections.abc import Callable, Mapping

import streamlit as st

from evalcore.model.words import State
from evalcore.views.case import CaseView, ExpectedCard
from evalcore.views.language import Translator
from pages.ui import plain, tones

CARD_WIDTH = 250


def badges(view: CaseView, state: State) -> None:
    """State, whether gold is at stake, and what kind of question it is."""
    with st.container(horizontal=True, vertical_alignment="center", gap="small"):
        tones.badge(view.state_word, view.tone, tones.state_icon(state))
        if view.gold:
            st.badge(view.gold, icon=tones.GOLD_ICON, color="yellow")
        plain.small(" · ".join((*view.facts, view.id)))


def finding(view: CaseView, jumps: Callable[[], None] | None) -> None:
    """What happened in one sentence, the figures behind it, and the ways on from there."""
    found = view.finding
    with st.container(border=True, gap="xsmall"):
        st.header(f":{tones.colour(found.tone)}[{found.headline}]")
        if found.body:
            st.markdown(" ".join(found.body))
        if view.failure:
            plain.block(view.failure)
        for note in view.notes:
            with st.container(horizontal=True, gap="xsmall", wrap=False):
                st.markdown(":material/info:", width="content")
                plain.words(note)
        if jumps is not None:
            jumps()


def expected(view: CaseView, t: Translator, before: Mapping[str, int]) -> None:
    """The expected chunks as cards, with their ranks in the baseline where these are known."""
    if view.expected:
        st.header(t.text("What had to come out"))
        if view.one_is_enough:
            st.caption(view.one_is_enough)
        with st.grid(min(3, max(2, len(view.expected))), min_column_width=CARD_WIDTH):
            for card in view.expected:
                _expected(card, t, before.get(card.facts.id))
    if view.reference:
        with st.expander(t.text("The answer people wrote down"), icon=":material/edit_note:"):
            plain.words(view.reference)


def figures(view: CaseView, t: Translator) -> None:
    """Every measure of the case, exact where it is rational."""
    st.header(t.text("The figures of this case"))
    with st.container(border=True), st.grid(6, min_column_width=130, gap="small"):
        for one in view.measures:
            with st.container(gap="xxsmall"):
                st.caption(one.label)
                st.markdown(f"**{one.value}**")


def _expected(card: ExpectedCard, t: Translator, before: int | None) -> None:
    with st.container(border=True, height="stretch", gap="xsmall"):
        with st.container(horizontal=True, gap="xsmall"):
            tones.place_badge(card.place_words, card.place, card.tone)
            if card.gold:
                st.badge(t.text("Gold"), icon=tones.GOLD_ICON, color="yellow")
        plain.strong(card.facts.title)
        if not card.facts.known:
            st.caption(t.text("The manifest says nothing of it: only its id is known."))
        was = "" if before is None else t.text("rank {rank} in the baseline", rank=before)
        parts = (card.detail, was, card.facts.batch, card.facts.id)
        plain.small(" · ".join(part for part in parts if part))
        if card.facts.text or card.quote:
            with st.expander(t.text("Read it"), type="compact"):
                if card.quote:
                    st.caption(t.text("The quote that holds the answer"))
                    plain.block(card.quote)
                if card.facts.text:
                    plain.words(card.facts.text)
