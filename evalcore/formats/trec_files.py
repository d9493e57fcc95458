"""TREC as one of the formats of labels, and runs and qrels written out."""

from __future__ import annotations

from collections.abc import Iterable, Iterator
from pathlib import Path

from evalcore.errors import UsageError
from evalcore.formats.file_names import set_name
from evalcore.formats.label_file import LabelFile
from evalcore.formats.qrels import parse_qrels
from evalcore.formats.source import read_source
from evalcore.formats.whole_file import write_whole
from evalcore.formats.written import Out

_NAMED = 3


def read_qrels_labels(path: Path) -> LabelFile:
    """The topics of a qrels file; see ``read_qrels``."""
    return LabelFile(golden=parse_qrels(read_source(path), name=set_name(path)), format="trec")


def write_qrels(out: Out, path: Path) -> tuple[str, ...]:
    """Write the labels as qrels. Questions, quotes and groups have no place there."""
    judged = [case for case in out.golden.cases if case.expected]
    _check_ids(id_ for case in judged for id_ in (case.id, *(e.chunk_id for e in case.expected)))
    lines = (f"{c.id} 0 {e.chunk_id} {e.grade}\n" for c in judged for e in c.expected)
    write_whole(path, "".join(lines).encode())
    left = len(out.golden.cases) - len(judged)
    return (f"cases without any label that this format cannot hold: {left}",) if left else ()


def write_trec_run(out: Out, path: Path) -> tuple[str, ...]:
    """Write one sample as a run. Ids with white space are refused, for they would shift columns.

    Empty lists and failures have no line there, which the notes say. Where the search gave no
    scores, falling whole numbers stand in, since the format wants some.
    """
    lists = [(case_id, ranking) for case_id, ranking in out.answered()]
    _check_ids(id_ for case_id, r in lists for id_ in (case_id, *r.chunk_ids))
    _check_repeats(out)
    write_whole(path, "".join(_lines(out)).encode())
    empty = sum(1 for _, ranking in lists if not ranking.chunk_ids)
    notes = [f"empty lists: {empty}; read the file with --missing empty"] if empty else []
    if any(r.scores is None and r.chunk_ids for _, r in lists):
        notes.append("there are no scores: falling numbers stand in for them")
    return (*notes, *out.failure_notes)


def _lines(out: Out) -> Iterator[str]:
    tag = "-".join(out.name.split()) or "unbury"
    for case_id, ranking in out.answered():
        count = len(ranking.chunk_ids)
        scores: Iterable[float] = ranking.scores or range(count, 0, -1)
        for rank, (chunk_id, score) in enumerate(zip(ranking.chunk_ids, scores, strict=True), 1):
            yield f"{case_id} Q0 {chunk_id} {rank} {score!r} {tag}\n"


def _check_ids(ids: Iterable[str]) -> None:
    odd = list(dict.fromkeys(one for one in ids if _is_odd(one)))
    if odd:
        named = ", ".join(repr(one) for one in odd[:_NAMED])
        raise UsageError(
            f"ids that cannot stand in a TREC file: {named}",
            hint="write --jsonl: it keeps every id as it is",
        )


def _is_odd(one: str) -> bool:
    """White space would shift columns; ``#`` alone is a comment, and a first BOM is the file's."""
    return not one or one == "#" or one[0] == "\ufeff" or any(sign.isspace() for sign in one)


def _check_repeats(out: Out) -> None:
    for case_id, ranking in out.answered():
        if len(set(ranking.chunk_ids)) != len(ranking.chunk_ids):
            raise UsageError(
                f"case {case_id!r} returned a chunk twice, which a TREC file cannot hold",
                hint="write --jsonl: it keeps repeats",
            )
