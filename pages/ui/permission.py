"""Whether this server may write; asked again at every write, never only when drawing a button."""

from __future__ import annotations

import os
from collections.abc import Callable
from typing import ParamSpec, TypeVar

import streamlit as st

from evalcore.errors import UnburyError

P = ParamSpec("P")
R = TypeVar("R")

START = "unbury serve --write"
_AUTHOR = "_author"


class NotAllowedToWrite(UnburyError):
    """The server was started read-only."""

    exit_code = 2


def granted() -> bool:
    """Whether the server was started with ``--write``."""
    return os.environ.get("UNBURY_WRITE") == "1"


def author(label: str, key: str) -> str:
    """The name that a person signs with, asked once a session and offered from then on."""
    if not st.session_state.get(key):
        st.session_state[key] = st.session_state.get(_AUTHOR, "")
    name = st.text_input(label, key=key, autocomplete="name", width=220)
    if name:
        st.session_state[_AUTHOR] = name
    return name


def write(work: Callable[P, R], *args: P.args, **named: P.kwargs) -> R:
    """What ``work`` gives back, run only where writing is allowed.

    Raises ``NotAllowedToWrite`` otherwise. Every page that stores something goes through here.
    """
    if not granted():
        raise NotAllowedToWrite("this dashboard only reads", hint=f"start it with: {START}")
    return work(*args, **named)
