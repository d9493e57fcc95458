"""A case that the run in view does not ask: which other run does."""

from __future__ import annotations

import streamlit as st

from evalcore.model.run import RunRecord
from evalcore.views.history import name_of
from evalcore.views.outcome import Outcome, outcome_of
from pages.ui import data, nav, plain, selection
from pages.ui.frame import Frame

MOST_SETS = 6
"""So many golden sets are opened to look for a case; runs of the same one ask the same."""


def found(frame: Frame, case_id: str) -> Outcome | None:
    """The case in the newest run that asks it, the same suite's runs first; None in none.

    A blind case is never opened, so it is not found either.
    """
    for record in _one_of_each_set(frame):
        outcome = outcome_of(data.opened(frame.db, record.id), case_id)
        if outcome is not None and not outcome.secret:
            return outcome
    return None


def say(frame: Frame, outcome: Outcome) -> None:
    """Which run is shown instead, before it is."""
    t, record = frame.t, outcome.run.record
    here, there = name_of(frame.run.record), name_of(record)
    with st.container(border=True):
        plain.strong(t.text("«{run}» does not ask this question", run=here))
        when = t.moment(record.started)
        plain.words(
            t.text(
                "What follows is how «{run}» of the suite «{suite}» answered it, examined {when}.",
                run=there,
                suite=record.suite,
                when=when,
            )
        )
        st.page_link(
            nav.CASE.file,
            label=t.text("Put that run in view"),
            icon=nav.CASE.icon,
            query_params=selection.link(run=record.id, case=outcome.case.id),
        )


def _one_of_each_set(frame: Frame) -> list[RunRecord]:
    here = frame.run.record
    seen, chosen = {here.golden_hash}, []
    for record in sorted(frame.records, key=lambda one: one.suite != here.suite):
        if record.golden_hash not in seen:
            seen.add(record.golden_hash)
            chosen.append(record)
    return chosen[:MOST_SETS]
