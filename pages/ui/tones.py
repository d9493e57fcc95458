"""Colours and icons of the screen. A word always stands beside them."""

from __future__ import annotations

from collections.abc import Mapping
from typing import Literal

import streamlit as st

from evalcore.model.words import Decision, Place, State
from evalcore.views.charts.palette import palette
from evalcore.views.words import Tone

Colour = Literal["green", "red", "orange", "gray", "yellow"]

_COLOURS: Mapping[Tone, Colour] = {
    Tone.GOOD: "green",
    Tone.BAD: "red",
    Tone.WARN: "orange",
    Tone.QUIET: "gray",
}
_TONES: Mapping[Tone, str] = {
    Tone.GOOD: ":material/check_circle:",
    Tone.BAD: ":material/cancel:",
    Tone.WARN: ":material/error:",
    Tone.QUIET: ":material/remove_circle_outline:",
}
_STATES: Mapping[State, str] = {
    State.PASS: ":material/check_circle:",
    State.FAIL: ":material/cancel:",
    State.LOST: ":material/search_off:",
    State.UNDECIDED: ":material/balance:",
    State.ERROR: ":material/error:",
    State.BROKEN: ":material/link_off:",
    State.NO_ANSWER: ":material/do_not_disturb_on:",
    State.DRAFT: ":material/edit:",
    State.RETIRED: ":material/archive:",
    State.BLIND: ":material/visibility_off:",
}
_PLACES: Mapping[Place, str] = {
    Place.FOUND: ":material/check_circle:",
    Place.MISRANKED: ":material/arrow_downward:",
    Place.ABSENT: ":material/search_off:",
}
_DECISIONS: Mapping[str, str] = {
    Decision.ACCEPT: ":material/verified:",
    Decision.BLOCK: ":material/block:",
    Decision.CANNOT_JUDGE: ":material/help:",
}

GOLD_ICON = ":material/workspace_premium:"
BLIND_ICON = _STATES[State.BLIND]


def colour(tone: Tone) -> Colour:
    """The colour of a tone."""
    return _COLOURS[tone]


def icon(tone: Tone) -> str:
    """The icon of a tone."""
    return _TONES[tone]


def state_icon(state: State) -> str:
    """The icon of a case's state."""
    return _STATES[state]


def decision_icon(machine: str) -> str:
    """The icon of a verdict."""
    return _DECISIONS.get(machine, ":material/help:")


def place_badge(words: str, place: Place, tone: Tone) -> None:
    """Where an expected chunk ended up."""
    st.badge(words, icon=_PLACES[place], color=colour(tone))


def badge(words: str, tone: Tone, icon: str | None = None) -> None:
    """Words of ours in a tone; never people's own text."""
    st.badge(words, icon=icon or _TONES[tone], color=colour(tone))


def option(words: str) -> str:
    """Words of ours on one of several buttons, legible when chosen.

    On a dark page Streamlit writes the chosen one in the primary colour, which has to be dark
    enough for white words on a primary button; border and ground still tell which is chosen.
    """
    if st.context.theme.type != "dark":
        return words
    return f':color[{words}]{{foreground="{palette("dark").ink}"}}'
