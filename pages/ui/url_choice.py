"""Choices that live in the URL under the contract's own words, whatever language is shown.

Streamlit's own binding would put the translated label there, and a link would then depend on
the reader's language.
"""

from __future__ import annotations

from collections.abc import Callable, Sequence

import streamlit as st

from pages.ui import tones


def segmented(
    name: str, label: str, options: Sequence[str], default: str, shown: Callable[[str], str]
) -> str:
    """One of ``options`` as a row of buttons; a value of the URL that is none is left out."""
    key = _synced(name, options, default)
    chosen = st.segmented_control(
        label,
        options,
        required=True,
        format_func=lambda one: tones.option(shown(one)),
        key=key,
        on_change=_keep,
        args=(name,),
    )
    return str(chosen or default)


def slider(
    name: str, label: str, options: Sequence[str], default: str, shown: Callable[[str], str]
) -> str:
    """One of ``options`` on a line, in their order."""
    key = _synced(name, options, default)
    chosen = st.select_slider(
        label, options, format_func=shown, key=key, on_change=_keep, args=(name,)
    )
    return str(chosen)


def chosen(name: str, default: str) -> str:
    """The URL's choice as it stands, for a control that is drawn further down."""
    return st.query_params.get(name, default)


def choose(name: str, value: str) -> None:
    """Put a choice into the URL; its control follows when it is drawn next."""
    st.query_params[name] = value


def _synced(name: str, options: Sequence[str], default: str) -> str:
    """The control's key, its state brought in line with the URL."""
    key = f"_choice_{name}"
    asked = st.query_params.get(name)
    if asked in options:
        st.session_state[key] = asked
    elif st.session_state.get(key) not in options or asked is None:
        st.session_state[key] = default
    return key


def _keep(name: str) -> None:
    choose(name, str(st.session_state[f"_choice_{name}"]))
