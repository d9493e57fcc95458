"""Golden sets in JSON Lines, one case a line; pretty-printed objects load too."""

from __future__ import annotations

from collections.abc import Iterable, Iterator, Mapping
from pathlib import Path
from typing import Any

from evalcore.formats import behaviour as behaviours
from evalcore.formats.fields import Unfit, identifier, read_fields
from evalcore.formats.file_names import set_name
from evalcore.formats.findings import Findings
from evalcore.formats.golden_fields import CASE_FIELDS, EXPECTED_FIELDS
from evalcore.formats.json_lines import Record, read_records
from evalcore.formats.source import Source, read_source
from evalcore.model.case import Case, Expected, GoldenSet


def read_golden(path: Path) -> GoldenSet:
    """The cases of a golden set in file order, named after the file.

    Raises ``InputError`` with every problem of the file (design.md, section 2): text that is
    not UTF-8, broken JSON, a key or an id twice, fields of the wrong kind, contradictions, no
    cases at all. Keys that are not known stay in ``Case.extra``.
    """
    return parse_golden(read_source(path), name=set_name(path))


def parse_golden(source: Source, *, name: str) -> GoldenSet:
    """The cases of an opened golden set; see ``read_golden``."""
    findings = Findings(source.file)
    return golden_of(read_records(source, findings), findings, name=name)


def golden_of(records: Iterable[Record], findings: Findings, *, name: str) -> GoldenSet:
    """The cases that these records spell, in the fields of a golden set; see ``read_golden``."""
    seen: dict[str, int] = {}
    cases = [_case(record, findings, seen) for record in records]
    if not cases and not findings.problems:
        findings.add("no cases", "a golden set needs at least one case, one JSON object a line")
    findings.stop()
    return GoldenSet(name=name, cases=tuple(case for case in cases if case is not None))


def _case(record: Record, findings: Findings, seen: dict[str, int]) -> Case | None:
    line, before = record.line, len(findings.problems)
    known, extra = read_fields(record.value, CASE_FIELDS, findings, line=line)
    _check_required(known, record, findings)
    _note_repeat(known.get("id"), line, findings, seen)
    known["expected"] = tuple(_expected(known.get("expected", ()), line, findings))
    if len(findings.problems) > before:
        return None
    has_answer = known.pop("has_answer", None)
    if "behaviour" not in known:
        known["behaviour"] = behaviours.derived_behaviour(
            has_answer=has_answer, question_type=known.get("type"), expected=known["expected"]
        )
    case = Case(**known, extra=extra)
    for at, what, hint in behaviours.contradictions(case, has_answer=has_answer):
        findings.add(what, hint, line=line, at=at)
    return case


def _check_required(known: Mapping[str, Any], record: Record, findings: Findings) -> None:
    for name, spellings in (("id", ("id",)), ("question", ("pregunta", "question"))):
        if all(record.value.get(spelling) is None for spelling in spellings):
            what = f'no "{spellings[0]}"'
            findings.add(what, "every case needs one", line=record.line, at=name)
    if "question" in known and not known["question"].strip():
        findings.add("an empty question", "write it out", line=record.line, at="pregunta")


def _note_repeat(case_id: Any, line: int, findings: Findings, seen: dict[str, int]) -> None:
    if case_id is None:
        return
    first = seen.setdefault(case_id, line)
    if first != line:
        what = f'the id "{case_id}" stands on line {first} already'
        findings.add(what, "give each case its own id", line=line, at="id")


def _expected(entries: Any, line: int, findings: Findings) -> Iterator[Expected]:
    seen: dict[str, Expected] = {}
    for number, entry in enumerate(entries):
        chunk = _one_expected(entry, f"fragmentos_relevantes[{number}]", line, findings)
        if chunk is None:
            continue
        first = seen.setdefault(chunk.chunk_id, chunk)
        if first is chunk:
            yield chunk
        elif first != chunk:
            _note_conflict(first, chunk, line, findings)


def _note_conflict(first: Expected, second: Expected, line: int, findings: Findings) -> None:
    if first.grade != second.grade:
        what = f'"{first.chunk_id}" has two grades, {first.grade} and {second.grade}'
    else:
        what = f'"{first.chunk_id}" is named twice, with different things said about it'
    findings.add(what, "name each chunk once", line=line, at="fragmentos_relevantes")


def _one_expected(entry: Any, at: str, line: int, findings: Findings) -> Expected | None:
    if isinstance(entry, dict):
        known, extra = read_fields(entry, EXPECTED_FIELDS, findings, line=line)
        if "chunk_id" in known:
            return Expected(**known, extra=extra)
        if entry.get("chunk_id") is None:
            hint = "name the chunk (or the document, where documents are what is examined)"
            findings.add('no "chunk_id"', hint, line=line, at=at)
        return None
    try:
        return Expected(chunk_id=identifier(entry))
    except Unfit as wrong:
        findings.add(wrong.what, wrong.hint, line=line, at=at)
        return None
