"""Whether this server may write; asked again at every write, never only when drawing a button."""

from __future__ import annotations

import logging
import os
from collections.abc import Callable
from pathlib import Path
from typing import ParamSpec, TypeVar

import streamlit as st

from evalcore.errors import UnburyError

P = ParamSpec("P")
R = TypeVar("R")

START = "unbury serve --write"
LOG = logging.getLogger("unbury.writes")
_AUTHOR = "_author"


class NotAllowedToWrite(UnburyError):
    """The server was started read-only, or for other people."""

    exit_code = 2


def granted() -> bool:
    """Whether the server was started with ``--write``, and this person is one who may.

    With ``--writer`` only people who signed in under one of those addresses may.
    """
    if os.environ.get("UNBURY_WRITE") != "1":
        return False
    writers = os.environ.get("UNBURY_WRITERS", "").split()
    return not writers or account() in writers


def account() -> str | None:
    """The address under which this person signed in, None without a sign-in.

    An address that the provider says it has not verified is none.
    """
    if not st.user.get("is_logged_in") or st.user.get("email_verified") is False:
        return None
    email = st.user.get("email")
    return str(email) if email else None


def author(label: str, key: str) -> str:
    """The name that a person signs with, asked once a session and offered from then on.

    Who signed in signs with that address, and with no other name.
    """
    signed_in = account()
    if signed_in is not None:
        st.text_input(label, signed_in, key=f"{key}_account", disabled=True, width=220)
        return signed_in
    if not st.session_state.get(key):
        st.session_state[key] = st.session_state.get(_AUTHOR, "")
    name = st.text_input(label, key=key, autocomplete="name", width=220)
    if name:
        st.session_state[_AUTHOR] = name
    return name


def write(work: Callable[P, R], *args: P.args, **named: P.kwargs) -> R:
    """What ``work`` gives back, run only where writing is allowed.

    Raises ``NotAllowedToWrite`` otherwise. Every page that stores something goes through here,
    and each attempt leaves a line in the server's log: what became of it, where, and who asked.
    """
    told = _told(work, args, named)
    if not granted():
        LOG.warning("refused %s", told)
        raise NotAllowedToWrite("this dashboard only reads", hint=f"start it with: {START}")
    try:
        result = work(*args, **named)
    except Exception as failed:
        LOG.warning("failed %s: %s", told, type(failed).__name__)
        raise
    LOG.info("wrote %s", told)
    return result


def _told(work: Callable[..., object], args: tuple[object, ...], named: dict[str, object]) -> str:
    """One line; a name that somebody typed is quoted, so that it cannot start another."""
    signed = named.get("author") or named.get("by") or st.session_state.get(_AUTHOR) or "nobody"
    where = f" in {args[0].name!r}" if args and isinstance(args[0], Path) else ""
    name = getattr(work, "__name__", "write")
    return f"{name}{where} by {account() or str(signed)!a}"
