"""Answers of the system under test, JSON Lines: one case a line."""

from __future__ import annotations

from collections.abc import Mapping
from pathlib import Path
from typing import Any

from evalcore.formats.fields import Fields, FieldSpec, Unfit, identifier, nearest, read_fields, text
from evalcore.formats.findings import Findings
from evalcore.formats.json_lines import Record, kind, read_records
from evalcore.formats.source import read_source
from evalcore.model.answer import Answer


def _texts(value: Any) -> tuple[str, ...]:
    if isinstance(value, list) and all(isinstance(item, str) for item in value):
        return tuple(value)
    raise Unfit(f"{kind(value)} where a list of texts was expected", 'write ["one", "two"]')


def _ids(value: Any) -> tuple[str, ...]:
    if not isinstance(value, list):
        raise Unfit(f"{kind(value)} where a list of ids was expected", 'write ["c-1", "c-2"]')
    return tuple(identifier(item) for item in value)


ANSWER_FIELDS = Fields.of(
    FieldSpec("case_id", ("case_id", "id", "question_id"), identifier),
    FieldSpec("text", ("answer", "respuesta"), text),
    FieldSpec("error", ("error",), text),
    FieldSpec("contexts", ("contexts", "contextos"), _texts),
    FieldSpec("chunk_ids", ("chunk_ids", "ids"), _ids),
    FieldSpec("model", ("model", "modelo"), text),
)
_BESIDE = frozenset({"question", "pregunta"})
"""Keys that may stand there for people's eyes."""


def read_answers(path: Path) -> Mapping[str, Answer]:
    """The answers at ``path`` by case id, in file order.

    A line is ``{"case_id", "answer", "contexts": [texts], "chunk_ids": [ids], "model"}``; only
    id and answer are needed, and ``{"case_id", "error"}`` says that the system failed. Raises
    ``InputError`` with every problem: a case twice, unknown keys, values of another kind.
    """
    findings = Findings(str(path))
    answers: dict[str, Answer] = {}
    lines: dict[str, int] = {}
    for record in read_records(read_source(path), findings):
        answer = _answer(record, findings)
        if answer is None:
            continue
        first = lines.setdefault(answer.case_id, record.line)
        if first != record.line:
            what = f'the case "{answer.case_id}" is answered on line {first} already'
            hint = "keep one answer a case"
            findings.add(what, hint, line=record.line, at="case_id")
        answers.setdefault(answer.case_id, answer)
    if not answers and not findings.problems:
        findings.add("no answers", 'write one a line: {"case_id": "...", "answer": "..."}')
    findings.stop()
    return answers


def _answer(record: Record, findings: Findings) -> Answer | None:
    before = len(findings.problems)
    known, rest = read_fields(record.value, ANSWER_FIELDS, findings, line=record.line)
    for key in rest:
        if key not in _BESIDE:
            hint = nearest(key, ANSWER_FIELDS.by_spelling)
            findings.add(f'unknown key "{key}"', hint, line=record.line, at=key)
    if "case_id" not in known and len(findings.problems) == before:
        findings.add('no "case_id"', "name the golden case", line=record.line, at="case_id")
    if ("text" in known) == ("error" in known) and len(findings.problems) == before:
        what = "both an answer and an error" if "text" in known else 'no "answer"'
        hint = 'write "answer": "...", or "error": "why" if the system failed'
        findings.add(what, hint, line=record.line, at="answer")
    return None if len(findings.problems) > before else Answer(**known)
