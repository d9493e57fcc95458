"""Replies read strictly: what was asked for, in JSON, or not at all (B41, B44, B45)."""

from __future__ import annotations

import json
from collections.abc import Mapping
from dataclasses import dataclass
from fractions import Fraction
from typing import Any

from evalcore.model.judgement import JudgedMeasure
from evalcore.model.words import Behaviour

CORRECT, SUPPORTED = "correct", "supported"

WORDS: Mapping[JudgedMeasure, tuple[str, ...]] = {
    JudgedMeasure.CORRECTNESS: (CORRECT, "incorrect"),
    JudgedMeasure.FAITHFULNESS: (SUPPORTED, "unsupported"),
    JudgedMeasure.BEHAVIOUR: tuple(behaviour.value for behaviour in Behaviour),
}
"""The verdicts there are; a reply with any other word, or another spelling, is not read."""


class Unreadable(Exception):
    """Why a reply is no verdict."""


@dataclass(frozen=True, slots=True, kw_only=True)
class Question:
    """What a reply must fit: the measure, how many statements, and the behaviour expected."""

    measure: JudgedMeasure
    statements: int = 0
    expected: Behaviour = Behaviour.ANSWER


@dataclass(frozen=True, slots=True, kw_only=True)
class Reading:
    """A verdict: ``score`` from 0 to 1; only a score of 1 passes."""

    score: Fraction
    said: str
    reason: str

    @property
    def passed(self) -> bool:
        """Nothing was found wrong."""
        return self.score == 1


def schema_of(measure: JudgedMeasure) -> dict[str, Any]:
    """The JSON schema of a reply, for endpoints that can be held to one."""
    one = _object(
        reason={"type": "string"},
        verdict={"type": "string", "enum": list(WORDS[measure])},
    )
    if measure is not JudgedMeasure.FAITHFULNESS:
        return one
    each = _object(index={"type": "integer"}, **one["properties"])
    return _object(statements={"type": "array", "items": each})


def read_reply(text: str, question: Question) -> Reading:
    """The verdict that a reply holds. Raises ``Unreadable`` for anything else."""
    value = _strict(text)
    if question.measure is JudgedMeasure.FAITHFULNESS:
        return _statements(value, question.statements)
    said, reason = _verdict(value, question.measure, {"reason", "verdict"})
    right = question.expected.value
    good = CORRECT if question.measure is JudgedMeasure.CORRECTNESS else right
    return Reading(score=Fraction(said == good), said=said, reason=reason)


def _statements(value: Any, asked: int) -> Reading:
    if not isinstance(value, dict) or set(value) != {"statements"}:
        raise Unreadable('the reply is not an object with "statements" and nothing else')
    listed = value["statements"]
    if not isinstance(listed, list):
        raise Unreadable('"statements" is not a list')
    words: dict[int, tuple[str, str]] = {}
    for one in listed:
        verdict = _verdict(one, JudgedMeasure.FAITHFULNESS, {"index", "reason", "verdict"})
        index = one["index"]
        if type(index) is not int or index in words:
            raise Unreadable("a statement is numbered twice, or by no whole number")
        words[index] = verdict
    if not asked or sorted(words) != list(range(1, asked + 1)):
        raise Unreadable(f"verdicts on {sorted(words)} where statements 1 to {asked} were asked")
    good = sum(said == SUPPORTED for said, _ in words.values())
    reasons = (f"{i}: {words[i][1]}" for i in sorted(words) if words[i][0] != SUPPORTED)
    return Reading(
        score=Fraction(good, asked),
        said=f"{good} of {asked} {SUPPORTED}",
        reason="; ".join(reasons),
    )


def _verdict(value: Any, measure: JudgedMeasure, keys: set[str]) -> tuple[str, str]:
    if not isinstance(value, dict) or set(value) != keys:
        raise Unreadable(f"a verdict is an object of {', '.join(sorted(keys))} and nothing else")
    said, reason = value["verdict"], value["reason"]
    if not isinstance(said, str) or said not in WORDS[measure]:
        raise Unreadable(f"the verdict is none of {', '.join(WORDS[measure])}")
    if not isinstance(reason, str):
        raise Unreadable("the reason is no text")
    return said, reason


def _strict(text: str) -> Any:
    if not text.strip():
        raise Unreadable("the reply is empty")
    try:
        return json.loads(text, object_pairs_hook=_unique, parse_constant=_no_number)
    except (ValueError, RecursionError) as wrong:
        told = str(wrong) if isinstance(wrong, _Twice) else "it is not JSON, whole and alone"
        raise Unreadable(f"the reply cannot be read: {told}") from None


class _Twice(ValueError):
    """A key that stands twice hides one of its values."""


def _unique(pairs: list[tuple[str, Any]]) -> dict[str, Any]:
    kept = dict(pairs)
    if len(kept) != len(pairs):
        raise _Twice("a key stands twice")
    return kept


def _no_number(name: str) -> Any:
    raise _Twice(f"{name} is no number")


def _object(**properties: Any) -> dict[str, Any]:
    return {
        "type": "object",
        "properties": properties,
        "required": list(properties),
        "additionalProperties": False,
    }
