"""Workflow commands of GitHub Actions: what a person sees beside the run of a pipeline."""

from __future__ import annotations

from collections.abc import Iterator

from evalcore.model.words import Decision, RuleStatus
from evalcore.views.language import Translator
from evalcore.views.reported import Reported
from evalcore.views.verdict import concealed, secrets_of
from evalcore.views.words import rule_word

MOST_ANNOTATIONS = 10
"""GitHub shows ten of each kind for a step."""


def workflow_commands(reported: Reported) -> list[str]:
    """``::error`` for what keeps the index out, ``::warning`` for what only warns."""
    return list(_lines(reported))[:MOST_ANNOTATIONS]


def command(kind: str, title: str, message: str) -> str:
    """One workflow command; no text can end it early or begin another."""
    return f"::{kind} title={_property(title)}::{_data(message)}"


def _lines(reported: Reported) -> Iterator[str]:
    run, t = reported.run, Translator("en")
    secret = secrets_of(run.examination)
    if run.verdict.decision is not Decision.ACCEPT:
        sentence = str(concealed(run.verdict.sentence, secret))
        yield command("error", f"Unbury: {run.verdict.decision.value}", sentence)
    for rule in run.verdict.rules:
        reason = str(concealed(rule.reason, secret))
        if rule.status in (RuleStatus.FAILS, RuleStatus.NOT_EVALUATED):
            yield command("error", rule_word(rule.rule, t), reason)
        elif rule.status is RuleStatus.WARNING:
            yield command("warning", rule_word(rule.rule, t), reason)


def _data(text: str) -> str:
    whole = text.encode("utf-8", "replace").decode()
    return whole.replace("%", "%25").replace("\r", "%0D").replace("\n", "%0A")


def _property(text: str) -> str:
    return _data(text).replace(":", "%3A").replace(",", "%2C")
