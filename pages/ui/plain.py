"""People's own text on the screen: never read as markup, whatever it contains.

Streamlit's markdown would fetch images, make links and swallow ``:words[]`` from a question or
a chunk. Only elements that show text as it is are used here; the two that carry a heading or
weight are HTML tags around escaped text.
"""

from __future__ import annotations

from html import escape

import streamlit as st
from streamlit.delta_generator import DeltaGenerator


def heading(text: str, level: int = 1) -> None:
    """A heading in people's own words."""
    _tag(f"h{level}", text)


def strong(text: str) -> None:
    """A line of weight, as wide as its container."""
    _tag("strong", text)


def small(text: str) -> None:
    """A side remark such as an id or a batch, as wide as its words."""
    if text:
        st.html(f"<small>{escape(_whole(text))}</small>", width="content")


def words(text: str, where: DeltaGenerator | None = None) -> None:
    """Running text that keeps its own line ends."""
    (where or st).text(_whole(text), width="stretch")


def block(text: str) -> None:
    """A passage to read or copy, such as a chunk or a command."""
    st.code(_whole(text), language=None, wrap_lines=True)


def _tag(tag: str, text: str) -> None:
    st.html(f"<{tag}>{escape(_whole(text)) or '&nbsp;'}</{tag}>")


def _whole(text: str) -> str:
    """Text that can travel: a lone surrogate would stop the whole page."""
    return text.encode("utf-8", "replace").decode("utf-8")
