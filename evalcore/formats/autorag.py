"""AutoRAG: qa and corpus as Parquet, ground truth as groups of ids, and its retrieval runs."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from pathlib import Path
from typing import Any

from evalcore.formats.brought import BroughtRankings
from evalcore.formats.file_names import set_name
from evalcore.formats.findings import Findings, refuse
from evalcore.formats.golden import golden_of
from evalcore.formats.json_lines import Record
from evalcore.formats.label_file import LabelFile
from evalcore.formats.parquet_table import read_parquet
from evalcore.formats.ranking_builder import Builder
from evalcore.formats.ranking_file import Asked, RankingFile
from evalcore.formats.table import Row
from evalcore.formats.whole_file import write_whole
from evalcore.formats.written import Out
from evalcore.model.manifest import Chunk, Manifest
from evalcore.model.ranking import Ranking

QA = ("qid", "query", "retrieval_gt")
CORPUS = ("doc_id", "contents")
RUN = "retrieved_ids"
ROW = "row-"
"""What the made ids of lists begin with that the file tells apart by their row only."""

_OWN = frozenset({*QA, "generation_gt", "retrieval_gt_contents"})


def read_autorag_labels(path: Path) -> LabelFile:
    """The questions of a ``qa.parquet``.

    ``retrieval_gt`` is a list of groups: every group is needed, and any one id of a group is
    enough. The first ``generation_gt`` is the reference answer. Raises ``InputError``.
    """
    findings = Findings(str(path))
    table = read_parquet(path, findings, required=QA, ids=("qid",))
    records = [Record(row.line, _native(row, findings)) for row in table.rows]
    golden = golden_of(records, findings, name=set_name(path))
    return LabelFile(golden=golden, format="autorag")


def read_autorag_corpus(path: Path) -> Manifest:
    """The chunks of a ``corpus.parquet``: ``doc_id`` names a chunk there, ``path`` its file."""
    findings = Findings(str(path))
    table = read_parquet(path, findings, required=CORPUS, ids=("doc_id",))
    chunks = [_chunk(row.cells) for row in table.rows]
    seen = {chunk.chunk_id for chunk in chunks}
    if len(seen) < len(chunks):
        findings.add("an id stands twice in the corpus", "list each chunk once", at="doc_id")
    findings.stop()
    return Manifest(chunks=tuple(chunks))


def read_autorag_rankings(path: Path, asked: Asked) -> RankingFile:
    """The lists of a retrieval run, with their scores.

    Runs that AutoRAG kept beside their questions have ``qid``. The others hold one list a row
    in the order of the qa file: their rows are matched to it only where the recall written in
    each row proves the match.
    """
    findings = Findings(str(path))
    table = read_parquet(path, findings, required=(RUN,), ids=())
    named = "qid" in table.columns
    builder = Builder(findings)
    recalls: list[float] = []
    for row in table.rows:
        case_id = str(row.cells["qid"]) if named else f"{ROW}{row.line}"
        ranking = _ranking(row, findings)
        if ranking is not None:
            builder.take(case_id, ranking, sample=1, line=row.line)
        if isinstance(row.cells.get("retrieval_recall"), float):
            recalls.append(row.cells["retrieval_recall"])
    file = builder.finish(asked, format_name="autorag", notes=())
    if named:
        return file
    if len(recalls) != len(file.samples[0]):
        hint = "add the column qid from qa.parquet, row by row"
        raise refuse(str(path), "nothing tells which question each list answers", hint)
    return BroughtRankings(
        samples=file.samples, format="autorag", notes=file.notes, recalls=tuple(recalls)
    )


def write_autorag_labels(out: Out, path: Path) -> tuple[str, ...]:
    """Write ``qa.parquet``; grades and questions without an answer have no place there."""
    kept = [case for case in out.golden.cases if any(label.grade > 0 for label in case.expected)]
    rows: dict[str, list[Any]] = {
        "qid": [case.id for case in kept],
        "query": [case.question for case in kept],
        "retrieval_gt": [_groups(case) for case in kept],
        "generation_gt": [[case.reference_answer or ""] for case in kept],
    }
    import pyarrow as pa

    groups = pa.list_(pa.list_(pa.string()))
    types = [pa.string(), pa.string(), groups, pa.list_(pa.string())]
    _write(path, rows, types)
    left = len(out.golden.cases) - len(kept)
    return (f"cases without a relevant chunk that were left out: {left}",) if left else ()


def write_autorag_rankings(out: Out, path: Path) -> tuple[str, ...]:
    """Write one sample as a retrieval run with its ``qid`` and ``query``."""
    import pyarrow as pa

    lists = list(out.answered())
    rows: dict[str, list[Any]] = {
        "qid": [case_id for case_id, _ in lists],
        "query": [out.question(case_id) for case_id, _ in lists],
        RUN: [list(ranking.chunk_ids) for _, ranking in lists],
        "retrieve_scores": [None if r.scores is None else list(r.scores) for _, r in lists],
    }
    texts = [[out.text(chunk_id) or "" for chunk_id in r.chunk_ids] for _, r in lists]
    rows["retrieved_contents"] = texts
    strings, numbers = pa.list_(pa.string()), pa.list_(pa.float64())
    _write(path, rows, [pa.string(), pa.string(), strings, numbers, strings])
    return out.failure_notes


def write_autorag_corpus(manifest: Manifest, path: Path) -> None:
    """Write ``corpus.parquet``, which ``read_autorag_corpus`` reads again."""
    import pyarrow as pa

    rows: dict[str, list[Any]] = {
        "doc_id": [chunk.chunk_id for chunk in manifest.chunks],
        "contents": [chunk.text or "" for chunk in manifest.chunks],
        "path": [chunk.doc_id for chunk in manifest.chunks],
    }
    _write(path, rows, [pa.string()] * 3)


def _native(row: Row, findings: Findings) -> dict[str, Any]:
    cells = row.cells
    groups = cells["retrieval_gt"]
    if not isinstance(groups, list):
        what = "retrieval_gt is no list"
        findings.add(what, 'write [["c-001"], ["c-002"]]', line=row.line, at="retrieval_gt")
        groups = []
    groups = [group if isinstance(group, list) else [group] for group in groups]
    expected = [
        {"chunk_id": chunk_id, **({"grupo": f"g{n}"} if len(group) > 1 else {})}
        for n, group in enumerate(groups, start=1)
        for chunk_id in group
    ]
    answers = cells.get("generation_gt")
    first = answers[0] if isinstance(answers, list) and answers else answers
    rest = {name: value for name, value in cells.items() if name not in _OWN}
    return {
        "id": cells["qid"],
        "pregunta": cells["query"],
        "fragmentos_relevantes": expected,
        "respuesta_referencia": first if isinstance(first, str) and first else None,
        **rest,
    }


def _chunk(cells: Mapping[str, Any]) -> Chunk:
    known = {"doc_id", "contents", "path"}
    return Chunk(
        chunk_id=str(cells["doc_id"]),
        doc_id=cells.get("path"),
        text=cells["contents"],
        extra={name: value for name, value in cells.items() if name not in known},
    )


def _ranking(row: Row, findings: Findings) -> Ranking | None:
    ids, scores = row.cells[RUN], row.cells.get("retrieve_scores")
    if not isinstance(ids, list) or not all(isinstance(one, str) and one for one in ids):
        what = "retrieved_ids is no list of ids"
        findings.add(what, "save the ids as strings", line=row.line, at=RUN)
        return None
    if scores is None:
        return Ranking(chunk_ids=tuple(ids))
    finite = isinstance(scores, list) and all(_is_finite(score) for score in scores)
    if not finite or len(scores) != len(ids):
        what = "retrieve_scores are not one finite number for each id"
        findings.add(what, "give every result a score", line=row.line, at="retrieve_scores")
        return None
    return Ranking(chunk_ids=tuple(ids), scores=tuple(map(float, scores)))


def _is_finite(score: Any) -> bool:
    return isinstance(score, int | float) and abs(score) < float("inf")


def _groups(case: Any) -> list[list[str]]:
    groups: dict[str, list[str]] = {}
    for number, label in enumerate(case.expected):
        if label.grade > 0:
            groups.setdefault(label.group or f"\0{number}", []).append(label.chunk_id)
    return list(groups.values())


def _write(path: Path, rows: Mapping[str, Sequence[Any]], types: Sequence[Any]) -> None:
    import pyarrow as pa
    import pyarrow.parquet as pq

    columns = [pa.array(list(rows[n]), kind) for n, kind in zip(rows, types, strict=True)]
    sink = pa.BufferOutputStream()
    pq.write_table(pa.table(columns, names=list(rows)), sink)
    write_whole(path, sink.getvalue().to_pybytes())
