"""The frame of every page: sidebar, the run in view, and what is said when there is none."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass
from pathlib import Path
from shlex import quote

import streamlit as st
from streamlit.delta_generator import DeltaGenerator

from evalcore.errors import RunNotFound, UnburyError
from evalcore.model.run import RunRecord, StoredRun
from evalcore.views.charts.palette import Palette, palette
from evalcore.views.history import options
from evalcore.views.language import LANGUAGES, N_, Translator
from pages.ui import data, nav, plain, selection, signing_in

_LANGUAGE_NAMES = {"en": "English", "es": "Español"}


@dataclass(frozen=True, slots=True, kw_only=True)
class Frame:
    """What a page is given: the reader's language and colours, the runs, and the one in view."""

    t: Translator
    db: Path
    records: tuple[RunRecord, ...]
    run: StoredRun
    colours: Palette


def open_frame() -> Frame:
    """Draw the sidebar and open the run in view; where there is none, say why and stop."""
    nav.guard()
    t = Translator(selection.language(), st.context.timezone or "UTC")
    theme = st.context.theme.type
    links, choices = _sidebar(t, theme)
    db = data.database()
    try:
        records = _records(db)
        run = data.opened(db, selection.run_name(records))
        if run.record.id not in {record.id for record in records}:
            records = (run.record, *records)  # stored between the two looks at the file
    except UnburyError as error:
        with links:
            nav.links(t)
        _problem(error, db, t)
        st.stop()
    selection.remember_run(run.record.id)
    with links:
        nav.links(t)
    with choices:
        _run_choice(records, run, t)
    return Frame(t=t, db=db, records=records, run=run, colours=palette(theme))


class NothingStored(UnburyError):
    """There is no database yet, or no run in it."""

    exit_code = 2


def _sidebar(t: Translator, theme: str | None) -> tuple[DeltaGenerator, DeltaGenerator]:
    """Logo and language; the places for links and runs, which need the run in view."""
    shade = "dark" if theme == "dark" else "light"
    st.logo(nav.STATIC / f"unbury-{shade}.svg", icon_image=nav.ICON, size="large")
    with st.sidebar:
        links, choices = st.container(), st.container()
        key = f"_language_{t.language}"
        st.segmented_control(
            t.text("Language"),
            LANGUAGES,
            default=t.language,
            required=True,
            format_func=_LANGUAGE_NAMES.__getitem__,
            key=key,
            on_change=lambda: selection.choose_language(st.session_state[key]),
        )
        signing_in.draw(t)
    return links, choices


def _run_choice(records: Sequence[RunRecord], run: StoredRun, t: Translator) -> None:
    st.space("small")
    ids = [record.id for record in records]
    names = options(records, t)
    # The browser keeps a choice's words until the field is another one: a new verdict makes it so.
    key = f"_run_{run.record.id}_{run.record.decision}"
    st.selectbox(
        t.text("Run"),
        ids,
        index=ids.index(run.record.id),
        format_func=names.__getitem__,
        key=key,
        on_change=lambda: selection.choose_run(st.session_state[key]),
    )
    counted = t.plural("{n} case counted", "{n} cases counted", run.record.counted)
    plain.small(f"{run.record.suite} · {counted}")


def _records(db: Path) -> tuple[RunRecord, ...]:
    if not db.exists():
        raise NothingStored(_NO_DATABASE, where=str(db))
    records = data.records(db)
    if not records:
        raise NothingStored(_NO_RUN, where=str(db))
    return records


_NO_DATABASE = N_("There is no database yet")
_NO_RUN = N_("No run has been stored yet")
_UNKNOWN_RUN = N_("This run is not in the database")
_UNREADABLE = N_("The stored runs cannot be shown")


def _problem(error: UnburyError, db: Path, t: Translator) -> None:
    """What is wrong in words, where, and what to run; never a traceback."""
    if isinstance(error, NothingStored):
        st.title(t.text(error.what), icon=":material/database:")
        st.markdown(t.text("Run the sample, or a suite of yours, and this page tells the verdict."))
        plain.block("unbury demo\nunbury run suite.toml")
        plain.small(t.text("Looked for {file}", file=error.where or ""))
        return
    unknown = isinstance(error, RunNotFound)
    st.title(t.text(_UNKNOWN_RUN if unknown else _UNREADABLE), icon=":material/error:")
    plain.refusal(str(error))
    if unknown:
        st.page_link(
            nav.RUNS.file,
            label=t.text("Show the stored runs"),
            icon=nav.RUNS.icon,
            query_params={selection.RUN: "latest"},
        )
    else:
        st.markdown(t.text("This looks into the file and says what is wrong with it:"))
        plain.block(f"unbury doctor --db {quote(str(db))}")
