"""Verdicts as plain JSON values and back, exactly: a stored verdict can be compared bit for bit.

Sentences keep their template and figures, so that they can still be translated. A figure that
JSON cannot hold is an object of one key: ``{"fraction": "19/20"}``, ``{"int": "..."}`` beyond
64 bits, ``{"float": "nan"}``. Values and limits of rules are fraction texts.
"""

from __future__ import annotations

import math
from fractions import Fraction
from typing import Any

from evalcore.model.message import Figure, Message
from evalcore.model.verdict import RuleResult, Verdict
from evalcore.model.words import Decision, RuleStatus

Plain = dict[str, Any]

_WIDE = 2**63
_EXACT = ("value", "limit", "value_low", "value_high")


def verdict_to_plain(verdict: Verdict) -> Plain:
    """The verdict as JSON values."""
    return {
        "decision": verdict.decision.value,
        "exit_code": verdict.exit_code,
        "rules": [_rule_to_plain(rule) for rule in verdict.rules],
        "sentence": _message_to_plain(verdict.sentence),
        "documented": list(verdict.documented),
    }


def verdict_from_plain(plain: Plain) -> Verdict:
    """The verdict that ``verdict_to_plain`` wrote. Raises ``ValueError`` for anything else."""
    try:
        return Verdict(
            decision=Decision(plain["decision"]),
            exit_code=plain["exit_code"],
            rules=tuple(_rule_from_plain(rule) for rule in plain["rules"]),
            sentence=_message_from_plain(plain["sentence"]),
            documented=tuple(plain["documented"]),
        )
    except (KeyError, TypeError, AttributeError) as wrong:
        raise ValueError(f"not a stored verdict: {wrong!r}") from None


def _rule_to_plain(rule: RuleResult) -> Plain:
    exact = ((name, getattr(rule, name)) for name in _EXACT)
    return {
        "rule": rule.rule,
        "status": rule.status.value,
        "reason": _message_to_plain(rule.reason),
        "cases": list(rule.cases),
        "stale": rule.stale,
        **{name: None if value is None else _fraction_text(value) for name, value in exact},
    }


def _rule_from_plain(plain: Plain) -> RuleResult:
    return RuleResult(
        rule=plain["rule"],
        status=RuleStatus(plain["status"]),
        reason=_message_from_plain(plain["reason"]),
        cases=tuple(plain["cases"]),
        stale=plain["stale"],
        **{name: None if plain[name] is None else _fraction(plain[name]) for name in _EXACT},
    )


def _message_to_plain(message: Message) -> Plain:
    figures = {name: _figure_to_plain(figure) for name, figure in message.figures.items()}
    return {"template": message.template, "figures": figures}


def _message_from_plain(plain: Plain) -> Message:
    figures = {name: _figure_from_plain(figure) for name, figure in plain["figures"].items()}
    return Message(plain["template"], figures)


def _figure_to_plain(figure: Figure) -> Any:
    if isinstance(figure, Fraction):
        return {"fraction": _fraction_text(figure)}
    if isinstance(figure, float) and not math.isfinite(figure):
        return {"float": repr(figure)}
    if isinstance(figure, int) and not -_WIDE <= figure < _WIDE:
        return {"int": str(figure)}
    return figure


def _figure_from_plain(plain: Any) -> Figure:
    if not isinstance(plain, dict):
        figure: Figure = plain
        return figure
    ((kind, text),) = plain.items()
    if kind == "fraction":
        return _fraction(text)
    return int(text) if kind == "int" else float(text)


def _fraction_text(value: Fraction) -> str:
    return f"{value.numerator}/{value.denominator}"


def _fraction(text: str) -> Fraction:
    numerator, _, denominator = text.partition("/")
    if not int(denominator):
        raise ValueError(f"{text!r} has the denominator 0")
    return Fraction(int(numerator), int(denominator))
