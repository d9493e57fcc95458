"""A table's own download: what it shows, in a file that a spreadsheet runs nothing of.

Streamlit's download is switched off for every table (``client.disableDataExport``): it hands
texts on as they are, and a spreadsheet would run one that begins with ``=``.
"""

from __future__ import annotations

from collections.abc import Mapping
from typing import TYPE_CHECKING, Any

import streamlit as st

from evalcore.formats.sheet import sheet
from evalcore.views.language import Translator

if TYPE_CHECKING:
    import pandas as pd


def offer(frame: pd.DataFrame, config: Mapping[str, Any], name: str, t: Translator) -> None:
    """A button for this table, under the names its columns have on the screen.

    The file is written when somebody asks for it. ``name`` is the file's, without its ending.
    """
    st.download_button(
        t.text("Download as CSV"),
        lambda: _written(frame, config),
        file_name=f"{name}.csv",
        mime="text/csv",
        key=f"_sheet_{name}",
        type="tertiary",
        icon=":material/download:",
        on_click="ignore",
    )


def _written(frame: pd.DataFrame, config: Mapping[str, Any]) -> bytes:
    labels = {name: one["label"] for name, one in config.items() if isinstance(one, dict)}
    shown = [name for name in frame.columns if name in labels]  # a button is no dictionary
    rows = frame[shown].itertuples(index=False, name=None)
    return sheet([labels[name] for name in shown], ([_cell(one) for one in row] for row in rows))


def _cell(value: Any) -> Any:
    """Several marks in one cell are one text."""
    return ", ".join(map(str, value)) if isinstance(value, list | tuple) else value
