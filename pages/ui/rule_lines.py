"""The rules of the gate as a list: status, value against limit, why, and the way to the cases."""

from __future__ import annotations

from collections.abc import Sequence

import streamlit as st

from evalcore.views.language import Translator
from evalcore.views.verdict import RuleLine
from evalcore.views.words import Tone
from pages.ui import nav, plain, selection, tones

_COLUMNS = (1.3, 5, 1.5)


def draw(rules: Sequence[RuleLine], t: Translator) -> None:
    """One card with a line a rule, those that decide first; on a phone the quiet ones fold."""
    if not selection.on_a_phone():
        _card(rules, t)
        return
    loud = [rule for rule in rules if rule.tone in (Tone.BAD, Tone.WARN)]
    quiet = [rule for rule in rules if rule not in loud]
    if loud:
        _card(loud, t)
    if quiet:
        words = t.plural("{n} rule raises no objection", "{n} rules raise no objection", len(quiet))
        with st.expander(words, icon=":material/check_circle:"):
            _card(quiet, t)


def _card(rules: Sequence[RuleLine], t: Translator) -> None:
    with st.container(border=True, gap="small"):
        for rule in rules:
            _line(rule, t)


def _line(rule: RuleLine, t: Translator) -> None:
    status, words, figures = st.columns(_COLUMNS, gap="small")
    with status:
        tones.badge(rule.status, rule.tone)
    with words, st.container(gap="xxsmall"):
        st.markdown(f"**{rule.title}**")
        plain.words(rule.reason)
        _cases(rule, t)
    with figures, st.container(gap="xxsmall"):
        st.markdown(f"**{rule.value}** :small[{rule.limit}]")
        if rule.span:
            st.caption(rule.span)


def _cases(rule: RuleLine, t: Translator) -> None:
    if not rule.cases:
        return
    words = t.plural("Open the case", "Show the {n} cases", len(rule.cases))
    if not st.button(words, key=f"_rule_{rule.rule}", type="tertiary", icon=":material/list:"):
        return
    if len(rule.cases) == 1:
        st.switch_page(nav.CASE.file, query_params=selection.link(case=rule.cases[0]))
    st.switch_page(nav.CASES.file, query_params=selection.link(rule=rule.rule))
