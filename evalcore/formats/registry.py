"""Every format of labels and rankings: one line each, its code loaded when a file needs it."""

from __future__ import annotations

from collections.abc import Callable, Iterator
from dataclasses import dataclass
from importlib import import_module
from typing import Any

from evalcore.errors import UsageError


@dataclass(frozen=True, slots=True, kw_only=True)
class Format:
    """One format: its name, what it is, and the functions that read and write it.

    A function is named ``module:function`` in this package; None where the format has no such
    thing (a file of spans holds no labels).
    """

    name: str
    what: str
    reads_labels: str | None = None
    reads_rankings: str | None = None
    writes_labels: str | None = None
    writes_rankings: str | None = None


FORMATS: tuple[Format, ...] = (
    Format(
        name="jsonl",
        what="our JSON Lines: golden sets and rankings",
        reads_labels="golden_lines:read_golden_lines",
        reads_rankings="rankings_jsonl:read_rankings_jsonl",
        writes_labels="golden_lines:write_golden_lines",
        writes_rankings="rankings_lines:write_jsonl_rankings",
    ),
    Format(
        name="trec",
        what="TREC qrels and runs",
        reads_labels="trec_files:read_qrels_labels",
        reads_rankings="rankings:read_trec",
        writes_labels="trec_files:write_qrels",
        writes_rankings="trec_files:write_trec_run",
    ),
    Format(
        name="csv",
        what="one result a row: case_id, chunk_id, score, rank, sample",
        reads_rankings="rankings_table:read_rankings_csv",
    ),
    Format(
        name="parquet",
        what="the same as a Parquet table",
        reads_rankings="rankings_table:read_rankings_parquet",
    ),
    Format(
        name="beir",
        what="BEIR folder (corpus, queries, qrels)",
        reads_labels="beir:read_beir_labels",
        writes_labels="beir:write_beir_labels",
    ),
    Format(
        name="ranx",
        what="ranx or BEIR results: {question: {document: number}}, also .lz4",
        reads_labels="ranx:read_ranx_labels",
        reads_rankings="ranx:read_ranx_rankings",
        writes_labels="ranx:write_ranx_labels",
        writes_rankings="ranx:write_ranx_rankings",
    ),
    Format(
        name="ragas",
        what="RAGAS samples, contexts by id or by text",
        reads_labels="ragas:read_ragas_labels",
        reads_rankings="ragas:read_ragas_rankings",
        writes_labels="ragas:write_ragas_labels",
        writes_rankings="ragas:write_ragas_rankings",
    ),
    Format(
        name="autorag",
        what="AutoRAG Parquet: qa, and retrieval runs",
        reads_labels="autorag:read_autorag_labels",
        reads_rankings="autorag:read_autorag_rankings",
        writes_labels="autorag:write_autorag_labels",
        writes_rankings="autorag:write_autorag_rankings",
    ),
    Format(
        name="promptfoo",
        what="promptfoo results whose providers return chunk ids",
        reads_labels="promptfoo:read_promptfoo_labels",
        reads_rankings="promptfoo:read_promptfoo_rankings",
        writes_labels="promptfoo:write_promptfoo_labels",
        writes_rankings="promptfoo:write_promptfoo_rankings",
    ),
    Format(
        name="rank-eval",
        what="Elasticsearch _rank_eval: requests (labels), answers (rankings)",
        reads_labels="rank_eval:read_rank_eval_labels",
        reads_rankings="rank_eval:read_rank_eval_rankings",
        writes_labels="rank_eval:write_rank_eval_labels",
        writes_rankings="rank_eval:write_rank_eval_rankings",
    ),
    Format(
        name="quepid",
        what="Quepid CSV: query,docid,rating",
        reads_labels="quepid:read_quepid_labels",
        reads_rankings="quepid:read_quepid_rankings",
        writes_labels="quepid:write_quepid_labels",
        writes_rankings="quepid:write_quepid_rankings",
    ),
    Format(
        name="spans",
        what="OpenTelemetry retrieval spans (OpenInference, GenAI), JSON Lines",
        reads_rankings="spans:read_span_rankings",
        writes_rankings="spans:write_span_rankings",
    ),
    Format(
        name="columns",
        what="JSON by column, as pandas and datasets write it",
        reads_labels="columns:read_column_labels",
        reads_rankings="columns:read_column_rankings",
        writes_labels="columns:write_column_labels",
        writes_rankings="columns:write_column_rankings",
    ),
    Format(
        name="lists",
        what="questions with lists of ids under other names (JSON, CSV, Parquet)",
        reads_labels="lists:read_list_labels",
    ),
    Format(
        name="squad",
        what="SQuAD: questions with their paragraph's text",
        reads_labels="squad:read_squad_labels",
    ),
)
"""Adding a format is one file and one entry here."""


def names(use: str) -> tuple[str, ...]:
    """The names of the formats that have this use: ``reads_labels``, ``writes_rankings``, ..."""
    return tuple(one.name for one in _having(use))


def function(name: str, use: str) -> Callable[..., Any]:
    """The function of a format for this use. Raises ``UsageError`` where there is none."""
    found = next((one for one in _having(use) if one.name == name), None)
    if found is None:
        known = names(use)
        raise UsageError(
            f'no {use.split("_")[1]} format "{name}"',
            hint=f"the formats are: {', '.join(known)}",
        )
    module, _, called = str(getattr(found, use)).partition(":")
    loaded: Callable[..., Any] = getattr(import_module(f"evalcore.formats.{module}"), called)
    return loaded


def _having(use: str) -> Iterator[Format]:
    return (one for one in FORMATS if getattr(one, use) is not None)
