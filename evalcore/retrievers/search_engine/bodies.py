"""The search bodies of both engines, with the question as data.

Elasticsearch: its reference on ``knn`` search, ``script_score`` and the ``rrf`` retriever.
OpenSearch: its reference on the ``knn`` and ``hybrid`` queries and the ``knn_score`` script.
"""

from __future__ import annotations

from typing import Any

from evalcore.retrievers.indexes.asking import Question
from evalcore.retrievers.search_engine.options import SearchEngineOptions

_MOST_CANDIDATES = 10_000
_RRF_K = 60
# Each gives what Elasticsearch's own knn search gives as score for that similarity.
_EXACT = {
    "cosine": "(cosineSimilarity(params.vector, '{field}') + 1.0) / 2",
    "dot_product": "(dotProduct(params.vector, '{field}') + 1.0) / 2",
    "l2_norm": "1 / (1 + Math.pow(l2norm(params.vector, '{field}'), 2))",
}
_SPACE = {"cosine": "cosinesimil", "dot_product": "innerproduct", "l2_norm": "l2"}


def body_of(
    options: SearchEngineOptions, question: Question, *, filtered: bool, exact: bool
) -> dict[str, Any]:
    """The whole search body. Raises ``Trouble`` where the question lacks what it needs."""
    if options.mode == "body":
        return {"size": question.depth, **question.filled(options.body)}
    clauses = question.filled(options.filter) if filtered else []
    engine = _opensearch if options.kind == "opensearch" else _elasticsearch
    body: dict[str, Any] = engine(options, question, clauses, exact=exact)
    return {**body, "size": question.depth, "_source": _source(options)}


def _source(options: SearchEngineOptions) -> list[str] | bool:
    named = options.fields.chunk_id
    return False if named is None else [named]


def _words(options: SearchEngineOptions, question: Question, clauses: list[Any]) -> dict[str, Any]:
    match = {"multi_match": {"query": question.query.text, "fields": options.text_fields}}
    return {"bool": {"must": [match], "filter": clauses}}


def _elasticsearch(
    options: SearchEngineOptions, question: Question, clauses: list[Any], *, exact: bool
) -> dict[str, Any]:
    words = _words(options, question, clauses)
    if options.mode == "bm25":
        return {"query": words}
    fusion = options.fusion
    ranked = fusion is not None and fusion.method == "rrf"
    window = question.depth if fusion is None or fusion.window is None else fusion.window
    compared = _compared(options, question, clauses)
    near = _nearest(options, question, clauses, max(window, question.depth))
    if options.mode == "vectors":
        return {"query": compared} if exact else {"knn": near}
    if ranked and fusion is not None:
        second = {"standard": {"query": compared}} if exact else {"knn": near}
        retrievers = [{"standard": {"query": words}}, second]
        rrf = {
            "retrievers": retrievers,
            "rank_window_size": max(window, question.depth),
            "rank_constant": fusion.k or _RRF_K,
        }
        return {"retriever": {"rrf": rrf}}
    if exact:
        return {"query": {"bool": {"should": [words, compared], "minimum_should_match": 1}}}
    return {"query": words, "knn": near}


def _nearest(
    options: SearchEngineOptions, question: Question, clauses: list[Any], k: int
) -> dict[str, Any]:
    candidates = max(k, options.candidates or k)
    return {
        "field": options.vector_field,
        "query_vector": list(question.vector),
        "k": min(k, _MOST_CANDIDATES),
        "num_candidates": min(candidates, _MOST_CANDIDATES),
        **({"filter": clauses} if clauses else {}),
    }


def _compared(
    options: SearchEngineOptions, question: Question, clauses: list[Any]
) -> dict[str, Any]:
    """Every vector compared. The field's name is checked to be one; the vector is a parameter."""
    source = _EXACT[options.similarity].format(field=options.vector_field)
    return _scored(
        options, clauses, {"source": source, "params": {"vector": list(question.vector)}}
    )


def _scored(
    options: SearchEngineOptions, clauses: list[Any], script: dict[str, Any]
) -> dict[str, Any]:
    there = {"exists": {"field": options.vector_field}}
    return {
        "script_score": {"query": {"bool": {"filter": [there, *clauses]}}, "script": script},
    }


def _opensearch(
    options: SearchEngineOptions, question: Question, clauses: list[Any], *, exact: bool
) -> dict[str, Any]:
    words = _words(options, question, clauses)
    if options.mode == "bm25":
        return {"query": words}
    near = _knn_query(options, question, clauses)
    if exact:
        near = _knn_score(options, question, clauses)
    if options.mode == "vectors":
        return {"query": near}
    body: dict[str, Any] = {"query": {"hybrid": {"queries": [words, near]}}}
    if options.fusion is not None and options.fusion.pipeline is not None:
        body["search_pipeline"] = options.fusion.pipeline
    return body


def _knn_query(
    options: SearchEngineOptions, question: Question, clauses: list[Any]
) -> dict[str, Any]:
    asked: dict[str, Any] = {"vector": list(question.vector), "k": question.depth}
    if options.candidates is not None:
        asked["method_parameters"] = {"ef_search": options.candidates}
    if clauses:
        asked["filter"] = {"bool": {"filter": clauses}}
    return {"knn": {options.vector_field: asked}}


def _knn_score(
    options: SearchEngineOptions, question: Question, clauses: list[Any]
) -> dict[str, Any]:
    params = {
        "field": options.vector_field,
        "query_value": list(question.vector),
        "space_type": _SPACE[options.similarity],
    }
    script = {"source": "knn_score", "lang": "knn", "params": params}
    return _scored(options, clauses, script)
