"""Which format a file has, by what is inside; where nothing tells, an error says how to name it."""

from __future__ import annotations

import re
from collections.abc import Iterable, Mapping
from itertools import islice
from pathlib import Path
from typing import Any

import orjson

from evalcore.formats.beir import COLUMNS as BEIR_COLUMNS
from evalcore.formats.file_names import format_ending
from evalcore.formats.findings import Findings, refuse
from evalcore.formats.json_lines import Unsafe, parse_object
from evalcore.formats.lists import LABELS, first_of
from evalcore.formats.quepid import HEADER as QUEPID_HEADER
from evalcore.formats.ragas import OWN_KEYS as RAGAS_KEYS
from evalcore.formats.records import is_columns
from evalcore.formats.registry import names
from evalcore.formats.source import Source, read_source

_JSON = (".json", ".jsonl", ".ndjson")
_TABLES = (".csv", ".tsv")
_PARQUET = (".parquet", ".pq")
_OUR_LINES = frozenset({"results", "error"})
_OUR_RANKINGS = _OUR_LINES | {"case_id", "question_id", "qid", "sample"}
_OUR_CASES = frozenset(
    {"pregunta", "fragmentos_relevantes", "relevant", "chunks_esperados", "expected"}
)
_MEASURE = re.compile(
    r"(?:^|[_@.])(?:precision|recall|mrr|ndcg|map|f1|recip_rank|success|hit_rate|P)(?:[_@.\d]|$)"
)


def guess_labels(path: Path) -> str:
    """The name of the format of a file of labels. Raises ``InputError`` where it has none."""
    if path.is_dir():
        return "beir"
    ending = format_ending(path)
    if ending == ".lz4":
        return "ranx"
    if ending in (*_TABLES, *_PARQUET):
        columns = columns_of(path)
        return _labels_of_table(path, columns)
    source = read_source(path)
    head = first_object(source)
    if head is None:
        return "jsonl"  # whose reader says what is wrong with it
    shape = _shape(head, source)
    if shape == "rankings":
        hint = "give it as --rankings, and the golden set as --golden"
        raise refuse(str(path), "these are rankings, not labels", hint)
    return shape or _labels_of_record(path, head)


def guess_rankings(path: Path) -> str:
    """The name of the format of a file of rankings. Raises ``InputError`` where it has none."""
    if path.is_dir():
        hint = "name the file of the run: TREC, or {question: {document: score}}"
        raise refuse(str(path), "a folder holds labels, not rankings", hint)
    ending = format_ending(path)
    if ending == ".lz4":
        return "ranx"
    if ending in (*_TABLES, *_PARQUET):
        columns = columns_of(path)
        return _rankings_of_table(path, columns)
    if ending not in _JSON:
        what = f"the ending {ending or '(none)'} names no rankings format"
        raise refuse(str(path), what, f"say --format {'|'.join(names('reads_rankings'))}")
    source = read_source(path)
    head = first_object(source)
    if head is None:
        return "jsonl"
    shape = _shape(head, source)
    if shape not in {None, "rankings", "lists", "squad"}:
        return str(shape)
    if RAGAS_KEYS & set(head) or "contexts" in head:
        return "ragas"
    if head and not _OUR_RANKINGS & set(head):
        raise _nothing_known(path, head, "rankings", "reads_rankings", "--format")
    return "jsonl"


def _shape(head: Mapping[str, Any], source: Source) -> str | None:
    """The format that the shape of the file gives away; ``rankings`` for our own lines."""
    for name, looks_like in _SHAPES.items():
        if looks_like(head):
            return name
    if _is_ranx(head):
        _refuse_reports(head, source.file)
        return "ranx"
    if source.data.lstrip(b" \t\r\n")[:1] == b"{" and is_columns(head):
        return _of_columns(head)
    return None


def _is_our_line(head: Mapping[str, Any]) -> bool:
    return "case_id" in head and not _OUR_LINES.isdisjoint(head) and not is_columns(head)


def _is_span(head: Mapping[str, Any]) -> bool:
    named = any(key.startswith("attributes.") for key in head)
    return "resourceSpans" in head or named or ("attributes" in head and len(head) > 1)


def _is_rank_eval(head: Mapping[str, Any]) -> bool:
    answer = isinstance(head.get("details"), dict) and "results" not in head
    return isinstance(head.get("requests"), list) or answer


def _is_promptfoo(head: Mapping[str, Any]) -> bool:
    return isinstance(head.get("results"), dict) and "results" in head["results"]


def _is_squad(head: Mapping[str, Any]) -> bool:
    data = head.get("data")
    first = data[0] if isinstance(data, list) and data else None
    return isinstance(first, dict) and "paragraphs" in first


_SHAPES = {
    "rankings": _is_our_line,
    "spans": _is_span,
    "rank-eval": _is_rank_eval,
    "promptfoo": _is_promptfoo,
    "squad": _is_squad,
}
"""What only the shape of a file tells, first look first."""


def _of_columns(columns: Mapping[str, Any]) -> str:
    if RAGAS_KEYS & set(columns):
        return "ragas"
    known = _OUR_CASES & set(columns) or {"case_id", "chunk_id", "results"} & set(columns)
    return "lists" if not known and first_of(LABELS, columns) else "columns"


def _labels_of_record(path: Path, head: Mapping[str, Any]) -> str:
    keys = set(head)
    if RAGAS_KEYS & keys:
        return "ragas"
    labels = first_of(LABELS, head)
    if _OUR_CASES & keys or ({"id", "question"} <= keys and labels is None):
        return "jsonl"
    if {"_id", "text"} <= keys:
        hint = "name the folder: its qrels hold the labels"
        raise refuse(str(path), "the corpus or the queries of a BEIR folder", hint)
    if {"chunk_id", "text"} <= keys or {"chunk_link", "text"} <= keys:
        raise refuse(str(path), "a list of chunks, not labels", "give it as --manifest")
    if labels is not None:
        return "lists"
    raise _nothing_known(path, head, "labels", "reads_labels", "--golden-format")


def _labels_of_table(path: Path, columns: Mapping[str, None]) -> str:
    keys = set(columns)
    if tuple(column.lower() for column in columns) == QUEPID_HEADER:
        return "quepid"
    if set(BEIR_COLUMNS) <= keys:
        return "beir"
    if {"qid", "retrieval_gt"} <= keys:
        return "autorag"
    if RAGAS_KEYS & keys:
        return "ragas"
    if first_of(LABELS, columns) is not None:
        return "lists"
    if "retrieved_ids" in keys:
        raise refuse(str(path), "lists of a retrieval run, not labels", "give it as --rankings")
    if {"doc_id", "contents"} <= keys:
        hint = "give qa.parquet as --golden and this file as --manifest"
        raise refuse(str(path), "the corpus of AutoRAG, not its questions", hint)
    if path.suffix == ".tsv":
        return "trec"
    raise _nothing_known(path, columns, "labels", "reads_labels", "--golden-format")


def _rankings_of_table(path: Path, columns: Mapping[str, None]) -> str:
    keys = set(columns)
    if "case_id" in keys or "chunk_id" in keys:
        return "parquet" if format_ending(path) in _PARQUET else "csv"
    if "retrieved_ids" in keys:
        return "autorag"
    if RAGAS_KEYS & keys or "contexts" in keys:
        return "ragas"
    if tuple(column.lower() for column in columns) == QUEPID_HEADER:
        return "quepid"
    raise _nothing_known(path, columns, "rankings", "reads_rankings", "--format")


def _nothing_known(path: Path, found: Iterable[str], kind: str, use: str, option: str) -> Exception:
    """What the file holds instead of what was looked for, and the way out."""
    shown = ", ".join(islice((str(name) for name in found if name), 10)) or "nothing"
    measured = [name for name in map(str, found) if _MEASURE.search(name)]
    if measured:
        what = f"figures that were measured ({', '.join(measured[:4])}), and no {kind}"
        return refuse(str(path), what, "give the lists themselves: Unbury measures them")
    wanted = "expected ids beside each question" if kind == "labels" else "result ids of each case"
    what = f"no {kind}: nothing in it holds {wanted} (it has {shown})"
    if kind == "labels":
        hint = f'add such a list to each question, under "{LABELS[0]}", or say {option}'
    else:
        hint = f"name the columns case_id, chunk_id, score; or say {option}"
    return refuse(str(path), what, f"{hint} {'|'.join(names(use))}")


def _refuse_reports(head: Mapping[str, Any], file: str) -> None:
    """A report, ``{system: {measure: value}}``, has the shape of a run and is none."""
    inner = [str(name) for name in next(iter(head.values()))]
    if sum(_MEASURE.search(name) is not None for name in inner) * 2 > len(inner):
        what = f"figures that were measured ({', '.join(inner[:4])}), not labels or rankings"
        raise refuse(file, what, "give the lists themselves: Unbury measures them")


def _is_ranx(head: Mapping[str, Any]) -> bool:
    """An object of objects of numbers, and nothing else; columns numbered from 0 are not one."""
    values = list(head.values())
    return (
        bool(values)
        and all(isinstance(value, dict) for value in values)
        and all(
            isinstance(n, int | float) and not isinstance(n, bool)
            for value in islice(values, 100)
            for n in value.values()
        )
        and not is_columns(head)
    )


def first_object(source: Source) -> dict[str, Any] | None:
    """The first object of a JSON file (the whole file, where it is one); None if none is whole."""
    data = source.data.lstrip(b" \t\r\n")
    if data[:1] == b"[":
        try:
            values = parse_object(data)
        except Unsafe:
            return None
        return values[0] if values and isinstance(values[0], dict) else None
    end = data.find(b"\n")
    for text in (data if end < 0 else data[:end], data):
        try:
            value = orjson.loads(text)
        except orjson.JSONDecodeError:
            continue
        return value if isinstance(value, dict) else None
    return None


def columns_of(path: Path) -> Mapping[str, None]:
    """The names of a table's columns, in order."""
    if format_ending(path) in _PARQUET:
        from evalcore.formats.parquet_table import read_parquet

        table = read_parquet(path, Findings(str(path)), required=(), ids=())
    else:
        from evalcore.formats.csv_table import read_csv

        table = read_csv(read_source(path), Findings(str(path)), required=())
    return dict.fromkeys(table.columns)
