"""Calibration: every number of the policy, tried on the runs that were stored."""

from __future__ import annotations

import streamlit as st

from evalcore.errors import InputError
from evalcore.formats.policy_table import changed_settings, settings_of, with_settings
from evalcore.model.policy import Policy
from evalcore.views.language import Translator
from evalcore.views.settings import field_word, section_word, sections
from evalcore.workflows.policies import SHORT, InForce, in_force
from pages.ui import nav, plain, selection, try_and_save
from pages.ui.frame import open_frame

SET = "set"
OPEN = frozenset({"recall", "noise", "tolerance"})
"""The sections that are not folded away: what the book says to calibrate first."""


def main() -> None:
    """The numbers in force, the form to change them, what the last runs would have been."""
    frame = open_frame()
    t = frame.t
    now = in_force(frame.db, frame.run.record.suite)
    policy, problem = _tried(now)
    st.title(_sentence(now, policy, t))
    st.markdown(
        t.text(
            "Who disputes a figure disputes a calibration; who wants to remove the exam is "
            "refused: no number here can switch a rule of recall or noise off."
        )
    )
    plain.quiet(_in_force(now, t))
    st.page_link(
        nav.NOISE.file,
        label=t.text("Read ceilings off the healthy cases"),
        icon=nav.NOISE.icon,
        query_params=selection.link(),
    )
    _form(now, policy, t)
    if problem:
        st.error(t.text("These numbers cannot be tried:"), icon=":material/error:")
        plain.refusal(problem)
        return
    try_and_save.draw(frame, now, policy)


def _sentence(now: InForce, policy: Policy, t: Translator) -> str:
    n = len(changed_settings(now.policy, policy))
    if not n:
        return t.text("What if the gate's numbers were others?")
    return t.plural(
        "{n} number differs from the policy in force",
        "{n} numbers differ from the policy in force",
        n,
    )


def _in_force(now: InForce, t: Translator) -> str:
    signed = " · ".join(part for part in (now.policy.author, now.policy.reason) if part)
    words = t.text("In force: version {version}.", version=now.hash[:SHORT])
    return f"{words} {signed or t.text('Nobody has signed it.')}"


def _tried(now: InForce) -> tuple[Policy, str]:
    """The policy of the URL, or the one in force and what is wrong with the URL's."""
    try:
        return with_settings(now.policy, selection.asked_for(SET)), ""
    except InputError as error:
        return now.policy, str(error)


def _form(now: InForce, policy: Policy, t: Translator) -> None:
    in_force_now, shown = settings_of(now.policy), settings_of(policy)
    with st.form("_numbers", enter_to_submit=True):
        fields: dict[str, str] = {}
        for section, settings in sections(shown).items():
            if section in OPEN:
                st.header(section_word(section, t))
                fields |= _fields(settings, in_force_now, t)
            else:
                with st.expander(section_word(section, t)):
                    fields |= _fields(settings, in_force_now, t)
        with st.container(horizontal=True, vertical_alignment="center"):
            pressed = st.form_submit_button(
                t.text("Try these numbers"), icon=":material/play_arrow:"
            )
            st.caption(t.text("Shares are written as fractions (9/10)."), width="content")
    if pressed:
        changed = [
            f"{k}={v.strip()}" for k, v in fields.items() if v.strip() != in_force_now.get(k)
        ]
        selection.choose_filter(SET, changed)
        st.rerun()


def _fields(
    settings: dict[str, str], in_force_now: dict[str, str], t: Translator
) -> dict[str, str]:
    found = {}
    with st.grid(3, min_column_width=230):
        for key, value in settings.items():
            before = in_force_now.get(key, t.text("as in general"))
            found[key] = st.text_input(
                field_word(key, t),
                value,
                key=f"_set_{key}",
                help=t.text("In force: {value}", value=before),
            )
    return found


main()
