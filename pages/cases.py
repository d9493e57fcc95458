"""Cases: every question of the exam, worst first."""

from __future__ import annotations

from typing import Any

import streamlit as st
from streamlit.delta_generator import DeltaGenerator

from evalcore.model.words import State
from evalcore.views import amounts
from evalcore.views.cases import CaseTable, Index, Wanted
from evalcore.views.language import Translator
from evalcore.views.verdict import verdict_view
from evalcore.views.words import rule_word, state_tone, state_word
from pages.ui import (
    case_marks,
    data,
    nav,
    opening_table,
    reserve_card,
    selection,
    symptom_filter,
    tones,
)
from pages.ui.frame import Frame, open_frame


def main() -> None:
    """The counters that filter, the filters, the table."""
    frame = open_frame()
    t = frame.t
    table = data.cases(frame.db, frame.run.record.id)
    st.title(_sentence(table, t))
    wanted = _filters(table, frame)
    rows = table.choose(wanted)
    selection.remember_filters()
    _count(table, rows, t)
    if len(rows):
        _table(table, rows[: opening_table.MOST_LISTED], frame.run.record.id, t)
    reserve_card.line(frame.run, t)


def _sentence(table: CaseTable, t: Translator) -> str:
    failing = sum(table.state_counts.get(state, 0) for state in (State.FAIL, State.LOST))
    total = sum(
        table.state_counts.get(state, 0)
        for state in (State.PASS, State.FAIL, State.LOST, State.UNDECIDED, State.ERROR)
    )
    if not total:
        return t.text("No case is counted in this run")
    if not failing:
        return t.text("No case of the {total} counted fails", total=total)
    return t.plural(
        "{n} of {total} counted cases fails",
        "{n} of {total} counted cases fail",
        failing,
        total=total,
    )


def _filters(table: CaseTable, frame: Frame) -> Wanted:
    t = frame.t
    states = _states(table, t)
    with _filter_row(t):
        text = st.text_input(
            t.text("Search"),
            key="text",
            type="search",
            placeholder=t.text("question or id"),
            bind="query-params",
            width=260,
        )
        domains = _choice("domain", t.text("Domain"), table.domains, t)
        categories = _choice("category", t.text("Category"), table.categories, t)
        difficulties = _choice("difficulty", t.text("Difficulty"), table.difficulties, t)
        types = _choice("type", t.text("Type"), table.types, t)
        sources = _choice("source", t.text("Source"), table.sources, t)
        brought = tuple(one for found in table.batches for one in found)
        batches = _choice("batch", t.text("Batch"), brought, t)
    return Wanted(
        states=states,
        domains=domains,
        categories=categories,
        difficulties=difficulties,
        types=types,
        sources=sources,
        batches=batches,
        without=case_marks.without(t),
        text=text or "",
        ids=_ids(frame),
    )


def _filter_row(t: Translator) -> DeltaGenerator:
    """Side by side; folded away on a phone, where four fields would hide the table."""
    if selection.on_a_phone():
        return st.expander(t.text("More filters"), icon=":material/tune:")
    return st.container(horizontal=True, vertical_alignment="bottom")


def _states(table: CaseTable, t: Translator) -> tuple[str, ...]:
    """The counters; they filter, and the URL holds the contract's words, not the screen's."""
    counts = table.state_counts
    options = [state.value for state in counts]
    chosen = [value for value in selection.asked_for("state") if value in options]

    def shown(value: str) -> str:
        words = f"{state_word(State(value), t)} {t.number(counts[State(value)])}"
        return tones.option(words)

    key = "_states_" + "_".join([t.language, *chosen])
    st.pills(
        t.text("State"),
        options,
        selection_mode="multi",
        default=chosen,
        format_func=shown,
        key=key,
        on_change=lambda: selection.choose_filter("state", st.session_state[key]),
    )
    return tuple(chosen)


def _choice(name: str, label: str, column: tuple[str, ...], t: Translator) -> tuple[str, ...]:
    options = sorted(set(column) - {""})
    if not options:
        return ()
    chosen = st.multiselect(
        label, options, key=name, bind="query-params", placeholder=t.text("all"), width=220
    )
    return tuple(chosen)


def _ids(frame: Frame) -> frozenset[str] | None:
    """The cases of one rule or symptom, or those that a link names; None for all."""
    if selection.asked_for("rule"):
        return _of_rule(frame)
    if selection.asked_for(symptom_filter.SYMPTOM):
        return symptom_filter.chosen(frame)
    return case_marks.chosen(frame.t)


def _of_rule(frame: Frame) -> frozenset[str] | None:
    """The cases of one rule, where a link from the verdict asks for them."""
    asked = selection.asked_for("rule")
    rules = {line.rule: line for line in verdict_view(frame.run, frame.t).rules}
    if not asked or asked[0] not in rules:
        return None
    with st.container(horizontal=True, vertical_alignment="center"):
        title = rule_word(asked[0], frame.t)
        st.badge(
            frame.t.text("Rule: {title}", title=title), icon=":material/rule:", color="primary"
        )
        st.button(
            frame.t.text("Show all cases"),
            type="tertiary",
            icon=":material/close:",
            on_click=lambda: selection.choose_filter("rule", ()),
        )
    return frozenset(rules[asked[0]].cases)


def _count(table: CaseTable, rows: Index, t: Translator) -> None:
    """How many fit, and a way to the first of them: a table's buttons hear the mouse alone."""
    if not len(rows):
        st.info(t.text("No case fits these filters."), icon=":material/filter_alt_off:")
        return
    words = t.text("{n} of {total} cases, worst first.", n=len(rows), total=len(table))
    most = opening_table.MOST_LISTED
    if len(rows) > most:
        listed = t.text("The first {n} are listed; filters bring up others.", n=most)
        words = f"{words} {listed}"
    with st.container(horizontal=True, vertical_alignment="center", gap="small"):
        st.caption(words, width="content")
        st.page_link(
            nav.CASE.file,
            label=t.text("Open the first"),
            icon=nav.CASE.icon,
            query_params=selection.link(case=table.ids[rows[0]]),
        )


def _table(table: CaseTable, rows: Index, run_id: str, t: Translator) -> None:
    ids = [table.ids[i] for i in rows]

    def open_case(row: int) -> None:
        st.switch_page(nav.CASE.file, query_params=selection.link(case=ids[row]))

    drawn = opening_table.Opening(
        key="_opened",
        alt=t.text("The cases that fit the filters, worst first"),
        file=f"cases-{run_id}",
        opens=open_case,
    )
    opening_table.draw(_columns(table, rows, t), _config(table, t), drawn, t)


def _columns(table: CaseTable, rows: Index, t: Translator) -> dict[str, Any]:
    words = {state: [state_word(state, t)] for state in table.state_counts}
    absent, several = t.text("absent"), amounts.NOTHING
    ranks = {0: absent, -1: several}
    return {
        "state": [words[table.states[i]] for i in rows],
        "question": [table.questions[i] for i in rows],
        "recall": [table.recall[i] for i in rows],
        "worst": [ranks.get(int(table.worst_rank[i]), str(table.worst_rank[i])) for i in rows],
        "noise": [table.noise[i] + (" ▲" if table.over[i] else "") for i in rows],
        "domain": [table.domains[i] for i in rows],
        "category": [table.categories[i] for i in rows],
        "difficulty": [table.difficulties[i] for i in rows],
        "id": [table.ids[i] for i in rows],
    }


def _config(table: CaseTable, t: Translator) -> dict[str, Any]:
    column = st.column_config
    states = list(table.state_counts)
    return {
        "state": column.MultiselectColumn(
            t.text("State"),
            options=[state_word(state, t) for state in states],
            color=[tones.colour(state_tone(state)) for state in states],
            width=125,
        ),
        "question": column.TextColumn(t.text("Question"), width=420),
        "recall": column.TextColumn(t.text("Recall"), width=75, alignment="right"),
        "worst": column.TextColumn(
            t.text("Worst rank"),
            width=100,
            alignment="right",
            help=t.text("Rank of the expected chunk that is furthest down."),
        ),
        "noise": column.TextColumn(
            t.text("Noise"), width=80, alignment="right", help=t.text("▲ is over the ceiling.")
        ),
        "domain": column.TextColumn(t.text("Domain"), width=120),
        "category": column.TextColumn(t.text("Category"), width=130),
        "difficulty": column.TextColumn(t.text("Difficulty"), width=100),
        "id": column.TextColumn("id", width=150),
    }


main()
