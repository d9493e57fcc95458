"""Pull the manifest of a suite from its index: every chunk, in the order of the ids."""

from __future__ import annotations

from collections import Counter
from collections.abc import Mapping, Sequence
from dataclasses import dataclass
from datetime import date
from pathlib import Path
from typing import Any

from evalcore.errors import InputError, Problem, UsageError
from evalcore.formats.manifest import manifest_of
from evalcore.formats.manifest_export import write_manifest
from evalcore.formats.suite import read_suite
from evalcore.retrievers.protocol import Index
from evalcore.workflows.progress import Progress, silent
from evalcore.workflows.retrievers import Place, retrievers_of

_STEP = 1000


@dataclass(frozen=True, slots=True, kw_only=True)
class Pulled:
    """What was written: the number of chunks, and how many of them say each field."""

    path: Path
    chunks: int
    fields: Mapping[str, int]


def pull_manifest(path: Path, output: Path, *, progress: Progress = silent) -> Pulled:
    """Write every chunk of the suite's index to ``output``, whole or not at all.

    Equal indexes give equal bytes. Raises ``UsageError`` for a retriever that cannot be read,
    ``InputError`` for ids that clash or are none and for fields of the wrong kind,
    ``RetrieverError`` where the index cannot be reached.
    """
    rows = _rows(_index(path), progress)
    _check_ids(rows)
    manifest = manifest_of(rows, f"the index of {path.name}")
    write_manifest(manifest, output)
    said = Counter(name for row in rows for name in row)
    return Pulled(path=output, chunks=len(rows), fields=dict(said))


def _index(path: Path) -> Index:
    suite = read_suite(path, pulling=True)
    if suite.retriever.get("kind") == "embedded":
        raise UsageError(
            "the embedded retriever is made from the manifest, so none can be pulled from it",
            where=path.name,
            hint="write the manifest where the chunks are made",
        )
    on = suite.run_date or date.today()  # noqa: DTZ011 validity is a local day
    place = Place(path=path, suite=suite, manifest=None, on=on, cache=None)
    (retriever,) = retrievers_of(place, 1)[:1]
    if isinstance(retriever, Index):
        return retriever
    raise UsageError(
        f"a retriever of kind {suite.retriever.get('kind')} answers questions only",
        where=path.name,
        hint="write the manifest from what feeds the index: one JSON object a chunk",
    )


def _rows(index: Index, progress: Progress) -> Sequence[Mapping[str, Any]]:
    rows: list[Mapping[str, Any]] = []
    for row in index.records():
        rows.append(row)
        if len(rows) % _STEP == 0:
            progress("reading the index", len(rows), len(rows))
    return sorted(rows, key=lambda row: str(row["chunk_id"]).encode("utf-8", "surrogatepass"))


def _check_ids(rows: Sequence[Mapping[str, Any]]) -> None:
    if not rows:
        problem = Problem(what="the index holds no chunks", hint="check its name in the suite")
        raise InputError([problem])
    without = sum(not isinstance(row["chunk_id"], str) or not row["chunk_id"] for row in rows)
    counts = Counter(row["chunk_id"] for row in rows if isinstance(row["chunk_id"], str))
    clashing = [chunk_id for chunk_id, times in counts.items() if times > 1]
    problems = [
        Problem(
            what=f'{counts[chunk_id]} chunks of the index have the id "{chunk_id}"',
            hint="name the field that tells chunks apart as retriever.fields.chunk_id",
            field="chunk_id",
        )
        for chunk_id in clashing
    ]
    if without:
        problems.append(
            Problem(
                what=f"{without} of {len(rows)} chunks have no text as their id",
                hint="name the field that holds it as retriever.fields.chunk_id",
                field="chunk_id",
            )
        )
    if problems:
        raise InputError(problems)
