"""What the reader has chosen, in the URL and back: language, run, case, filters.

The URL decides; the session only remembers what a link did not say. Every link is made here,
so that it carries the choice along.
"""

from __future__ import annotations

from collections.abc import Sequence

import streamlit as st

from evalcore.model.run import RunRecord
from evalcore.views.language import LANGUAGES, best_language

RUN, CASE, LANG = "run", "case", "lang"
FILTERS = (
    *("state", "domain", "category", "difficulty", "type", "source", "batch"),
    *("without", "id", "text", "rule", "symptom"),
)

Params = dict[str, str | list[str]]


def language() -> str:
    """The URL's language, else the one chosen before, else the browser's."""
    asked = st.query_params.get(LANG)
    if asked in LANGUAGES:
        st.session_state["_lang"] = asked
        return str(asked)
    chosen = st.session_state.get("_lang")
    return str(chosen) if chosen in LANGUAGES else best_language(st.context.locale)


def choose_language(chosen: str) -> None:
    """Keep a language in the URL and for the pages to come."""
    st.session_state["_lang"] = chosen
    st.query_params[LANG] = chosen


def run_name(records: Sequence[RunRecord]) -> str:
    """The run the reader means: an id where it can be told, else the name as it was asked.

    A name in the URL is never replaced by another run; one only remembered may be.
    """
    ids = {record.id for record in records}
    asked = st.query_params.get(RUN)
    if not asked:
        kept = st.session_state.get("_run")
        return str(kept) if kept in ids else records[0].id
    if asked in ids:
        return asked
    labelled = (record.id for record in records if record.label == asked)
    return next(labelled, asked)


def remember_run(run_id: str) -> None:
    """Keep a run that was opened for links that do not name one."""
    st.session_state["_run"] = run_id


def choose_run(run_id: str) -> None:
    """Keep a run in the URL and for the pages to come; the case may not exist there."""
    remember_run(run_id)
    st.query_params[RUN] = run_id


def case_id() -> str | None:
    """The case of the URL, else the one looked at last."""
    asked = st.query_params.get(CASE) or st.session_state.get("_case")
    if asked:
        st.session_state["_case"] = asked
    return asked


def link(**more: str | list[str] | None) -> Params:
    """The parameters of a link: run and language as they are, and what else is given."""
    params: Params = {}
    run = st.session_state.get("_run")
    if run:
        params[RUN] = str(run)
    if st.session_state.get("_lang") in LANGUAGES:
        params[LANG] = str(st.session_state["_lang"])
    params.update({name: value for name, value in more.items() if value})
    return params


def link_to_cases() -> Params:
    """The case table as the reader last filtered it."""
    kept = st.session_state.get("_filters") or {}
    return link(**kept)


def remember_filters() -> None:
    """Keep the filters of the URL, for the way back from a case."""
    kept = {name: st.query_params.get_all(name) for name in FILTERS}
    st.session_state["_filters"] = {name: values for name, values in kept.items() if values}


def asked_for(name: str) -> list[str]:
    """Every value that the URL gives a filter."""
    return [value for value in st.query_params.get_all(name) if value]


def choose_filter(name: str, values: Sequence[str]) -> None:
    """Keep a filter in the URL; without values it disappears from it."""
    if values:
        st.query_params[name] = list(values)
    elif name in st.query_params:
        del st.query_params[name]


def on_a_phone() -> bool:
    """Whether the browser says it is a phone: it is then given the short list first."""
    return "Mobi" in (st.context.headers.get("User-Agent") or "")
