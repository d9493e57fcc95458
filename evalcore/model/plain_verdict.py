"""Verdicts as plain JSON values and back, exactly: a stored verdict can be compared bit for bit.

Sentences keep their template and figures (``plain_message``). Values and limits of rules are
fraction texts.
"""

from __future__ import annotations

from typing import Any

from evalcore.model.plain_message import (
    fraction_of,
    fraction_text,
    message_from_plain,
    message_to_plain,
)
from evalcore.model.verdict import RuleResult, Verdict
from evalcore.model.words import Decision, RuleStatus

Plain = dict[str, Any]

_EXACT = ("value", "limit", "value_low", "value_high")


def verdict_to_plain(verdict: Verdict) -> Plain:
    """The verdict as JSON values."""
    return {
        "decision": verdict.decision.value,
        "exit_code": verdict.exit_code,
        "rules": [_rule_to_plain(rule) for rule in verdict.rules],
        "sentence": message_to_plain(verdict.sentence),
        "documented": list(verdict.documented),
        "baseline": verdict.baseline,
        **({} if verdict.judgement is None else {"judgement": verdict.judgement}),
    }


def verdict_from_plain(plain: Plain) -> Verdict:
    """The verdict that ``verdict_to_plain`` wrote. Raises ``ValueError`` for anything else."""
    try:
        return Verdict(
            decision=Decision(plain["decision"]),
            exit_code=plain["exit_code"],
            rules=tuple(_rule_from_plain(rule) for rule in plain["rules"]),
            sentence=message_from_plain(plain["sentence"]),
            documented=tuple(plain["documented"]),
            baseline=plain["baseline"],
            judgement=plain.get("judgement"),
        )
    except (KeyError, TypeError, AttributeError) as wrong:
        raise ValueError(f"not a stored verdict: {wrong!r}") from None


def _rule_to_plain(rule: RuleResult) -> Plain:
    exact = ((name, getattr(rule, name)) for name in _EXACT)
    return {
        "rule": rule.rule,
        "status": rule.status.value,
        "reason": message_to_plain(rule.reason),
        "cases": list(rule.cases),
        "stale": rule.stale,
        **{name: None if value is None else fraction_text(value) for name, value in exact},
    }


def _rule_from_plain(plain: Plain) -> RuleResult:
    return RuleResult(
        rule=plain["rule"],
        status=RuleStatus(plain["status"]),
        reason=message_from_plain(plain["reason"]),
        cases=tuple(plain["cases"]),
        stale=plain["stale"],
        **{name: None if plain[name] is None else fraction_of(plain[name]) for name in _EXACT},
    )
