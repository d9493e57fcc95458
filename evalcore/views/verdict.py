"""The verdict as a screen or a terminal tells it: the sentence first, then every rule."""

from __future__ import annotations

from dataclasses import dataclass
from fractions import Fraction

import numpy as np

from evalcore.model.case_table import column
from evalcore.model.examination import Examination
from evalcore.model.message import Message
from evalcore.model.run import StoredRun
from evalcore.model.verdict import RuleResult, Verdict
from evalcore.model.words import Decision, RuleStatus
from evalcore.views import amounts
from evalcore.views.language import Translator
from evalcore.views.words import (
    Tone,
    decision_tone,
    decision_word,
    rule_word,
    status_tone,
    status_word,
)

MASK = "•••"
_POINTS = frozenset({"mean_quality"})
_SHARES = frozenset({"other_failures", "noise", "golden_health", "comparable", "judged_answers"})
_ORDER = (
    RuleStatus.FAILS,
    RuleStatus.NOT_EVALUATED,
    RuleStatus.WARNING,
    RuleStatus.HOLDS,
    RuleStatus.NOT_APPLICABLE,
)


@dataclass(frozen=True, slots=True, kw_only=True)
class RuleLine:
    """One rule: title, status, ``value`` against ``limit`` (may be dashes), cases, why.

    ``span`` says how far the unmeasured cases could carry the value; empty if nowhere.
    ``reason`` and ``cases`` may hold people's own text: show them as plain text.
    """

    rule: str
    title: str
    status: str
    tone: Tone
    value: str
    limit: str
    span: str
    cases: tuple[str, ...]
    reason: str


@dataclass(frozen=True, slots=True, kw_only=True)
class VerdictView:
    """``headline`` is ours; ``why`` may quote people's own text and is shown as plain text.

    ``machine`` is the contract's word (ACCEPT, BLOCK, CANNOT JUDGE), ``word`` the reader's.
    """

    machine: str
    word: str
    tone: Tone
    headline: str
    why: str
    rules: tuple[RuleLine, ...]


def verdict_view(run: StoredRun, t: Translator) -> VerdictView:
    """Everything the verdict page says before any figure, rules that decide first."""
    verdict = run.verdict
    secret = secrets_of(run.examination)
    lines = [_line(rule, secret, t) for rule in sorted(verdict.rules, key=_gravity)]
    return VerdictView(
        machine=verdict.decision.value,
        word=decision_word(verdict.decision, t),
        tone=decision_tone(verdict.decision),
        headline=headline(verdict, t),
        why=t.message(concealed(verdict.sentence, secret)),
        rules=tuple(lines),
    )


def headline(verdict: Verdict, t: Translator) -> str:
    """One sentence that says what to do and why, without any text of people's files."""
    failing = sum(rule.status is RuleStatus.FAILS for rule in verdict.rules)
    unclear = sum(rule.status is RuleStatus.NOT_EVALUATED for rule in verdict.rules)
    total = len(verdict.rules)
    if verdict.decision is Decision.ACCEPT:
        return t.text("This index may be deployed: every rule that applies holds")
    if verdict.decision is Decision.BLOCK:
        return t.plural(
            "Do not deploy: {n} of {total} rules does not hold",
            "Do not deploy: {n} of {total} rules do not hold",
            failing,
            total=total,
        )
    return t.text(
        "Do not deploy yet: {n} of {total} rules could not be evaluated", n=unclear, total=total
    )


def secrets_of(examination: Examination) -> frozenset[str]:
    """Ids of blind cases that were measured: nothing of theirs may be shown."""
    blind = np.array(column(examination.cases, "blind"), dtype=np.bool_)
    return frozenset(examination.ids(blind & examination.known))


def concealed(message: Message, secret: frozenset[str]) -> Message:
    """The sentence with every quoted text masked, where blind cases were measured."""
    if not secret:
        return message
    figures = {k: MASK if isinstance(v, str) else v for k, v in message.figures.items()}
    return Message(message.template, figures)


def _gravity(rule: RuleResult) -> int:
    return _ORDER.index(rule.status)


def _line(rule: RuleResult, secret: frozenset[str], t: Translator) -> RuleLine:
    return RuleLine(
        rule=rule.rule,
        title=rule_word(rule.rule, t),
        status=status_word(rule.status, t),
        tone=status_tone(rule.status),
        value=_figure(rule, rule.value, t),
        limit=_limit(rule, t),
        span=_span(rule, t),
        cases=tuple(case for case in rule.cases if case not in secret),
        reason=t.message(concealed(rule.reason, secret)),
    )


def _figure(rule: RuleResult, value: Fraction | None, t: Translator) -> str:
    if rule.rule in _POINTS | {"regression"}:
        return amounts.points(value, rule.limit, t)
    if rule.rule in _SHARES:
        return amounts.share(value, rule.limit, t)
    return amounts.NOTHING if value is None else t.figure(value)


def _limit(rule: RuleResult, t: Translator) -> str:
    if rule.limit is None:
        return amounts.NOTHING
    shown = _figure(rule, rule.limit, t)
    if rule.rule in _POINTS | {"min_cases", "judged_answers"}:
        return t.text("at least {limit}", limit=shown)
    return t.text("at most {limit}", limit=shown)


def _span(rule: RuleResult, t: Translator) -> str:
    low, high = rule.value_low, rule.value_high
    if low is None or high is None or low == high:
        return ""
    return t.text(
        "between {low} and {high}, depending on what was not measured",
        low=_figure(rule, min(low, high), t),
        high=_figure(rule, max(low, high), t),
    )
