"""The measures as cards, all of one height."""

from __future__ import annotations

from collections.abc import Sequence
from typing import Literal

import streamlit as st

from evalcore.views.language import Translator
from evalcore.views.measures import MeasureCard
from evalcore.views.words import Tone

_COLUMNS = 4
_NARROWEST = 150


def draw(cards: Sequence[MeasureCard], t: Translator) -> None:
    """The best known measures as cards, the others behind a fold; each with interval and n/N."""
    _grid([card for card in cards if card.main])
    others = [card for card in cards if not card.main]
    if others:
        with st.expander(t.text("More measures"), icon=":material/more_horiz:"):
            _grid(others)


def _grid(cards: Sequence[MeasureCard]) -> None:
    with st.grid(_COLUMNS, min_column_width=_NARROWEST):
        for card in cards:
            _card(card)


def _card(card: MeasureCard) -> None:
    with st.container(border=True, height="stretch", gap="xxsmall"):
        st.metric(
            card.label,
            card.value,
            delta=card.delta,
            delta_color=_colour(card),
            delta_arrow="off" if card.delta_tone is Tone.QUIET else "auto",
            help=card.help or None,
            chart_data=list(card.series) or None,
        )
        st.caption(card.detail)
        if card.bounds:
            st.markdown(f":small[:orange[{card.bounds}]]")


def _colour(card: MeasureCard) -> Literal["normal", "inverse", "off"]:
    if card.delta_tone is Tone.QUIET:
        return "off"
    return "inverse" if card.lower_is_better else "normal"
