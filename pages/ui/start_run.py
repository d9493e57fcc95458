"""A run started from the browser: what may be started, how far it is, how to stop it."""

from __future__ import annotations

import streamlit as st

from evalcore.errors import UnburyError
from evalcore.views.language import Translator
from evalcore.views.running import running_sentence, running_share
from evalcore.workflows import background_run
from evalcore.workflows.background_run import Desk, Startable
from pages.ui import nav, permission, plain, selection
from pages.ui.frame import Frame

_EVERY = 0.7
"""Seconds between two looks at a run under way."""
_LABEL = "_run_label"


@st.cache_resource
def _desk() -> Desk:
    """The one desk of this server: whoever opens the page sees the same run."""
    return Desk()


def draw(frame: Frame) -> None:
    """How to start a run from the shell; with leave to write, the run itself."""
    t = frame.t
    st.header(t.text("Start a run"))
    if not permission.granted():
        st.markdown(t.text("A run is started from the shell; it appears here when it is stored:"))
        _shell()
        plain.quiet(
            t.text(
                "{command} lets it be started, watched and stopped here.", command=permission.START
            )
        )
        return
    look = _desk().look()
    if look is not None and not look.ended:
        _watch(t)
        return
    if look is not None:
        _ended(t)
    _form(frame)


def _shell() -> None:
    plain.block(
        "unbury run suite.toml --label friday\n"
        "unbury import --golden golden.jsonl --rankings run.trec"
    )


def _form(frame: Frame) -> None:
    t = frame.t
    suites = background_run.startable(frame.db, frame.records)
    if not suites:
        st.markdown(
            t.text("Only a suite that was run here before can be started here. The first time:")
        )
        _shell()
        return
    with st.container(border=True):
        suite = st.selectbox(
            t.text("Suite"),
            suites,
            format_func=_name,
            help=t.text("Suites that were run on this machine, and whose index is the same."),
        )
        label = st.text_input(t.text("Label"), key=_LABEL, max_chars=60, width=220)
        if st.button(t.text("Start the run"), type="primary", icon=":material/play_arrow:"):
            _start(frame, suite, label)


def _name(suite: Startable) -> str:
    return f"{suite.name} · {suite.path.name}"


def _start(frame: Frame, suite: Startable, label: str) -> None:
    try:
        permission.write(_desk().start, frame.db, suite.path, label=label.strip() or None)
    except UnburyError as error:
        plain.refusal(str(error))
        return
    st.rerun()


@st.fragment(run_every=_EVERY)
def _watch(t: Translator) -> None:
    """Looked at again and again; the page is drawn anew once the run has ended."""
    look = _desk().look()
    if look is None or look.ended:
        st.rerun()
    with st.container(border=True):
        plain.words(look.suite)
        st.progress(running_share(look), text=running_sentence(look, t))
        if st.button(
            t.text("Stop"),
            icon=":material/stop:",
            help=t.text("Nothing of a stopped run is stored."),
            disabled=look.storing,
        ):
            permission.write(_desk().stop)
            plain.quiet(t.text("It stops after the questions that are out."))


def _ended(t: Translator) -> None:
    look = _desk().look()
    if look is None:
        return
    with st.container(border=True):
        if look.run_id is not None:
            st.markdown(t.text("The run has ended and is stored."))
            st.page_link(
                nav.VERDICT.file,
                label=t.text("Show its verdict"),
                icon=nav.VERDICT.icon,
                query_params=selection.link(run=look.run_id),
            )
        elif look.stopped:
            st.markdown(t.text("The run was stopped. Nothing of it is stored."))
        else:
            st.markdown(t.text("The run could not be made. Nothing of it is stored."))
            plain.words(look.trouble or "")
