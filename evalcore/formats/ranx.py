"""ranx: qrels and runs as one JSON object, ``{question: {document: number}}``, also ``.lz4``."""

from __future__ import annotations

from collections.abc import Iterator, Mapping
from pathlib import Path
from typing import Any

import orjson

from evalcore.formats.brought import BroughtRankings
from evalcore.formats.fields import Unfit, identifier
from evalcore.formats.file_names import set_name
from evalcore.formats.findings import Findings, refuse
from evalcore.formats.grades import MAX_GRADE
from evalcore.formats.json_lines import Unsafe, parse_object
from evalcore.formats.label_file import LabelFile
from evalcore.formats.qrels import NOTHING_RELEVANT
from evalcore.formats.ranking_file import Asked, RankingFile, in_order
from evalcore.formats.scores import finite_number
from evalcore.formats.source import Source, read_source
from evalcore.formats.whole_file import write_whole
from evalcore.formats.written import Out
from evalcore.metrics.order import reorder, runs_backwards
from evalcore.model.case import Case, Expected, GoldenSet
from evalcore.model.ranking import Ranking, Rankings
from evalcore.model.words import Behaviour, Order

_LZ4 = b"\x04\x22\x4d\x18"
_FORM = 'write {"q1": {"d1": 1, "d2": 0}}'


def read_ranx_labels(path: Path) -> LabelFile:
    """The judgements of a ranx file, questions being their ids, in the order of the file.

    Zero and negative grades are kept; a question without a positive one is one to abstain on.
    Raises ``InputError`` with every problem.
    """
    findings = Findings(str(path))
    cases = [
        _case(question, [(document, _grade(grade)) for document, grade in judged])
        for question, judged in _lists(path, findings, _grade)
    ]
    findings.stop()
    return LabelFile(golden=GoldenSet(name=set_name(path), cases=tuple(cases)), format="ranx")


def read_ranx_rankings(path: Path, asked: Asked) -> RankingFile:
    """The rankings of a ranx run: falling scores, ties as given, as ranx itself orders them.

    Lists whose scores all rise are not turned round: that is a file of distances, and
    ``InputError`` says so unless an order or direction was asked for.
    """
    findings = Findings(str(path))
    packed = Rankings.pack(
        (question, Ranking(chunk_ids=tuple(d for d, _ in found), scores=_scores(found)))
        for question, found in _lists(path, findings, finite_number)
    )
    findings.stop()
    if asked.order is None and not runs_backwards(packed, asked.direction):
        packed = reorder(packed, Order.SCORE, asked.direction)
    packed = in_order(packed, asked, findings)
    findings.stop()
    return BroughtRankings(samples=(packed,), format="ranx")


def write_ranx_labels(out: Out, path: Path) -> tuple[str, ...]:
    """Write the judgements; cases without any are left out, which the notes say."""
    judged = {
        case.id: {label.chunk_id: label.grade for label in case.expected}
        for case in out.golden.cases
        if case.expected
    }
    write_whole(path, _packed(judged, path))
    left = len(out.golden.cases) - len(judged)
    return (f"cases without any label that this format cannot hold: {left}",) if left else ()


def write_ranx_rankings(out: Out, path: Path) -> tuple[str, ...]:
    """Write one sample's lists; a repeated chunk, a failure and a missing score are refused."""
    run: dict[str, dict[str, float]] = {}
    for case_id, ranking in out.scored_lists("ranx"):
        run[case_id] = dict(zip(ranking.chunk_ids, ranking.scores or (), strict=True))
    write_whole(path, _packed(run, path))
    return out.failure_notes


def _scores(found: list[tuple[str, Any]]) -> tuple[float, ...]:
    return tuple(float(score) for _, score in found)


def _grade(value: Any) -> int:
    number = finite_number(value)
    if not number.is_integer() or abs(number) > MAX_GRADE:
        raise Unfit(f"the grade {value} is no whole number", f"grades run up to {MAX_GRADE}")
    return int(number)


def _case(question: str, judged: list[tuple[str, int]]) -> Case:
    answerable = any(grade > 0 for _, grade in judged)
    return Case(
        id=question,
        question=question,
        expected=tuple(Expected(chunk_id=document, grade=grade) for document, grade in judged),
        behaviour=Behaviour.ANSWER if answerable else Behaviour.ABSTAIN,
        notes=None if answerable else NOTHING_RELEVANT.replace("qrels", "ranx"),
    )


def _lists(
    path: Path, findings: Findings, read: Any
) -> Iterator[tuple[str, list[tuple[str, Any]]]]:
    """Each question's documents with their numbers; what cannot be one goes to ``findings``."""
    table = _object(path)
    for question, documents in table.items():
        if not question or not isinstance(documents, Mapping):
            findings.add("a question without an object of documents", _FORM, at=question)
            continue
        kept: list[tuple[str, Any]] = []
        for document, number in documents.items():
            try:
                read(number)
                kept.append((identifier(document), number))
            except Unfit as wrong:
                findings.add(wrong.what, wrong.hint, at=f"{question}.{document}")
        yield question, kept
    if not table:
        findings.add("no questions", _FORM)


def _object(path: Path) -> Mapping[str, Any]:
    source = _unpacked(path)
    try:
        value = parse_object(source.data)
    except Unsafe as wrong:
        raise refuse(source.file, wrong.what, wrong.hint, at=wrong.at) from None
    if not isinstance(value, dict):
        raise refuse(source.file, "no ranx file", _FORM)
    return value


def _unpacked(path: Path) -> Source:
    if not _is_lz4(path):
        return read_source(path)
    import pyarrow as pa

    try:
        with pa.CompressedInputStream(pa.OSFile(str(path)), "lz4") as stream:
            data = stream.read()
        data.decode()
    except (OSError, ValueError, pa.ArrowException) as broken:
        hint = "save it from ranx as .json"
        raise refuse(str(path), f"the lz4 file cannot be read: {broken}", hint) from None
    return Source(str(path), data)


def _is_lz4(path: Path) -> bool:
    if not path.is_file():
        return False
    with path.open("rb") as file:
        return file.read(len(_LZ4)) == _LZ4


def _packed(value: Mapping[str, Any], path: Path) -> bytes:
    data = orjson.dumps(value)
    if not path.name.endswith(".lz4"):
        return data
    import pyarrow as pa

    return bytes(pa.compress(data, codec="lz4", asbytes=True))
