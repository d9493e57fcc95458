"""promptfoo: the results file of an evaluation whose providers return ids of chunks."""

from __future__ import annotations

from collections.abc import Iterator, Mapping
from pathlib import Path
from typing import Any

import orjson

from evalcore.errors import UsageError
from evalcore.formats.brought import BroughtRankings, system_of
from evalcore.formats.fields import nearest
from evalcore.formats.file_names import set_name
from evalcore.formats.findings import Findings, refuse
from evalcore.formats.json_lines import Record, Unsafe, parse_object
from evalcore.formats.label_file import LabelFile
from evalcore.formats.lists import IDS, LABELS, QUESTIONS, first_of, lists_of
from evalcore.formats.made_ids import question_id
from evalcore.formats.ranking_builder import Builder
from evalcore.formats.ranking_file import Asked, RankingFile
from evalcore.formats.records import listed
from evalcore.formats.source import read_source
from evalcore.formats.whole_file import write_whole
from evalcore.formats.written import Out
from evalcore.model.ranking import Failure, Ranking

_LONGEST_REASON = 300
_FORM = "a provider for this must return the list of chunk ids"


def read_promptfoo_labels(path: Path) -> LabelFile:
    """The tests of a results file: the variables that hold the question and its expected ids."""
    findings = Findings(str(path))
    records: dict[str, Record] = {}
    for number, row in enumerate(_rows(path), start=1):
        variables = row.get("vars")
        if isinstance(variables, dict):
            records.setdefault(str(sorted(variables.items())), Record(number, variables))
    numbered = [Record(n, r.value) for n, r in enumerate(records.values(), start=1)]
    return lists_of(numbered, findings, name=set_name(path), format_name="promptfoo")


def read_promptfoo_rankings(path: Path, asked: Asked) -> RankingFile:
    """The lists that one provider returned, one a test; a row without output is a failure.

    A row that failed its assertions has its output all the same, and counts. Of several
    providers ``system`` names the one meant; ``InputError`` lists them where it does not.
    Repetitions of a test are samples.
    """
    rows = list(_rows(path))
    system = _chosen(path, rows, system_of(asked))
    findings = Findings(str(path))
    builder, questions = Builder(findings), dict[str, str]()
    repeats: dict[str, int] = {}
    for number, row in enumerate(rows, start=1):
        if _provider(row) != system:
            continue
        case_id = _case_id(row, number, findings, questions)
        answer = _answer(row, number, findings)
        if case_id is not None and answer is not None:
            repeats[case_id] = repeats.get(case_id, 0) + 1
            builder.take(case_id, answer, sample=repeats[case_id], line=number)
    file = builder.finish(asked, format_name="promptfoo", notes=(f"system: {system}",))
    return BroughtRankings(
        samples=file.samples, format="promptfoo", notes=file.notes, questions=questions
    )


def write_promptfoo_labels(out: Out, path: Path) -> tuple[str, ...]:
    """Write the cases as promptfoo tests with the variables id, query and correct_chunks."""
    tests = [{"vars": _variables(out, case.id)} for case in out.golden.cases if case.expected]
    write_whole(path, orjson.dumps({"results": {"version": 3, "results": tests}}))
    return ()


def write_promptfoo_rankings(out: Out, path: Path) -> tuple[str, ...]:
    """Write one sample as a results file of one provider; failures stay failures."""
    rows = []
    for case_id, answer in out.lists():
        row: dict[str, Any] = {"provider": {"id": out.name}, "vars": _variables(out, case_id)}
        if isinstance(answer, Failure):
            row["error"] = answer.reason
        else:
            row["response"] = {"output": _output(answer)}
        rows.append(row)
    write_whole(path, orjson.dumps({"results": {"version": 3, "results": rows}}))
    return ()


def _rows(path: Path) -> Iterator[Mapping[str, Any]]:
    source = read_source(path)
    try:
        value = parse_object(source.data)
    except Unsafe as wrong:
        raise refuse(source.file, wrong.what, wrong.hint, at=wrong.at) from None
    results = value.get("results") if isinstance(value, dict) else None
    rows = results.get("results") if isinstance(results, dict) else results
    if not isinstance(rows, list):
        hint = "name the file that promptfoo eval -o results.json wrote"
        raise refuse(source.file, "no results of promptfoo", hint)
    return (row for row in rows if isinstance(row, dict))


def _provider(row: Mapping[str, Any]) -> str:
    provider = row.get("provider")
    if isinstance(provider, dict):
        return str(provider.get("label") or provider.get("id") or "")
    return str(provider or "")


def _chosen(path: Path, rows: list[Mapping[str, Any]], asked: str | None) -> str:
    systems = list(dict.fromkeys(_provider(row) for row in rows))
    if not systems:
        raise refuse(str(path), "the results are empty", "run promptfoo eval first")
    found = [system for system in systems if asked is not None and _is_meant(system, asked)]
    if asked is not None and len(found) != 1:
        what = "names several" if found else "is none"
        hint = nearest(asked, systems)
        raise UsageError(f'--system "{asked}" {what} of {", ".join(systems)}', hint=hint)
    if asked is None and len(systems) > 1:
        hint = f"say which one: --system {systems[0]}"
        raise refuse(str(path), f"lists of several systems: {', '.join(systems)}", hint)
    return found[0] if found else systems[0]


def _is_meant(system: str, asked: str) -> bool:
    """The whole name, or its last part: ``retrieve_base`` of ``python:file.py:retrieve_base``."""
    return asked in {system, system.rsplit(":", 1)[-1]}


def _case_id(
    row: Mapping[str, Any], number: int, findings: Findings, questions: dict[str, str]
) -> str | None:
    variables = row.get("vars")
    named = first_of(IDS, variables) if isinstance(variables, dict) else None
    asked = first_of(QUESTIONS, variables) if isinstance(variables, dict) else None
    if isinstance(variables, dict):
        for key in (named, asked):
            if key is None or not isinstance(variables[key], str):
                continue
            if key == named:
                return str(variables[key])
            made = question_id(variables[key])
            questions[made] = variables[key]
            return made
    hint = f"give each test a variable {QUESTIONS[1]} or {IDS[0]}"
    findings.add("a result without its question", hint, line=number, at="vars")
    return None


def _answer(row: Mapping[str, Any], number: int, findings: Findings) -> Ranking | Failure | None:
    response = row.get("response")
    output = response.get("output") if isinstance(response, dict) else None
    error = row.get("error") or (response.get("error") if isinstance(response, dict) else None)
    if output is None:
        return Failure(_short(error) or "promptfoo holds no output for this test")
    entries = listed(output)
    if isinstance(entries, dict):
        entries = entries.get("ids", entries.get("results"))
    if not isinstance(entries, list):
        findings.add("the output is no list of ids", _FORM, line=number, at="response.output")
        return None
    ids = [entry if isinstance(entry, str) else _entry_id(entry) for entry in entries]
    if any(not isinstance(one, str) or not one for one in ids):
        findings.add("a result without its id", _FORM, line=number, at="response.output")
        return None
    scores = [entry.get("score") if isinstance(entry, dict) else None for entry in entries]
    scored = bool(scores) and all(isinstance(score, int | float) for score in scores)
    return Ranking(
        chunk_ids=tuple(map(str, ids)),
        scores=tuple(float(score or 0) for score in scores) if scored else None,
    )


def _entry_id(entry: Any) -> Any:
    key = first_of(("chunk_id", "id", "doc_id"), entry) if isinstance(entry, dict) else None
    return entry[key] if key else None


def _short(error: Any) -> str:
    """The first line of an error: what follows is a stack trace, with somebody's paths."""
    return (str(error).splitlines() or [""])[0][:_LONGEST_REASON] if error else ""


def _variables(out: Out, case_id: str) -> dict[str, Any]:
    case = out.case(case_id)
    wanted = [] if case is None else [label.chunk_id for label in case.expected if label.grade > 0]
    question = out.question(case_id)
    return {"id": case_id, QUESTIONS[1]: question, LABELS[1]: orjson.dumps(wanted).decode()}


def _output(ranking: Ranking) -> list[Any]:
    if ranking.scores is None:
        return list(ranking.chunk_ids)
    pairs = zip(ranking.chunk_ids, ranking.scores, strict=True)
    return [{"id": chunk_id, "score": score} for chunk_id, score in pairs]
