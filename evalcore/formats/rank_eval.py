"""Elasticsearch ``_rank_eval``: its requests hold labels, its answers hold rankings."""

from __future__ import annotations

from collections.abc import Iterator, Mapping
from pathlib import Path
from typing import Any

import orjson

from evalcore.formats.file_names import set_name
from evalcore.formats.findings import Findings, refuse
from evalcore.formats.golden import golden_of
from evalcore.formats.json_lines import Record, Unsafe, parse_object
from evalcore.formats.label_file import LabelFile
from evalcore.formats.ranking_builder import Builder
from evalcore.formats.ranking_file import Asked, RankingFile
from evalcore.formats.source import read_source
from evalcore.formats.whole_file import write_whole
from evalcore.formats.written import Out
from evalcore.model.ranking import Failure, Ranking

INDEX = "chunks"
"""What an index is called in a request that is written here: change it to yours."""

_TEXT_QUERIES = ("match", "match_phrase", "multi_match", "query_string", "simple_query_string")


def read_rank_eval_labels(path: Path) -> LabelFile:
    """The rated documents of every request, its id being the case's.

    The question is the text the request searches for, or the parameter that holds it; where
    neither is there, the id. Ratings of 0 and below are judged and not relevant. Ids are
    those of one index: the same id in two indexes is an error.
    """
    findings = Findings(str(path))
    requests = _object(path).get("requests")
    if not isinstance(requests, list):
        raise refuse(str(path), 'no "requests"', "name the body of a _rank_eval request")
    records = [
        Record(number, _native(request, number, findings))
        for number, request in enumerate(requests, start=1)
        if isinstance(request, dict)
    ]
    golden = golden_of(records, findings, name=set_name(path))
    return LabelFile(golden=golden, format="rank-eval")


def read_rank_eval_rankings(path: Path, asked: Asked) -> RankingFile:
    """The hits of every request in an answer of ``_rank_eval``; its failures are failures."""
    findings = Findings(str(path))
    answer = _object(path)
    details, failures = answer.get("details"), answer.get("failures") or {}
    if not isinstance(details, dict) or not isinstance(failures, dict):
        hint = "name the answer of _rank_eval: its requests hold labels, no rankings"
        raise refuse(str(path), 'no "details"', hint)
    builder = Builder(findings)
    for number, (case_id, told) in enumerate(details.items(), start=1):
        ranking = _ranking(told, number, findings)
        if ranking is not None:
            builder.take(case_id, ranking, sample=1, line=number)
    for number, (case_id, told) in enumerate(failures.items(), start=len(details) + 1):
        builder.take(case_id, Failure(_reason(told)), sample=1, line=number)
    return builder.finish(asked, format_name="rank-eval", notes=())


def write_rank_eval_labels(out: Out, path: Path) -> tuple[str, ...]:
    """Write the body of a ``_rank_eval`` request; the index and field in it are to be changed."""
    requests = [
        {
            "id": case.id,
            "request": {"query": {"match": {"text": {"query": case.question}}}},
            "ratings": [
                {"_index": INDEX, "_id": label.chunk_id, "rating": label.grade}
                for label in case.expected
            ],
        }
        for case in out.golden.cases
        if case.expected
    ]
    body = {"requests": requests, "metric": {"recall": {"k": 10, "relevant_rating_threshold": 1}}}
    write_whole(path, orjson.dumps(body, option=orjson.OPT_INDENT_2))
    left = len(out.golden.cases) - len(requests)
    told = f'the index is called "{INDEX}" and its field "text": change them to yours'
    return (told, f"cases without any label that were left out: {left}") if left else (told,)


def write_rank_eval_rankings(out: Out, path: Path) -> tuple[str, ...]:
    """Write one sample in the form of an answer of ``_rank_eval``."""
    details: dict[str, Any] = {}
    failures: dict[str, Any] = {}
    for case_id, answer in out.lists():
        if isinstance(answer, Failure):
            failures[case_id] = {"error": {"type": "failure", "reason": answer.reason}}
        else:
            details[case_id] = {"hits": list(_hits(out, case_id, answer))}
    write_whole(path, orjson.dumps({"details": details, "failures": failures}))
    return ()


def _object(path: Path) -> Mapping[str, Any]:
    source = read_source(path)
    try:
        value = parse_object(source.data)
    except Unsafe as wrong:
        raise refuse(source.file, wrong.what, wrong.hint, at=wrong.at) from None
    return value if isinstance(value, dict) else {}


def _native(request: Mapping[str, Any], number: int, findings: Findings) -> dict[str, Any]:
    ratings = request.get("ratings")
    expected, indexes = [], dict[Any, Any]()
    for place, rating in enumerate(ratings if isinstance(ratings, list) else []):
        at = f"ratings[{place}]"
        if not isinstance(rating, dict) or "_id" not in rating:
            findings.add("a rating without _id", "name the document", line=number, at=at)
            continue
        document = rating["_id"]
        if indexes.setdefault(document, rating.get("_index")) != rating.get("_index"):
            what = f'"{document}" is rated in two indexes'
            findings.add(what, "export one index at a time", line=number, at=at)
        expected.append({"chunk_id": document, "grado": rating.get("rating", 0)})
    answerable = any(isinstance(e["grado"], int) and e["grado"] > 0 for e in expected)
    written = {"id": request.get("id"), "pregunta": _question(request)}
    written["fragmentos_relevantes"] = expected
    return written if answerable else {**written, "tiene_respuesta": False}


def _question(request: Mapping[str, Any]) -> Any:
    params = request.get("params")
    for key in ("query_string", "query", "q", "question"):
        if isinstance(params, dict) and isinstance(params.get(key), str):
            return params[key]
    body = request.get("request")
    found = next(_texts(body.get("query")), None) if isinstance(body, dict) else None
    return found or request.get("id")


def _texts(query: Any) -> Iterator[str]:
    """What the text queries inside a query search for."""
    if isinstance(query, list):
        for part in query:
            yield from _texts(part)
    if not isinstance(query, dict):
        return
    for name, part in query.items():
        if name in _TEXT_QUERIES:
            yield from _searched(part)
        else:
            yield from _texts(part)


def _searched(part: Any) -> Iterator[str]:
    if not isinstance(part, dict):
        return
    if isinstance(part.get("query"), str):
        yield part["query"]
        return
    for value in part.values():
        text = value.get("query") if isinstance(value, dict) else value
        if isinstance(text, str):
            yield text


def _ranking(told: Any, number: int, findings: Findings) -> Ranking | None:
    hits = told.get("hits") if isinstance(told, dict) else None
    if not isinstance(hits, list):
        findings.add('no "hits"', "keep the answer as it came", line=number, at="details")
        return None
    inner = [hit.get("hit") if isinstance(hit, dict) else None for hit in hits]
    ids = [hit.get("_id") if isinstance(hit, dict) else None for hit in inner]
    if any(not isinstance(one, str) or not one for one in ids):
        findings.add("a hit without _id", "keep the answer as it came", line=number, at="hits")
        return None
    scores = [hit.get("_score") for hit in inner if isinstance(hit, dict)]
    scored = bool(scores) and all(isinstance(score, int | float) for score in scores)
    return Ranking(
        chunk_ids=tuple(map(str, ids)),
        scores=tuple(float(score or 0) for score in scores) if scored else None,
    )


def _reason(told: Any) -> str:
    error = told.get("error", told) if isinstance(told, dict) else told
    reason = error.get("reason") or error.get("type") if isinstance(error, dict) else error
    return str(reason or "the search failed")


def _hits(out: Out, case_id: str, ranking: Ranking) -> Iterator[Mapping[str, Any]]:
    case = out.case(case_id)
    grades = {} if case is None else {label.chunk_id: label.grade for label in case.expected}
    for place, chunk_id in enumerate(ranking.chunk_ids):
        score = None if ranking.scores is None else ranking.scores[place]
        hit = {"_index": INDEX, "_id": chunk_id, "_score": score}
        yield {"hit": hit, "rating": grades.get(chunk_id)}
