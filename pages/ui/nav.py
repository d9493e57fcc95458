"""Which pages there are, and the guard that keeps a deep link on a fresh server whole.

With a ``pages`` folder beside app.py, the first URL opened after a start would run the page
file alone: no navigation, no frame, for every reader until somebody opens ``/``. Building the
navigation once ends that, so every page does it first (``guard``). The icon is set before the
navigation, else the browser would fetch one from a font host.

Pandas is loaded here, where all sessions wait for each other: loaded by the pages, the first
visitors of a fresh server would find it half loaded and see an error.
"""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass
from pathlib import Path

import pandas as pd  # noqa: F401 - loaded before any page, see above
import streamlit as st

from evalcore.views.language import N_, Translator
from pages.ui import selection

STATIC = Path(__file__).parents[2] / "static"
ICON = STATIC / "unbury.svg"
SIDEBAR_WIDTH = 252


@dataclass(frozen=True, slots=True, kw_only=True)
class Entry:
    """One page: its file, its title (a message id) and its icon."""

    file: str
    title: str
    icon: str


VERDICT = Entry(
    file="pages/verdict.py",
    title=N_("Verdict"),
    icon=":material/verified:",
)
CASES = Entry(
    file="pages/cases.py",
    title=N_("Cases"),
    icon=":material/list:",
)
CASE = Entry(
    file="pages/case.py",
    title=N_("Case"),
    icon=":material/manage_search:",
)
COMPARE = Entry(
    file="pages/compare.py",
    title=N_("Compare"),
    icon=":material/compare_arrows:",
)
BLOCKED = Entry(
    file="pages/blocked.py",
    title=N_("Blocked deploy"),
    icon=":material/block:",
)
HEATMAP = Entry(
    file="pages/heatmap.py",
    title=N_("Heatmap"),
    icon=":material/grid_on:",
)
NOISE = Entry(
    file="pages/noise.py",
    title=N_("Noise"),
    icon=":material/graphic_eq:",
)
CALIBRATION = Entry(
    file="pages/calibration.py",
    title=N_("Calibration"),
    icon=":material/tune:",
)
SYMPTOMS = Entry(
    file="pages/symptoms.py",
    title=N_("Symptoms"),
    icon=":material/stethoscope:",
)
STABILITY = Entry(
    file="pages/stability.py",
    title=N_("Stability"),
    icon=":material/balance:",
)
GOLDEN = Entry(
    file="pages/golden.py",
    title=N_("Golden set"),
    icon=":material/menu_book:",
)
ANNOTATE = Entry(
    file="pages/annotate.py",
    title=N_("Annotate"),
    icon=":material/edit_note:",
)
RUNS = Entry(
    file="pages/runs.py",
    title=N_("Runs"),
    icon=":material/history:",
)

SECTIONS: Mapping[str, tuple[Entry, ...]] = {
    "": (VERDICT,),
    N_("Diagnose"): (CASES, CASE),
    N_("Compare"): (COMPARE, BLOCKED, STABILITY),
    N_("Patterns"): (SYMPTOMS, HEATMAP, NOISE, CALIBRATION),
    N_("Golden set"): (GOLDEN, ANNOTATE),
    N_("History"): (RUNS,),
}


def entry() -> st.Page:
    """The page that was asked for, with navigation and page settings in place."""
    st.session_state["_entry"] = True
    page = _navigation(Translator(selection.language()))
    st.set_page_config(page_title=f"{page.title} · Unbury")
    return page


def guard() -> None:
    """Start over through the navigation where a page file was run without app.py."""
    if "_entry" not in st.session_state:
        _navigation(Translator(selection.language()))
        st.session_state["_entry"] = True
        st.rerun()


def links(t: Translator) -> None:
    """The navigation in the sidebar: links that keep run, language, case and filters."""
    for section, entries in SECTIONS.items():
        if section:
            st.markdown(f":small[:gray[{t.text(section)}]]")
        with st.container(gap="xsmall"):
            for one in entries:
                _link(one, t)


def _link(one: Entry, t: Translator) -> None:
    params = selection.link_to_cases() if one is CASES else selection.link()
    if one is CASE and st.session_state.get("_case"):
        params = selection.link(case=str(st.session_state["_case"]))
    st.page_link(
        one.file,
        label=t.text(one.title),
        icon=one.icon,
        width="stretch",
        query_params=params,
    )


def _navigation(t: Translator) -> st.Page:
    st.set_page_config(page_icon=str(ICON), layout="wide", initial_sidebar_state=SIDEBAR_WIDTH)
    pages = [_page(one, t) for entries in SECTIONS.values() for one in entries]
    return st.navigation(pages, position="hidden")


def _page(one: Entry, t: Translator) -> st.Page:
    return st.Page(one.file, title=t.text(one.title), icon=one.icon, default=one is VERDICT)
