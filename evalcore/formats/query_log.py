"""Query logs: what users asked, in JSON Lines or CSV, one question a line."""

from __future__ import annotations

from collections.abc import Iterator
from pathlib import Path
from typing import Any

from evalcore.formats.csv_table import read_csv
from evalcore.formats.fields import (
    Fields,
    FieldSpec,
    Unfit,
    flag,
    read_fields,
    shown,
    text,
    whole,
    whole_text,
)
from evalcore.formats.file_names import format_ending
from evalcore.formats.findings import Findings, refuse
from evalcore.formats.json_lines import Record, read_records
from evalcore.formats.manifest import JSON_LINES, SEPARATED
from evalcore.formats.source import read_source
from evalcore.golden.growth import Asked
from evalcore.model.folding import fold

QUESTION = ("question", "pregunta", "query", "consulta", "q", "text", "texto")

_TRUE = {"true", "1", "yes", "si", "x", "t", "verdadero"}
_FALSE = {"false", "0", "no", "", "f", "falso"}
_TIMES = whole(1, 2**31 - 1)


def _truth(value: Any) -> bool:
    if not isinstance(value, str):
        return bool(value) if value in (0, 1) else flag(value)
    word = fold(value.strip())
    if word in _TRUE | _FALSE:
        return word in _TRUE
    raise Unfit(f"{shown(value)} is neither yes nor no", "write true or false")


def _count(value: Any) -> int:
    counted: int = _TIMES(whole_text(value) if isinstance(value, str) else value)
    return counted


def _told(value: Any) -> str:
    return value if isinstance(value, str) else str(value)


_FIELDS = Fields.of(
    FieldSpec("question", QUESTION, text),
    FieldSpec("times", ("times", "count", "veces", "frequency", "frecuencia"), _count),
    FieldSpec("reformulated", ("reformulated", "reformulada", "reformulado"), _truth),
    FieldSpec("escalated", ("escalated", "escalada", "escalado"), _truth),
    FieldSpec("session", ("session", "session_id", "sesion"), _told),
    FieldSpec("category", ("category", "categoria", "tema", "topic"), _told),
    FieldSpec("at", ("at", "timestamp", "fecha", "time", "date"), _told),
)


def read_query_log(path: Path) -> tuple[Asked, ...]:
    """Every question of the log in its order; the ending names the format.

    Beside the question a line may say how often it was asked, whether it was reformulated or
    escalated to a human, its session and when; other keys are not read. Raises ``InputError``
    with every problem, also for a log in which no line has a question.
    """
    findings = Findings(str(path))
    asked = tuple(one for record in _records(path, findings) for one in _asked(record, findings))
    if not asked and not findings.problems:
        findings.add("no questions", "a log has one question a line")
    findings.stop()
    return asked


def _records(path: Path, findings: Findings) -> Iterator[Record]:
    ending = format_ending(path)
    if ending in JSON_LINES:
        yield from read_records(read_source(path), findings)
    elif ending in SEPARATED:
        table = read_csv(read_source(path), findings, required=())
        findings.stop()
        for row in table.rows:
            cells = {name: cell for name, cell in row.cells.items() if cell not in ("", None)}
            yield Record(row.line, cells)
    else:
        known = ", ".join((*JSON_LINES, *SEPARATED))
        raise refuse(
            str(path),
            f"the ending {ending or 'none'} names no format of a log",
            f"a query log ends in {known}",
        )


def _asked(record: Record, findings: Findings) -> Iterator[Asked]:
    known, _ = read_fields(record.value, _FIELDS, findings, line=record.line)
    if not str(known.get("question", "")).strip():
        if not any(name in record.value for name in QUESTION):
            hint = f"name it one of {', '.join(QUESTION)}; this line has {_keys(record)}"
            findings.add("no question", hint, line=record.line, at="question")
        return
    yield Asked(**known)


def _keys(record: Record) -> str:
    return ", ".join(list(record.value)[:8]) or "nothing"
