"""Labels as TREC qrels: topic, iteration, document, grade, parted by spaces or tabs."""

from __future__ import annotations

import re
from collections.abc import Iterator
from dataclasses import dataclass, field
from pathlib import Path

import numpy as np

from evalcore.formats.file_names import set_name
from evalcore.formats.findings import Findings
from evalcore.formats.grades import MAX_GRADE, whole_grade
from evalcore.formats.qrels_columns import COLUMNS, Judgements, plain_judgements
from evalcore.formats.source import Source, read_source
from evalcore.model.case import GoldenSet
from evalcore.model.case_table import CaseTable
from evalcore.model.words import Behaviour

NOTHING_RELEVANT = "qrels: no document of this topic is judged relevant"

_BETWEEN = re.compile(rb"[ \t]+")
_FORM = "write: topic, iteration, document, grade (301 0 FR-12 1)"


@dataclass(slots=True)
class _Topic:
    grades: dict[str, int] = field(default_factory=dict)
    lines: dict[str, int] = field(default_factory=dict)
    notes: list[str] = field(default_factory=list)


def read_qrels(path: Path) -> GoldenSet:
    """A golden set of the file's topics in order of appearance, questions being their ids.

    Negative and zero grades are kept: judged, not relevant. A topic without a positive grade
    is one to abstain on, and says so in its notes; so does an exact repeat of a judgement. A
    document judged twice differently is an error that names both lines. Lines that begin with
    ``# `` are comments. Raises ``InputError`` with every problem.
    """
    return parse_qrels(read_source(path), name=set_name(path))


def parse_qrels(source: Source, *, name: str) -> GoldenSet:
    """The golden set of an opened qrels file; see ``read_qrels``."""
    judged = plain_judgements(source.data) or _read_carefully(source)
    return GoldenSet(name=name, cases=_cases(judged))


def _read_carefully(source: Source) -> Judgements:
    findings = Findings(source.file)
    topics: dict[str, _Topic] = {}
    for line, columns in _judgements(source, findings):
        topic, _, document, grade = columns
        _judge(topics.setdefault(topic, _Topic()), (document, int(grade)), line, findings)
    if not topics and not findings.problems:
        findings.add("no judgements", _FORM)
    findings.stop()
    grades = [grade for topic in topics.values() for grade in topic.grades.values()]
    return Judgements(
        topics=list(topics),
        counts=np.array([len(topic.grades) for topic in topics.values()], dtype=np.int64),
        documents=[document for topic in topics.values() for document in topic.grades],
        grades=np.array(grades, dtype=np.int64),
        notes={name: topic.notes for name, topic in topics.items()},
    )


def _judgements(source: Source, findings: Findings) -> Iterator[tuple[int, list[str]]]:
    for number, _, line in source.lines():
        columns = _BETWEEN.split(line.strip(b" \t"))
        if columns == [b""] or columns[0] == b"#":
            continue
        if findings.enough:
            return
        if b"\x00" in line:
            findings.add("a NUL character", "take it out: ids are cut there", line=number)
        elif len(columns) != COLUMNS:
            what = f"{len(columns)} columns where four were expected"
            findings.add(what, _FORM, line=number)
        elif whole_grade(columns[3].decode()) is None:
            what = f'the grade "{columns[3][:40].decode("utf-8", "replace")}" is no whole number'
            hint = f"grades run from -{MAX_GRADE} to {MAX_GRADE}, without decimals"
            findings.add(what, hint, line=number, at="grade")
        else:
            yield number, [column.decode() for column in columns]


def _judge(topic: _Topic, judged: tuple[str, int], line: int, findings: Findings) -> None:
    document, grade = judged
    first = topic.lines.setdefault(document, line)
    if first == line:
        topic.grades[document] = grade
    elif topic.grades[document] == grade:
        topic.notes.append(f"qrels: line {line} repeats line {first}")
    else:
        what = f'"{document}" has grade {topic.grades[document]} on line {first}, {grade} here'
        findings.add(what, "keep one of the two judgements", line=line, at="grade")


def _cases(judged: Judgements) -> CaseTable:
    starts = np.cumsum(judged.counts) - judged.counts
    answerable: list[bool] = (np.maximum.reduceat(judged.grades, starts) > 0).tolist()
    notes: list[str | None] = [None if yes else NOTHING_RELEVANT for yes in answerable]
    for place, topic in enumerate(judged.topics if judged.notes else ()):
        own = [notes[place], *judged.notes.get(topic, ())]
        notes[place] = "; ".join(one for one in own if one) or None
    return CaseTable(
        {
            "id": judged.topics,
            "question": judged.topics,
            "behaviour": [Behaviour.ANSWER if yes else Behaviour.ABSTAIN for yes in answerable],
            "notes": notes,
        },
        counts=judged.counts,
        labels={"chunk_id": judged.documents, "grade": judged.grades.tolist()},
    )
