"""From the finding to the list, the trail and the bench; on a phone these are three tabs."""

from __future__ import annotations

from enum import StrEnum

import streamlit as st

from evalcore.views.language import Translator
from pages.ui import bench, selection, tones
from pages.ui import trail as trail_card

KEY = "_part"


class Part(StrEnum):
    """What a phone shows of a failed case at a time."""

    LIST = "list"
    WHY = "why"
    REPAIR = "repair"


def links(t: Translator) -> None:
    """To the trail and the bench further down; a phone has the tabs right below instead."""
    if selection.on_a_phone():
        return
    why, repair = t.text("Why it fails"), t.text("Try a repair")
    st.markdown(
        f":material/arrow_downward: [{why}](#{trail_card.ANCHOR})"
        f"  ·  :material/build: [{repair}](#{bench.ANCHOR})"
    )


def part(t: Translator) -> Part:
    """The tab of a phone."""
    names = {
        Part.LIST: t.text("List"),
        Part.WHY: t.text("Why"),
        Part.REPAIR: t.text("Repair"),
    }
    options: list[Part] = [*names]
    chosen = st.segmented_control(
        t.text("What to show"),
        options,
        default=Part.LIST,
        required=True,
        format_func=lambda one: tones.option(names[one]),
        key=f"{KEY}_{t.language}",
        width="stretch",
        label_visibility="collapsed",
    )
    return Part(chosen or Part.LIST)
