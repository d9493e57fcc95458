"""RAGAS datasets: one sample a record, its contexts as ids or as texts, old and new names."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from pathlib import Path
from typing import Any

import orjson

from evalcore.formats.brought import BroughtRankings
from evalcore.formats.contexts import Contexts
from evalcore.formats.file_names import set_name
from evalcore.formats.findings import Findings, refuse
from evalcore.formats.golden import golden_of
from evalcore.formats.json_lines import Record
from evalcore.formats.label_file import LabelFile
from evalcore.formats.lists import IDS, first_of
from evalcore.formats.made_ids import question_id
from evalcore.formats.ranking_builder import Builder
from evalcore.formats.ranking_file import Asked, RankingFile
from evalcore.formats.records import listed, records_of
from evalcore.formats.whole_file import write_whole
from evalcore.formats.written import Out
from evalcore.model.ranking import Ranking

QUESTION = ("user_input", "question")
FOUND_IDS, FOUND_TEXTS = "retrieved_context_ids", ("retrieved_contexts", "contexts")
WANTED_IDS, WANTED_TEXTS = "reference_context_ids", ("reference_contexts",)
ANSWER = ("reference", "ground_truth", "ground_truths")
OWN_KEYS = frozenset({FOUND_IDS, WANTED_IDS, *WANTED_TEXTS, "retrieved_contexts", "ground_truths"})
"""Keys by which a record is known to be RAGAS's."""


def read_ragas_labels(path: Path) -> LabelFile:
    """The samples with the contexts each is to find: by id where there are ids, else by text.

    Cases without an id have one made from the question. Raises ``InputError`` with every
    problem, also where no sample names reference contexts.
    """
    findings = Findings(str(path))
    records = records_of(path, findings)
    findings.stop()
    keys = _keys(records)
    if WANTED_IDS not in keys and first_of(WANTED_TEXTS, keys) is None:
        hint = f'add "{WANTED_IDS}" (or "{WANTED_TEXTS[0]}") to each sample'
        raise refuse(str(path), f"no labels: no sample has {WANTED_IDS}", hint)
    contexts = Contexts(findings)
    by_question = first_of(IDS, keys) is None
    native = [_native(record, contexts) for record in records]
    golden = golden_of(native, findings, name=set_name(path))
    notes = contexts.notes()
    if by_question:
        notes.append("there are no case ids: they were made from the questions")
    return LabelFile(
        golden=golden,
        format="ragas",
        notes=tuple(notes),
        texts=contexts.texts,
        by_question=by_question,
    )


def read_ragas_rankings(path: Path, asked: Asked) -> RankingFile:
    """The retrieved contexts of every sample, in their order; RAGAS keeps no scores."""
    findings = Findings(str(path))
    records = records_of(path, findings)
    findings.stop()
    keys = _keys(records)
    if FOUND_IDS not in keys and first_of(FOUND_TEXTS, keys) is None:
        hint = f'add "{FOUND_IDS}" (or "{FOUND_TEXTS[0]}") to each sample'
        raise refuse(str(path), f"no rankings: no sample has {FOUND_IDS}", hint)
    contexts, builder = Contexts(findings), Builder(findings)
    questions: dict[str, str] = {}
    for record in records:
        _take(record, contexts, builder, questions)
    file = builder.finish(asked, format_name="ragas", notes=contexts.notes())
    return BroughtRankings(
        samples=file.samples,
        format="ragas",
        notes=file.notes,
        questions=questions,
        texts=contexts.texts,
    )


def write_ragas_labels(out: Out, path: Path) -> tuple[str, ...]:
    """Write the cases as RAGAS samples in JSON Lines, reference contexts by id and text."""
    return _write(out, path, with_rankings=False)


def write_ragas_rankings(out: Out, path: Path) -> tuple[str, ...]:
    """Write cases and retrieved contexts as RAGAS samples; scores have no place there."""
    return _write(out, path, with_rankings=True)


def _keys(records: Sequence[Record]) -> dict[str, None]:
    return dict.fromkeys(key for record in records for key in record.value)


def _case_id(record: Record) -> Any:
    key = first_of(IDS, record.value)
    if key is not None:
        return record.value[key]
    asked = first_of(QUESTION, record.value)
    question = record.value[asked] if asked else None
    return question_id(question) if isinstance(question, str) else None


def _native(record: Record, contexts: Contexts) -> Record:
    value = dict(record.value)
    named = first_of(IDS, value)
    case_id = _case_id(record)
    question = first_of(QUESTION, value)
    written = {"id": case_id, "pregunta": value.pop(question, None) if question else None}
    if named:
        value.pop(named)
    answer = first_of(ANSWER, value)
    if answer and isinstance(value[answer], str):
        written["respuesta_referencia"] = value.pop(answer)
    ids, texts = listed(value.pop(WANTED_IDS, None)), _texts(value, WANTED_TEXTS)
    for name in (FOUND_IDS, *FOUND_TEXTS):  # what was found is the run's, not the label's
        value.pop(name, None)
    expected = _expected(ids, texts, contexts, record.line)
    return Record(record.line, {**written, "fragmentos_relevantes": expected, **value})


def _texts(value: dict[str, Any], names: Sequence[str]) -> Any:
    name = first_of(names, value)
    return listed(value.pop(name)) if name else None


def _expected(ids: Any, texts: Any, contexts: Contexts, line: int) -> list[Mapping[str, Any]]:
    found: tuple[str, ...] | None
    if ids is not None:
        found = contexts.ids(ids, line=line, at=WANTED_IDS) or ()
        quotes = texts if isinstance(texts, list) and len(texts) == len(found) else None
    else:
        found = contexts.of_texts([] if texts is None else texts, line=line, at=WANTED_TEXTS[0])
        quotes = texts
    return [
        {"chunk_id": chunk_id} if quotes is None else {"chunk_id": chunk_id, "cita": quotes[n]}
        for n, chunk_id in enumerate(found or ())
    ]


def _take(record: Record, contexts: Contexts, builder: Builder, questions: dict[str, str]) -> None:
    value, findings = record.value, builder.findings
    case_id, question = _case_id(record), first_of(QUESTION, value)
    if not isinstance(case_id, str) or not case_id:
        findings.add('no "user_input"', "every sample needs its question", line=record.line)
        return
    if first_of(IDS, value) is None and question:
        questions[case_id] = value[question]
    ids = listed(value.get(FOUND_IDS))
    texts = first_of(FOUND_TEXTS, value)
    found: tuple[str, ...] | None
    if ids is not None:
        found = contexts.ids(ids, line=record.line, at=FOUND_IDS)
    elif texts is not None:
        found = contexts.of_texts(listed(value[texts]), line=record.line, at=texts)
    else:
        what, hint = "a sample without retrieved contexts", "write [] if nothing was found"
        findings.add(what, hint, line=record.line, at=FOUND_IDS)
        return
    if found is not None:
        builder.take(case_id, Ranking(chunk_ids=found), sample=1, line=record.line)


def _write(out: Out, path: Path, *, with_rankings: bool) -> tuple[str, ...]:
    found = dict(out.answered()) if with_rankings else {}
    lines = []
    for case in out.golden.cases:
        if with_rankings and case.id not in found:
            continue
        line: dict[str, Any] = {"id": case.id, "user_input": case.question}
        line.update({"reference": case.reference_answer} if case.reference_answer else {})
        wanted = [label.chunk_id for label in case.expected if label.grade > 0]
        line[WANTED_IDS] = wanted
        line.update(_with_texts(out, WANTED_TEXTS[0], wanted))
        if with_rankings:
            ids = list(found[case.id].chunk_ids)
            line[FOUND_IDS] = ids
            line.update(_with_texts(out, FOUND_TEXTS[0], ids))
        lines.append(orjson.dumps(line) + b"\n")
    write_whole(path, b"".join(lines))
    return out.failure_notes if with_rankings else ()


def _with_texts(out: Out, name: str, ids: Sequence[str]) -> Mapping[str, Any]:
    texts = [out.text(chunk_id) for chunk_id in ids]
    return {} if any(text is None for text in texts) else {name: texts}
