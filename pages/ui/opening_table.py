"""A table whose rows open something: a button leads each row, and the whole can be taken along."""

from __future__ import annotations

from collections.abc import Callable, Mapping, Sequence
from dataclasses import dataclass
from typing import Any

import streamlit as st

from evalcore.views.language import Translator
from pages.ui import sheet

MOST_LISTED = 10_000
"""Nobody scrolls further, and to send all of a hundred thousand takes half a second a click."""
LAZY_ABOVE = 5_000
HEIGHT = 620
WHOLE_ROWS = 17

Cells = Mapping[str, Sequence[Any]] | Sequence[Mapping[str, Any]]


@dataclass(frozen=True, kw_only=True)
class Opening:
    """What a table is: its words for those who do not see it, its file, what a row opens.

    ``key`` is the widget's, ``file`` the download's name without its ending; ``opens`` is called
    with the number of the row. Up to ``whole`` rows are shown without a scroll bar.
    """

    key: str
    alt: str
    file: str
    opens: Callable[[int], None]
    whole: int = WHOLE_ROWS


def draw(cells: Cells, config: Mapping[str, Any], table: Opening, t: Translator) -> None:
    """The table with its button column, and its download."""
    import pandas as pd

    frame = pd.DataFrame(cells)
    frame.insert(0, "open", t.text("Open"))
    columns = {"open": _button(table, t), **config}
    st.dataframe(
        frame,
        hide_index=True,
        height="content" if len(frame) <= table.whole else HEIGHT,
        lazy=True if len(frame) > LAZY_ABOVE else None,
        alt=table.alt,
        column_config=columns,
    )
    sheet.offer(frame, columns, table.file, t)


def _button(table: Opening, t: Translator) -> Any:
    return st.column_config.ButtonColumn(
        t.text("Open"),
        key=table.key,
        on_click=lambda: table.opens(st.session_state[table.key].row),
        type="tertiary",
        width=80,
        pinned=True,
    )
