"""People's own text on the screen: never read as markup, whatever it contains.

Streamlit's markdown would fetch images, make links and swallow ``:words[]`` from a question or
a chunk. Only elements that show text as it is are used here; the two that carry a heading or
weight are HTML tags around escaped text.
"""

from __future__ import annotations

from collections.abc import Sequence
from html import escape

import streamlit as st
from streamlit.delta_generator import DeltaGenerator

from evalcore.views.charts.palette import palette
from evalcore.views.language import Translator
from pages.ui import selection

MESSAGES = "en"
"""The language of the errors, which are written where no reader's language is known."""


def heading(text: str, level: int = 1) -> None:
    """A heading in people's own words."""
    _tag(f"h{level}", text)


def strong(text: str) -> None:
    """A line of weight, as wide as its container."""
    _tag("strong", text)


def mark(text: str) -> None:
    """A title of weight, as wide as its words, beside badges."""
    st.html(f"<strong>{escape(_whole(text)) or '&nbsp;'}</strong>", width="content")


def small(text: str) -> None:
    """A side remark such as an id or a batch, as wide as its words."""
    if text:
        st.html(f"<small>{escape(_whole(text))}</small>", width="content")


def quiet(text: str) -> None:
    """A side remark of a line or more, in the muted colour, as wide as its container."""
    if text:
        muted = palette(st.context.theme.type).muted
        st.html(f'<small style="color:{muted}">{escape(_whole(text))}</small>')


def tinted(text: str, colour: str, *, strong: bool = False) -> None:
    """Running text in one of our colours, as wide as its container; a sign stands beside it."""
    tag = "strong" if strong else "span"
    st.html(f'<{tag} style="color:{colour}">{escape(_whole(text))}</{tag}>')


def pair(label: str, value: str) -> None:
    """A short fact under its label, on one line where there is room."""
    muted = palette(st.context.theme.type).muted
    name, said = escape(_whole(label)), escape(_whole(value))
    st.html(f'<small><span style="color:{muted}">{name}</span> <strong>{said}</strong></small>')


def grid(columns: Sequence[str], rows: Sequence[Sequence[str]], *, alt: str) -> None:
    """A small table whose cells are shown as they are."""
    import pandas as pd

    cells = [[_whole(cell) for cell in row] for row in rows]
    frame = pd.DataFrame(cells, columns=[_whole(name) for name in columns])
    st.dataframe(frame, hide_index=True, height="content", alt=_whole(alt))


def words(text: str, where: DeltaGenerator | None = None) -> None:
    """Running text that keeps its own line ends."""
    (where or st).text(_whole(text), width="stretch")


def block(text: str) -> None:
    """A passage to read or copy, such as a chunk or a command."""
    st.code(_whole(text), language=None, wrap_lines=True)


def refusal(message: str) -> None:
    """An error as a command would print it, announced where the reader's language is another."""
    t = Translator(selection.language())
    if t.language != MESSAGES:
        st.caption(t.text("The message, in English as the commands write it:"))
    block(message)


def _tag(tag: str, text: str) -> None:
    st.html(f"<{tag}>{escape(_whole(text)) or '&nbsp;'}</{tag}>")


def _whole(text: str) -> str:
    """Text that can travel: a lone surrogate would stop the whole page."""
    return text.encode("utf-8", "replace").decode("utf-8")
