"""BEIR folders: ``corpus.jsonl``, ``queries.jsonl`` and ``qrels/SPLIT.tsv``."""

from __future__ import annotations

from collections.abc import Iterator
from pathlib import Path
from typing import Any

import orjson

from evalcore.formats.csv_table import read_csv
from evalcore.formats.fields import Unfit, identifier
from evalcore.formats.findings import Findings, refuse
from evalcore.formats.grades import whole_grade
from evalcore.formats.json_lines import read_records
from evalcore.formats.label_file import LabelFile
from evalcore.formats.source import read_source
from evalcore.formats.whole_file import write_whole
from evalcore.formats.written import Out
from evalcore.model.case import Case, Expected, GoldenSet
from evalcore.model.manifest import Chunk, Manifest
from evalcore.model.words import Behaviour

COLUMNS = ("query-id", "corpus-id", "score")
_QUERIES, _CORPUS, _QRELS = "queries.jsonl", "corpus.jsonl", "qrels"


def read_beir_labels(path: Path) -> LabelFile:
    """The judged questions of a folder (or of one ``qrels/SPLIT.tsv``), with their texts.

    Of several splits ``test`` is taken, and said; without one the person names the file.
    Questions of other splits are left out. Raises ``InputError`` with every problem.
    """
    qrels, notes = _split(path)
    folder = qrels.parent.parent if qrels.parent.name == _QRELS else qrels.parent
    findings = Findings(str(qrels))
    grades = _judgements(qrels, findings)
    questions = _questions(folder / _QUERIES)
    findings.stop()
    unnamed = [query for query in grades if query not in questions]
    if unnamed and questions:
        notes.append(f"questions that {_QUERIES} lacks: {len(unnamed)} ({unnamed[0]!r})")
    name = folder.name or qrels.stem
    cases = [_case(query, found, questions.get(query, {})) for query, found in grades.items()]
    golden = GoldenSet(name=name, cases=tuple(cases))
    return LabelFile(golden=golden, format="beir", notes=tuple(notes))


def read_beir_corpus(path: Path) -> Manifest:
    """The chunks of a folder's ``corpus.jsonl`` (or of that file): ``_id``, ``title``, ``text``."""
    file = path / _CORPUS if path.is_dir() else path
    findings = Findings(str(file))
    chunks: dict[str, Chunk] = {}
    for record in read_records(read_source(file), findings):
        value = dict(record.value)
        chunk_id = _named(value.pop("_id", None), record.line, findings)
        if chunk_id is None:
            continue
        if chunk_id in chunks:
            what = f'the id "{chunk_id}" stands twice'
            findings.add(what, "list each chunk once", line=record.line, at="_id")
        title, text = value.pop("title", None), value.pop("text", None)
        chunks[chunk_id] = Chunk(chunk_id=chunk_id, title=title or None, text=text, extra=value)
    if not chunks and not findings.problems:
        findings.add("no chunks", 'write {"_id": "d1", "title": "", "text": "..."}')
    findings.stop()
    return Manifest(chunks=tuple(chunks.values()))


def write_beir_labels(out: Out, path: Path) -> tuple[str, ...]:
    """Write a folder of queries, qrels (``test``) and, with a manifest, the corpus.

    Cases without any label are left out of the qrels, which is where BEIR keeps its questions.
    """
    (path / _QRELS).mkdir(parents=True, exist_ok=True)
    judged = [case for case in out.golden.cases if case.expected]
    write_whole(
        path / _QUERIES,
        b"".join(
            orjson.dumps({"_id": c.id, "text": c.question, **c.extra}) + b"\n" for c in judged
        ),
    )
    write_whole(path / _QRELS / "test.tsv", "".join(_tsv(judged)).encode())
    if out.manifest is not None:
        write_whole(path / _CORPUS, b"".join(_corpus_lines(out.manifest)))
    left = len(out.golden.cases) - len(judged)
    return (f"cases without any label that this format cannot hold: {left}",) if left else ()


def _split(path: Path) -> tuple[Path, list[str]]:
    if path.is_file():
        return path, []
    splits = sorted((path / _QRELS).glob("*.tsv"))
    if not splits:
        hint = "a BEIR folder has qrels/test.tsv beside queries.jsonl and corpus.jsonl"
        raise refuse(str(path), "a folder without qrels", hint)
    test = next((split for split in splits if split.stem == "test"), None)
    if len(splits) > 1 and test is None:
        named = ", ".join(split.name for split in splits)
        raise refuse(str(path), f"several splits: {named}", "name one of the files")
    chosen = test or splits[0]
    return chosen, [f"labels are those of qrels/{chosen.name}"] if len(splits) > 1 else []


def _judgements(path: Path, findings: Findings) -> dict[str, dict[str, int]]:
    table = read_csv(read_source(path), findings, required=COLUMNS)
    grades: dict[str, dict[str, int]] = {}
    findings.stop()
    for row in table.rows:
        query, document = row.cells[COLUMNS[0]], row.cells[COLUMNS[1]]
        grade = whole_grade(row.cells[COLUMNS[2]])
        if not query or not document or grade is None:
            what, hint = "no whole judgement", "write: question, document, whole grade"
            findings.add(what, hint, line=row.line)
            continue
        before = grades.setdefault(query, {}).setdefault(document, grade)
        if before != grade:
            what = f'"{document}" has grade {before} above, {grade} here'
            findings.add(what, "keep one of the two judgements", line=row.line, at="score")
    if not grades and not findings.problems:
        findings.add("no judgements", "write: question, document, grade, parted by tabs")
    return grades


def _questions(path: Path) -> dict[str, dict[str, Any]]:
    if not path.exists():
        return {}
    findings = Findings(str(path))
    found: dict[str, dict[str, Any]] = {}
    for record in read_records(read_source(path), findings):
        name = _named(record.value.get("_id"), record.line, findings)
        if name is not None:
            found[name] = record.value
    findings.stop()
    return found


def _named(value: Any, line: int, findings: Findings) -> str | None:
    try:
        return identifier(value)
    except Unfit as wrong:
        findings.add(wrong.what, wrong.hint, line=line, at="_id")
        return None


def _case(query: str, grades: dict[str, int], told: dict[str, Any]) -> Case:
    answerable = any(grade > 0 for grade in grades.values())
    return Case(
        id=query,
        question=told.get("text") or query,
        expected=tuple(Expected(chunk_id=d, grade=g) for d, g in grades.items()),
        behaviour=Behaviour.ANSWER if answerable else Behaviour.ABSTAIN,
        extra={name: value for name, value in told.items() if name not in {"_id", "text"}},
    )


def _tsv(cases: list[Case]) -> Iterator[str]:
    yield "\t".join(COLUMNS) + "\n"
    for case in cases:
        for label in case.expected:
            _check_plain(case.id, label.chunk_id)
            yield f"{case.id}\t{label.chunk_id}\t{label.grade}\n"


def _check_plain(*ids: str) -> None:
    for one in ids:
        if any(sign in one for sign in '\t\n\r"'):
            raise refuse("BEIR", f"the id {one!r} holds a tab, line end or quote", "use --jsonl")


def _corpus_lines(manifest: Manifest) -> Iterator[bytes]:
    for chunk in manifest.chunks:
        told = {"_id": chunk.chunk_id, "title": chunk.title or "", "text": chunk.text or ""}
        yield orjson.dumps({**told, **chunk.extra}) + b"\n"
