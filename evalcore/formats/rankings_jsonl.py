"""Rankings in our own JSON Lines: one case and sample a line, its results in order."""

from __future__ import annotations

from collections.abc import Sequence
from pathlib import Path
from typing import Any

from evalcore.formats.fields import Fields, FieldSpec, Unfit, identifier, read_fields, text, whole
from evalcore.formats.findings import Findings
from evalcore.formats.json_lines import Record, kind, read_records
from evalcore.formats.ranking_builder import Builder
from evalcore.formats.ranking_file import Asked, RankingFile
from evalcore.formats.scores import finite_number, rank_problem
from evalcore.formats.source import read_source
from evalcore.model.ranking import Failure, Ranking

MAX_SAMPLES = 10_000
_CHUNK_KEYS = ("chunk_id", "id", "doc_id")
_KNOWN_KEYS = frozenset({*_CHUNK_KEYS, "score", "raw_score", "rank"})

LINE_FIELDS = Fields.of(
    FieldSpec("case_id", ("case_id", "question_id", "qid"), identifier),
    FieldSpec("sample", ("sample",), whole(0, MAX_SAMPLES)),
    FieldSpec("error", ("error",), text),
)


def read_rankings_jsonl(path: Path, asked: Asked) -> RankingFile:
    """The rankings of a JSON Lines file.

    A line is ``{"case_id", "sample", "results": [{"chunk_id", "score", "raw_score"}]}``;
    results may be plain ids, an empty list is data, and ``{"case_id", "error"}`` says that the
    search failed. ``sample`` is 1 where it is not given. A result may name its chunk
    ``chunk_id``, else ``id`` or ``doc_id``, and may carry ``rank``, which then orders the list.
    Raises ``InputError`` with every problem.
    """
    findings = Findings(str(path))
    builder = Builder(findings)
    ignored: dict[str, None] = {}
    for record in read_records(read_source(path), findings):
        take_line(record, builder, ignored)
    return builder.finish(asked, format_name="jsonl", notes=ignored_note(ignored))


def ignored_note(ignored: Sequence[str] | dict[str, None]) -> list[str]:
    """What to tell of keys that were not used."""
    return [f"keys of results that were not used: {', '.join(ignored)}"] if ignored else []


def take_line(record: Record, builder: Builder, ignored: dict[str, None]) -> None:
    """One line's list (or failure) into ``builder``; keys not used go to ``ignored``."""
    findings, before = builder.findings, len(builder.findings.problems)
    known, rest = read_fields(record.value, LINE_FIELDS, findings, line=record.line)
    if "case_id" not in known and len(findings.problems) == before:
        findings.add('no "case_id"', "name the golden case", line=record.line, at="case_id")
    answer = _answer(known.get("error"), rest, record.line, findings)
    if answer is None or len(findings.problems) > before:
        return
    ignored.update(dict.fromkeys(_unused_keys(rest.get("results"))))
    builder.take(known["case_id"], answer, sample=known.get("sample", 1), line=record.line)


def _unused_keys(results: Any) -> list[str]:
    if not results or not isinstance(results[0], dict):
        return []
    return [key for key in results[0] if key not in _KNOWN_KEYS]


def _answer(
    error: str | None, rest: dict[str, Any], line: int, findings: Findings
) -> Ranking | Failure | None:
    results = rest.get("results")
    if error:
        if not results:
            return Failure(error)
        what, hint = "both an error and results", "a case failed or was answered: keep one"
        findings.add(what, hint, line=line, at="error")
    elif isinstance(results, list):
        return _ranking(results, line, findings)
    elif "results" in rest:
        hint = 'write a list; [] if nothing was found, or {"error": "why"}'
        findings.add(f"results are {kind(results)}", hint, line=line, at="results")
    else:
        hint = 'write "results": [] if nothing was found, or "error": "why" if the search failed'
        findings.add('no "results"', hint, line=line, at="results")
    return None


def _ranking(results: list[Any], line: int, findings: Findings) -> Ranking | None:
    kinds = set(map(type, results))
    if kinds <= {str} and "" not in results:
        return Ranking(chunk_ids=tuple(results), scores=None if results else ())
    if kinds != {dict}:
        _note_odd_results(results, line, findings)
        return None
    before = len(findings.problems)
    ids = _chunk_ids(results, line, findings)
    scores = _numbers(results, "score", line, findings)
    raw = _numbers(results, "raw_score", line, findings)
    order = _rank_order(results, line, findings)
    if len(findings.problems) > before:
        return None
    return Ranking(
        chunk_ids=tuple(ids[i] for i in order),
        scores=None if scores is None else tuple(scores[i] for i in order),
        raw_scores=None if raw is None else tuple(raw[i] for i in order),
    )


def _note_odd_results(results: list[Any], line: int, findings: Findings) -> None:
    if any(isinstance(entry, dict) for entry in results):
        hint = 'write every result as {"chunk_id": "...", "score": 0.5}'
        findings.add("objects and other things in one list", hint, line=line, at="results")
        return
    for number, entry in enumerate(results):
        try:
            identifier(entry)
        except Unfit as wrong:
            findings.add(wrong.what, wrong.hint, line=line, at=f"results[{number}]")


def _chunk_ids(results: list[dict[str, Any]], line: int, findings: Findings) -> list[str]:
    ids = [entry.get("chunk_id") for entry in results]
    if set(map(type, ids)) == {str} and "" not in ids:
        return [str(chunk_id) for chunk_id in ids]
    return [_chunk_id(entry, at, line, findings) for at, entry in enumerate(results)]


def _chunk_id(entry: dict[str, Any], number: int, line: int, findings: Findings) -> str:
    key = next((key for key in _CHUNK_KEYS if entry.get(key) is not None), None)
    at = f"results[{number}].{key or 'chunk_id'}"
    if key is None:
        findings.add("a result without chunk_id", "name the chunk", line=line, at=at)
        return ""
    try:
        return identifier(entry[key])
    except Unfit as wrong:
        findings.add(wrong.what, wrong.hint, line=line, at=at)
        return ""


def _numbers(
    results: list[dict[str, Any]], key: str, line: int, findings: Findings
) -> list[float] | None:
    """The numbers under ``key``, one for each result; None if no result has any."""
    values = [entry.get(key) for entry in results]
    if {int, float} >= set(map(type, values)):
        return [float(value) for value in values if value is not None]
    if not any(key in entry for entry in results):
        return None
    for number, (entry, value) in enumerate(zip(results, values, strict=True)):
        at = f"results[{number}].{key}"
        if key not in entry:
            hint = f"give every result a {key}, or none"
            findings.add(f"a result without {key} among others with one", hint, line=line, at=at)
            continue
        try:
            finite_number(value)
        except Unfit as wrong:
            findings.add(wrong.what, wrong.hint, line=line, at=at)
    return None


def _rank_order(results: list[dict[str, Any]], line: int, findings: Findings) -> Sequence[int]:
    """The indices of the results in the order of their ranks; as given if they have none."""
    as_given = range(len(results))
    if not any("rank" in entry for entry in results):
        return as_given
    ranks = [entry.get("rank") for entry in results]
    wrong = rank_problem(ranks)
    if wrong:
        hint = "give each result of a list its own whole rank, or none a rank"
        findings.add(wrong, hint, line=line, at="rank")
        return as_given
    return sorted(as_given, key=lambda index: ranks[index] or 0)
