"""Quepid: ratings as CSV, ``query,docid,rating``; a snapshot's rows are in their order."""

from __future__ import annotations

import csv
import io
from collections.abc import Iterator
from pathlib import Path

from evalcore.formats.brought import BroughtRankings
from evalcore.formats.file_names import set_name
from evalcore.formats.findings import Findings, refuse
from evalcore.formats.golden import golden_of
from evalcore.formats.grades import whole_grade
from evalcore.formats.json_lines import Record
from evalcore.formats.label_file import LabelFile
from evalcore.formats.made_ids import question_id
from evalcore.formats.ranking_builder import Builder
from evalcore.formats.ranking_file import Asked, RankingFile
from evalcore.formats.source import read_source
from evalcore.formats.whole_file import write_whole
from evalcore.formats.written import Out
from evalcore.model.ranking import Ranking

HEADER = ("query", "docid", "rating")
_FORM = "write: query,docid,rating"


def read_quepid_labels(path: Path) -> LabelFile:
    """The rated queries of a CSV export, in order; a query's id is made from its text.

    Documents without a rating say nothing and are counted; a query of which every rating is 0,
    or that has none, is one to abstain on. Raises ``InputError`` with every problem.
    """
    findings = Findings(str(path))
    expected: dict[str, list[dict[str, object]]] = {}
    lines: dict[str, int] = {}
    unrated = 0
    for line, query, document, rating in _rows(path, findings):
        rated = expected.setdefault(query, [])
        lines.setdefault(query, line)
        if document and rating:
            grade = _grade(rating, line, findings)
            rated.append({"chunk_id": document, "grado": grade})
        elif document:
            unrated += 1
    records = [Record(lines[query], _native(query, rated)) for query, rated in expected.items()]
    golden = golden_of(records, findings, name=set_name(path))
    notes = ["there are no case ids: they were made from the questions"]
    notes += [f"documents without a rating: {unrated}"] if unrated else []
    return LabelFile(golden=golden, format="quepid", notes=tuple(notes), by_question=True)


def read_quepid_rankings(path: Path, asked: Asked) -> RankingFile:
    """The documents of a snapshot's CSV, each query's in the order of its rows, without scores."""
    findings = Findings(str(path))
    lists: dict[str, list[str]] = {}
    lines: dict[str, int] = {}
    for line, query, document, _ in _rows(path, findings):
        lines.setdefault(query, line)
        found = lists.setdefault(query, [])
        if document:
            found.append(document)
    builder = Builder(findings)
    questions = {question_id(query): query for query in lists}
    for query, found in lists.items():
        ranking = Ranking(chunk_ids=tuple(found))
        builder.take(question_id(query), ranking, sample=1, line=lines[query])
    notes = ["the order of the rows was taken as the ranking: right for a snapshot's export only"]
    file = builder.finish(asked, format_name="quepid", notes=notes)
    return BroughtRankings(
        samples=file.samples, format="quepid", notes=file.notes, questions=questions
    )


def write_quepid_labels(out: Out, path: Path) -> tuple[str, ...]:
    """Write the ratings; a case without labels is a query without documents."""
    rows: list[list[str]] = []
    for case in out.golden.cases:
        labels = [[case.question, label.chunk_id, str(label.grade)] for label in case.expected]
        rows += labels or [[case.question, "", ""]]
    _write(path, rows)
    return ()


def write_quepid_rankings(out: Out, path: Path) -> tuple[str, ...]:
    """Write one sample as a snapshot's export, with the ratings that there are."""
    rows: list[list[str]] = []
    for case_id, ranking in out.answered():
        case = out.case(case_id)
        grades = {} if case is None else {lab.chunk_id: lab.grade for lab in case.expected}
        question = out.question(case_id)
        listed = [[question, d, str(grades.get(d, ""))] for d in ranking.chunk_ids]
        rows += listed or [[question, "", ""]]
    _write(path, rows)
    return out.failure_notes


def _rows(path: Path, findings: Findings) -> Iterator[tuple[int, str, str, str]]:
    """The rows; Quepid writes a query without ratings as one cell alone."""
    source = read_source(path)
    reader = csv.reader(io.StringIO(source.data.decode(), newline=""), strict=True)
    try:
        header = tuple(cell.strip().lower() for cell in next(reader, []))
        if header != HEADER:
            raise refuse(source.file, f"the header is {', '.join(header) or 'missing'}", _FORM)
        while True:
            line = reader.line_num + 1
            cells = next(reader, None)
            if cells is None:
                return
            query, document, rating = (*cells, "", "", "")[:3]
            if query and len(cells) <= len(HEADER):
                yield line, query, document, rating.strip()
            elif cells:
                findings.add("no row of three cells", _FORM, line=line)
    except csv.Error as broken:
        raise refuse(source.file, f"not CSV: {broken}", _FORM, line=reader.line_num) from None


def _grade(rating: str, line: int, findings: Findings) -> int:
    whole = rating.removesuffix(".0")
    grade = whole_grade(whole)
    if grade is None:
        what = f'the rating "{rating[:40]}" is no whole number'
        findings.add(what, "ratings are whole numbers", line=line, at="rating")
    return grade or 0


def _native(query: str, rated: list[dict[str, object]]) -> dict[str, object]:
    native: dict[str, object] = {"id": question_id(query), "pregunta": query}
    native["fragmentos_relevantes"] = rated
    answerable = any(isinstance(e["grado"], int) and e["grado"] > 0 for e in rated)
    return native if answerable else {**native, "tiene_respuesta": False}


def _write(path: Path, rows: list[list[str]]) -> None:
    text = io.StringIO(newline="")
    writer = csv.writer(text, lineterminator="\n")
    writer.writerow(HEADER)
    writer.writerows(rows)
    write_whole(path, text.getvalue().encode())
