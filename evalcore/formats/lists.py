"""Questions with lists of expected ids, under the names that other tools and people use."""

from __future__ import annotations

from collections.abc import Iterable, Mapping, Sequence
from dataclasses import replace
from pathlib import Path
from typing import Any

from evalcore.errors import InputError, Problem
from evalcore.formats.file_names import set_name
from evalcore.formats.findings import Findings, refuse
from evalcore.formats.golden import golden_of
from evalcore.formats.json_lines import Record
from evalcore.formats.label_file import LabelFile
from evalcore.formats.made_ids import question_id
from evalcore.formats.records import listed, records_of

IDS = (
    "id", "case_id", "qid", "query_id", "question_id", "example_id", "test_id", "_id",
)  # fmt: skip
QUESTIONS = ("question", "query", "user_input", "pregunta", "prompt", "input")
LABELS = (
    "relevant_chunk_ids", "correct_chunks", "expected_chunks", "expected_chunk_ids",
    "relevant_chunks", "gold_chunks", "gold_chunk_ids", "golden_chunk_ids", "relevant_ids",
    "expected_ids", "gold_ids", "reference_context_ids", "relevant_doc_ids", "expected_doc_ids",
    "gold_doc_ids", "relevant_docs", "relevant_documents", "expected_docs", "expected_documents",
    "expected_files", "relevant_files", "expected_sources",
)  # fmt: skip
DOCUMENTS = frozenset(
    {"relevant_documents", "expected_documents", "expected_files", "relevant_files"}
)
"""Names that speak of whole documents."""

ANSWERS = (
    "reference_answer", "answer", "reference", "ground_truth", "gt_answer", "correct_answer",
    "expected_answer", "ideal_answer",
)  # fmt: skip
_MEMBER_IDS = ("chunk_id", "id", "doc_id", "_id")
_MEMBER_GRADES = ("grade", "relevance", "rating", "score")
_NATIVE = {"id": "id", "question": "pregunta", "labels": "chunks_esperados"}
_ANSWER = "respuesta_referencia"


def read_list_labels(path: Path) -> LabelFile:
    """The questions of a file with the ids each expects, in a list of its own.

    The names looked for are ``IDS``, ``QUESTIONS``, ``LABELS`` and ``ANSWERS``, in that order of
    preference; a file without ids has them made from its questions. Everything else is kept.
    Raises ``InputError`` with every problem, also where no field holds expected ids.
    """
    findings = Findings(str(path))
    records = records_of(path, findings)
    findings.stop()
    return lists_of(records, findings, name=set_name(path), format_name="lists")


def lists_of(
    records: Sequence[Record], findings: Findings, *, name: str, format_name: str
) -> LabelFile:
    """The labels of these records; see ``read_list_labels``."""
    keys = dict.fromkeys(key for record in records for key in record.value)
    labels = first_of(LABELS, keys)
    question = first_of(QUESTIONS, keys)
    if labels is None or question is None:
        raise _no_labels(findings.file, keys)
    names = {"id": first_of(IDS, keys), "question": question, "labels": labels}
    answer = first_of(ANSWERS, keys)
    native = (_native(record, names, answer) for record in records)
    try:
        golden = golden_of(list(native), findings, name=name)
    except InputError as wrong:
        raise InputError(_in_their_words(p, names) for p in wrong.problems) from None
    notes = [f'expected ids were taken from "{labels}"']
    if labels in DOCUMENTS:
        notes.append(f'"{labels}" names documents: say --level document, with a manifest')
    if names["id"] is None:
        notes.append("there are no case ids: they were made from the questions")
    by_question = names["id"] is None
    return LabelFile(golden=golden, format=format_name, notes=tuple(notes), by_question=by_question)


def _in_their_words(problem: Problem, names: Mapping[str, str | None]) -> Problem:
    """The problem with the field as the file calls it."""
    theirs = {_NATIVE[part]: name for part, name in names.items()}
    theirs["fragmentos_relevantes"] = names["labels"]
    return replace(problem, field=theirs.get(problem.field or "", problem.field))


def first_of(spellings: Iterable[str], keys: Mapping[str, Any]) -> str | None:
    """The first of the spellings that is there."""
    return next((spelling for spelling in spellings if spelling in keys), None)


def _no_labels(file: str, keys: Iterable[str]) -> Exception:
    shown = ", ".join(list(keys)[:10]) or "nothing"
    return refuse(
        file,
        f"no labels: none of its fields holds expected ids (it has {shown})",
        f"add to each question a list of ids, under {', '.join(LABELS[:2])} or another known name",
    )


def _native(record: Record, names: Mapping[str, str | None], answer: str | None) -> Record:
    """The record under the native spellings of a golden set, the rest as it is."""
    found = dict(record.value)
    written = {_NATIVE[part]: found.pop(name) for part, name in names.items() if name in found}
    if answer is not None and isinstance(found.get(answer), str):
        written[_ANSWER] = found.pop(answer)
    question, expected = written.get("pregunta"), listed(written.get("chunks_esperados"))
    if names["id"] is None and isinstance(question, str):
        written["id"] = question_id(question)
    if isinstance(expected, list):
        expected = [_member(entry) for entry in expected]
    return Record(record.line, {**written, "chunks_esperados": expected, **found})


def _member(entry: Any) -> Any:
    """One expected chunk: a plain id, or an object that names it and perhaps its grade."""
    if not isinstance(entry, dict) or "chunk_id" in entry:
        return entry
    key = first_of(_MEMBER_IDS, entry)
    grade = first_of(_MEMBER_GRADES, entry)
    if key is None:
        return entry
    rest = {name: value for name, value in entry.items() if name not in {key, grade}}
    return {"chunk_id": entry[key], "grado": entry[grade] if grade else 1, **rest}
