"""Verdicts of people on single answers: a JSON Lines file, or within the golden set's cases."""

from __future__ import annotations

import re
from collections.abc import Iterable, Iterator, Mapping
from pathlib import Path
from typing import Any

import orjson

from evalcore.formats.fields import (
    Fields,
    FieldSpec,
    Unfit,
    identifier,
    nearest,
    read_fields,
    shown,
    text,
    whole,
    word,
)
from evalcore.formats.findings import Findings
from evalcore.formats.json_lines import kind, read_records
from evalcore.formats.source import read_source
from evalcore.model.answer import HumanVerdict, text_hash
from evalcore.model.case import GoldenSet
from evalcore.model.judgement import JudgedMeasure

IN_CASE = ("veredictos_humanos", "human_verdicts")
"""Where a golden case keeps them: a list of objects like the lines of the file."""

_WORDS = {"pass": True, "fail": False, True: True, False: False}
_HASH = re.compile(r"[0-9a-f]{64}\Z")


def _verdict(value: Any) -> bool:
    if isinstance(value, str | bool) and value in _WORDS:
        return _WORDS[value]
    raise Unfit(f"{shown(value)} is no verdict", 'write "pass" or "fail"')


def _sha256(value: Any) -> str:
    if isinstance(value, str) and _HASH.match(value):
        return value
    raise Unfit(f"{shown(value)} is no SHA-256", "leave the sheet's own value as it is")


HUMAN_FIELDS = Fields.of(
    FieldSpec("case_id", ("case_id", "id"), identifier),
    FieldSpec("measure", ("measure", "medida"), word(JudgedMeasure)),
    FieldSpec("answer", ("answer", "respuesta"), text),
    FieldSpec("hash", ("answer_sha256",), _sha256),
    FieldSpec("passed", ("verdict", "veredicto"), _verdict),
    FieldSpec("by", ("by", "por"), text),
    FieldSpec("drawn_from", ("drawn_from", "sorteado_entre"), whole(1, 1_000_000)),
)
_BESIDE = frozenset({"question", "reference_answer", "expected_behaviour", "chunks"})
"""What a sheet shows to the person, and nobody reads back."""


def read_human(path: Path) -> tuple[HumanVerdict, ...]:
    """The verdicts at ``path``, in order; ``passed`` is None on lines not filled in yet.

    A line names case, measure, the answer judged (or its ``answer_sha256``) and the verdict,
    ``pass`` or ``fail``. Raises ``InputError`` with every problem.
    """
    findings = Findings(str(path))
    found = [
        _human(record.value, findings, record.line)
        for record in read_records(read_source(path), findings)
    ]
    findings.stop()
    return tuple(one for one in found if one is not None)


def human_in_golden(golden: GoldenSet) -> tuple[HumanVerdict, ...]:
    """The verdicts that the cases of a golden set carry. Raises ``InputError`` likewise."""
    findings = Findings(golden.name)
    found = tuple(
        verdict
        for case in golden.cases
        for key in IN_CASE
        for verdict in _in_case(case.id, case.extra.get(key), findings)
    )
    findings.stop()
    return found


def sheet(lines: Iterable[Mapping[str, Any]]) -> bytes:
    """A sheet for people to fill in, as JSON Lines; ``read_human`` reads it back."""
    return b"".join(orjson.dumps(line, option=orjson.OPT_APPEND_NEWLINE) for line in lines)


def _in_case(case_id: str, value: Any, findings: Findings) -> Iterator[HumanVerdict]:
    if value is None:
        return
    entries = value if isinstance(value, list) else [value]
    for entry in entries:
        if not isinstance(entry, dict):
            hint = 'write [{"measure": "correctness", "answer": "...", "verdict": "pass"}]'
            findings.add(f"{kind(entry)} where a verdict was expected", hint, at=case_id)
            continue
        verdict = _human({"case_id": case_id, **entry}, findings, None)
        if verdict is not None:
            yield verdict


def _human(record: Mapping[str, Any], findings: Findings, line: int | None) -> HumanVerdict | None:
    before = len(findings.problems)
    known, rest = read_fields(record, HUMAN_FIELDS, findings, line=line or 0)
    for key in rest:
        if key not in _BESIDE:
            hint = nearest(key, HUMAN_FIELDS.by_spelling)
            findings.add(f'unknown key "{key}"', hint, line=line, at=key)
    for name, hint in (
        ("case_id", "name the golden case"),
        ("measure", f"write one of: {', '.join(JudgedMeasure)}"),
    ):
        if name not in known and len(findings.problems) == before:
            findings.add(f'no "{name}"', hint, line=line, at=name)
    answer, named = known.pop("answer", None), known.pop("hash", None)
    if answer is None and named is None:
        hint = "a verdict speaks of one answer: give it, or its answer_sha256"
        findings.add('no "answer"', hint, line=line, at="answer")
    elif answer is not None and named is not None and text_hash(answer) != named:
        hint = "leave answer and answer_sha256 as the sheet has them"
        findings.add("the answer is not the one of its SHA-256", hint, line=line, at="answer")
    if len(findings.problems) > before:
        return None
    of = named if named is not None else text_hash(answer or "")
    return HumanVerdict(answer=of, **{"passed": None, **known})
