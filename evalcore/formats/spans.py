"""Retrieval spans of OpenTelemetry, by OpenInference or the GenAI conventions, as JSON Lines.

A line is a span (as Phoenix or an SDK's console exporter writes it) or a batch of OTLP.
"""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterator, Mapping
from pathlib import Path
from typing import Any

import orjson

from evalcore.formats.brought import BroughtRankings
from evalcore.formats.contexts import Contexts
from evalcore.formats.findings import Findings
from evalcore.formats.json_lines import Record
from evalcore.formats.made_ids import question_id
from evalcore.formats.ranking_builder import Builder
from evalcore.formats.ranking_file import Asked, RankingFile
from evalcore.formats.records import json_records
from evalcore.formats.source import read_source
from evalcore.formats.span_attributes import Documents, attributes_of, documents_of
from evalcore.formats.whole_file import write_whole
from evalcore.formats.written import Out
from evalcore.model.ranking import Failure, Ranking

CASE = "unbury.case_id"
"""The attribute by which a span may name its case; else its question tells."""

_KIND = ("openinference.span.kind", "span_kind", "gen_ai.operation.name")
_RETRIEVAL = frozenset({"RETRIEVER", "retrieval"})
_QUESTION = ("gen_ai.retrieval.query.text", "input.value")
_ERROR = frozenset({"ERROR", "STATUS_CODE_ERROR", 2})


def read_span_rankings(path: Path, asked: Asked) -> RankingFile:
    """The documents of every retrieval span, in order; other spans are counted and left out.

    A span belongs to the case of its attribute ``unbury.case_id``, else to the one that asks
    its question. Spans of one question are samples of it where every question has as many.
    A span that ended in an error is a failure. Documents without an id are known by their text.
    """
    findings = Findings(str(path))
    records = [span for line in json_records(read_source(path), findings) for span in _spans(line)]
    findings.stop()
    reading = _Reading(findings)
    for record in records:
        reading.take(record)
    notes = [*reading.contexts.notes()]
    if reading.others:
        notes.append(f"spans that are no retrieval: {reading.others}")
    builder = reading.builder()
    file = builder.finish(asked, format_name="spans", notes=notes)
    return BroughtRankings(
        samples=file.samples,
        format="spans",
        notes=file.notes,
        questions=reading.questions,
        texts=reading.contexts.texts,
    )


def write_span_rankings(out: Out, path: Path) -> tuple[str, ...]:
    """Write one sample as OpenInference retrieval spans, one a line, failures among them."""
    lines = []
    for case_id, answer in out.lists():
        attributes: dict[str, Any] = {
            "openinference.span.kind": "RETRIEVER",
            "input.value": out.question(case_id),
            CASE: case_id,
        }
        status = {"status_code": "OK"}
        if isinstance(answer, Failure):
            status = {"status_code": "ERROR", "description": answer.reason}
        else:
            attributes.update(_documents(out, answer))
        span = {"name": "retrieve", "status": status, "attributes": attributes}
        lines.append(orjson.dumps(span) + b"\n")
    write_whole(path, b"".join(lines))
    return ()


class _Reading:
    """The spans of one file, gathered by case before it is known how often each was asked."""

    def __init__(self, findings: Findings) -> None:
        self.findings = findings
        self.contexts = Contexts(findings)
        self.questions: dict[str, str] = {}
        self.others = 0
        self._answers: list[tuple[str, int, Ranking | Failure]] = []

    def take(self, record: Record) -> None:
        """One span; what is no retrieval is only counted."""
        span = record.value
        told = attributes_of(span)
        if not any(told.get(key) in _RETRIEVAL or span.get(key) in _RETRIEVAL for key in _KIND):
            self.others += 1
            return
        case_id = self._case(told, record.line)
        answer = self._answer(span, told, record.line)
        if case_id is not None and answer is not None:
            self._answers.append((case_id, record.line, answer))

    def builder(self) -> Builder:
        """Everything taken, repetitions as samples where they are whole."""
        builder, seen = Builder(self.findings), Counter[str]()
        counts = Counter(case_id for case_id, _, _ in self._answers)
        if len(set(counts.values())) > 1:
            most, least = counts.most_common(1)[0], counts.most_common()[-1]
            what = f"{most[0]} was asked {most[1]} times, {least[0]} {least[1]}"
            self.findings.add(what, "keep one span a question, or as many of each")
            return builder
        for case_id, line, answer in self._answers:
            seen[case_id] += 1
            builder.take(case_id, answer, sample=seen[case_id], line=line)
        return builder

    def _case(self, told: Mapping[str, Any], line: int) -> str | None:
        named = told.get(CASE)
        if isinstance(named, str) and named:
            return named
        question = next((told[key] for key in _QUESTION if isinstance(told.get(key), str)), None)
        if not question:
            hint = f"record input.value, or {CASE}"
            self.findings.add("a retrieval without its question", hint, line=line)
            return None
        question = _plain_question(question)
        made = question_id(question)
        self.questions[made] = question
        return made

    def _answer(
        self, span: Mapping[str, Any], told: Mapping[str, Any], line: int
    ) -> Ranking | Failure | None:
        failure = _failure(span)
        if failure is not None:
            return failure
        documents = documents_of(told)
        if documents is None:
            what = "a retrieval span that says nothing of its documents"
            hint = "record retrieval.documents (OpenInference) or gen_ai.retrieval.documents"
            self.findings.add(what, hint, line=line)
            return None
        return self._ranking(documents, line)

    def _ranking(self, documents: Documents, line: int) -> Ranking | None:
        ids: list[Any] = []
        for document in documents:
            if document.get("id") is None and isinstance(document.get("content"), str):
                ids.append(self.contexts.made(document["content"]))
            else:
                ids.append(document.get("id"))
        kept = self.contexts.ids(ids, line=line, at="retrieval.documents")
        scores = [document.get("score") for document in documents]
        scored = bool(scores) and all(
            isinstance(s, int | float) and not isinstance(s, bool) and abs(s) < float("inf")
            for s in scores
        )
        if kept is None:
            return None
        return Ranking(
            chunk_ids=kept, scores=tuple(float(s or 0) for s in scores) if scored else None
        )


def _spans(line: Record) -> Iterator[Record]:
    """The spans of one line: of an OTLP batch all of them, else the line itself."""
    batches = line.value.get("resourceSpans")
    if not isinstance(batches, list):
        yield line
        return
    for batch in batches:
        for scope in batch.get("scopeSpans", []) if isinstance(batch, dict) else []:
            for span in scope.get("spans", []) if isinstance(scope, dict) else []:
                if isinstance(span, dict):
                    yield Record(line.line, span)


def _failure(span: Mapping[str, Any]) -> Failure | None:
    status = span.get("status")
    told = status if isinstance(status, dict) else {"code": span.get("status_code")}
    code = told.get("status_code", told.get("code"))
    if not isinstance(code, str | int) or code not in _ERROR:
        return None
    reason = told.get("description") or told.get("message") or span.get("status_message")
    return Failure(str(reason or "the span ended in an error"))


def _plain_question(text: str) -> str:
    """The question itself where the input was recorded as JSON, ``{"query": ...}``."""
    if text.lstrip()[:1] != "{":
        return text
    try:
        value = orjson.loads(text)
    except orjson.JSONDecodeError:
        return text
    for key in ("query", "question", "input", "text"):
        if isinstance(value.get(key), str):
            return str(value[key])
    return text


def _documents(out: Out, ranking: Ranking) -> Iterator[tuple[str, Any]]:
    for place, chunk_id in enumerate(ranking.chunk_ids):
        head = f"retrieval.documents.{place}.document"
        yield f"{head}.id", chunk_id
        if ranking.scores is not None:
            yield f"{head}.score", ranking.scores[place]
        text = out.text(chunk_id)
        if text is not None:
            yield f"{head}.content", text
    if not ranking.chunk_ids:
        yield "retrieval.documents", []
