"""Golden sets written out again, in the native spelling, so that reading gives them back."""

from __future__ import annotations

from dataclasses import fields
from datetime import date
from enum import StrEnum
from pathlib import Path
from typing import Any

import orjson

from evalcore.formats.behaviour import derived_behaviour, relevant
from evalcore.formats.golden_fields import CASE_FIELDS, EXPECTED_FIELDS, PLAIN_IDS
from evalcore.formats.whole_file import write_whole
from evalcore.model.case import Case, Expected, GoldenSet
from evalcore.model.words import Behaviour

_CASE_KEYS = CASE_FIELDS.native
_EXPECTED_KEYS = EXPECTED_FIELDS.native


def write_golden(golden: GoldenSet, path: Path) -> None:
    """Write the cases as JSON Lines at ``path``, whole or not at all.

    ``read_golden`` of the result equals ``golden`` case by case; unknown keys are among them.
    """
    write_whole(path, b"".join(orjson.dumps(dump_case(case)) + b"\n" for case in golden.cases))


def dump_case(case: Case) -> dict[str, Any]:
    """The case as the JSON object of a golden set, Spanish keys, in the seed's order.

    What was not said is left out. ``tiene_respuesta`` is written where the behaviour implies
    it, and ``comportamiento`` only where the other fields would not give it.
    """
    has_answer = _has_answer(case)
    written: dict[str, Any] = {}
    for name, key in _CASE_KEYS.items():
        if name == "expected":
            written.update(_dump_expected(case.expected))
        elif name == "has_answer":
            written.update({} if has_answer is None else {key: has_answer})
        elif name == "behaviour":
            derived = derived_behaviour(
                has_answer=has_answer, question_type=case.type, expected=case.expected
            )
            written.update({} if derived is case.behaviour else {key: case.behaviour.value})
        elif getattr(case, name) != _DEFAULTS[name]:
            written[key] = _plain(getattr(case, name))
    return {**written, **case.extra}


_DEFAULTS = {spec.name: spec.default for spec in fields(Case)}


def _has_answer(case: Case) -> bool | None:
    if case.behaviour is Behaviour.ABSTAIN:
        return False
    return True if relevant(case.expected) else None


def _dump_expected(expected: tuple[Expected, ...]) -> dict[str, Any]:
    if expected and all(_is_plain(chunk) for chunk in expected):
        return {PLAIN_IDS: [chunk.chunk_id for chunk in expected]}
    return {_CASE_KEYS["expected"]: [_dump_chunk(chunk) for chunk in expected]}


def _is_plain(chunk: Expected) -> bool:
    return chunk == Expected(chunk_id=chunk.chunk_id)


def _dump_chunk(chunk: Expected) -> dict[str, Any]:
    said = {
        key: getattr(chunk, name)
        for name, key in _EXPECTED_KEYS.items()
        if name in {"chunk_id", "grade"} or getattr(chunk, name) is not None
    }
    return {**said, **chunk.extra}


def _plain(value: Any) -> Any:
    if isinstance(value, StrEnum):
        return value.value
    if isinstance(value, date):
        return value.isoformat()
    if isinstance(value, tuple):
        return value[0] if len(value) == 1 else list(value)
    return value
