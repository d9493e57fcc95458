"""Numbers tried on the last runs, and saved as a signed policy version."""

from __future__ import annotations

from typing import Any

import streamlit as st

from evalcore.errors import UnburyError
from evalcore.formats.policy_export import policy_to_toml
from evalcore.formats.policy_table import changed_settings
from evalcore.model.policy import Policy
from evalcore.model.trial import Trial
from evalcore.views.calibration import TrialRow, change_lines, trial_rows, trial_sentence
from evalcore.views.language import Translator
from evalcore.views.settings import setting_word
from evalcore.workflows import policies
from evalcore.workflows.calibrate import LAST, tried, without_effect
from evalcore.workflows.policies import SHORT, InForce, Saved
from pages.ui import data, permission, plain, tones
from pages.ui.frame import Frame

MOST_RUNS = 50
_SAVED = "_policy_saved"


def draw(frame: Frame, now: InForce, policy: Policy) -> None:
    """What the last runs would have been under ``policy``, and the way to keep it."""
    t = frame.t
    st.header(t.text("Try it on the last runs"))
    _told(t)
    changes = changed_settings(now.policy, policy)
    if not changes:
        st.caption(t.text("Nothing differs from the policy in force yet: change a number first."))
        return
    with st.container(border=True, gap="small"):
        for line in change_lines(changes, t):
            plain.words(line)
        for key in without_effect(now.policy, policy):
            st.caption(
                t.text("{name}: no stored run can show its effect.", name=setting_word(key, t))
            )
        _runs(frame, policy)
    _save(frame, now, policy)


def _runs(frame: Frame, policy: Policy) -> None:
    t = frame.t
    last = st.number_input(
        t.text("How many runs back"), 1, MOST_RUNS, LAST, key="last", bind="query-params", width=180
    )
    held = data.held_runs(frame.db, frame.run.record.suite, int(last))
    trials = tried(held, policy).trials
    st.markdown(f"**{trial_sentence(trials, t)}**")
    _table(trials, t)
    st.caption(t.text("Nothing is stored by trying: every run keeps its verdict and its policy."))


def _table(trials: tuple[Trial, ...], t: Translator) -> None:
    import pandas as pd

    rows = trial_rows(trials, t)
    column = st.column_config
    options = {row.before: row.before_tone for row in rows}
    options |= {row.after: row.after_tone for row in rows}
    verdict: dict[str, Any] = {
        "options": list(options),
        "color": [tones.colour(tone) for tone in options.values()],
        "width": 170,
    }
    st.dataframe(
        pd.DataFrame([_cells(row) for row in rows]),
        hide_index=True,
        height="content" if len(rows) <= LAST else 420,
        alt=trial_sentence(trials, t),
        column_config={
            "run": column.TextColumn(t.text("Run"), width=130),
            "before": column.MultiselectColumn(t.text("Stored"), **verdict),
            "after": column.MultiselectColumn(t.text("Would have been"), **verdict),
            "rules": column.TextColumn(t.text("Rules that change"), width=190),
            "cases": column.TextColumn(t.text("Cases"), width=420),
        },
    )


def _cells(row: TrialRow) -> dict[str, Any]:
    return {
        "run": row.name,
        "before": [row.before],
        "after": [row.after],
        "rules": row.rules,
        "cases": row.cases,
    }


def _save(frame: Frame, now: InForce, policy: Policy) -> None:
    t = frame.t
    with st.container(border=True, gap="small"):
        st.subheader(t.text("Save it as a new policy version"))
        st.caption(_where(now, t))
        if not permission.granted():
            st.markdown(
                t.text("This dashboard only reads. To save, start it so that it may write:")
            )
            plain.block(permission.START)
            _download(policy, t)
            return
        reason = st.text_input(t.text("Why"), key="_policy_reason")
        with st.container(horizontal=True, vertical_alignment="bottom"):
            author = permission.author(t.text("Signed by"), "_policy_author")
            pressed = st.button(
                t.text("Save the policy"),
                type="primary",
                icon=":material/save:",
                key="_save_policy",
            )
        if pressed:
            _keep(frame, now, policy, author, reason)


def _keep(frame: Frame, now: InForce, policy: Policy, author: str, reason: str) -> None:
    try:
        saved = permission.write(
            policies.save_version,
            frame.db,
            frame.run.record.suite,
            policy,
            author=author,
            reason=reason,
            instead_of=now.hash,
        )
    except UnburyError as error:
        plain.refusal(str(error))
        return
    st.session_state[_SAVED] = saved
    st.rerun()


def _told(t: Translator) -> None:
    """What was just saved, once."""
    saved: Saved | None = st.session_state.pop(_SAVED, None)
    if saved is None:
        return
    with st.container(border=True, gap="xsmall"):
        st.markdown(
            t.text(
                ":green[:material/check_circle:] Saved as version {version}. Stored runs keep the "
                "policy they were judged by.",
                version=saved.hash[:SHORT],
            )
        )
        if saved.file is not None:
            st.markdown(t.text("The next run of the suite reads it from its policy file:"))
            plain.block(str(saved.file))
            return
        st.markdown(t.text("The next run needs it in a file:"))
        plain.block(f"unbury policies {saved.hash[:SHORT]} -o policy.toml")


def _where(now: InForce, t: Translator) -> str:
    if now.file is not None:
        return t.text(
            "It is signed, kept as a version, and written to the suite's policy file, which the "
            "next run reads. The file as it stands is kept beside it."
        )
    why = t.message(now.why) if now.why else ""
    words = t.text("It is signed and kept as a version; putting it in a file is left to you.")
    return f"{words} {why}"


def _download(policy: Policy, t: Translator) -> None:
    st.download_button(
        t.text("Download it as a policy file"),
        policy_to_toml(policy),
        file_name="policy.toml",
        icon=":material/download:",
        on_click="ignore",
    )
