"""Manifests, the lists of what an index holds: JSON Lines, CSV or Parquet."""

from __future__ import annotations

from collections.abc import Iterable, Iterator, Mapping
from dataclasses import dataclass, field
from pathlib import Path
from typing import Any

from evalcore.formats.csv_table import read_csv
from evalcore.formats.fields import Unfit, nearest, read_fields
from evalcore.formats.file_names import format_ending
from evalcore.formats.findings import Findings, refuse
from evalcore.formats.json_lines import Record, kind, read_records
from evalcore.formats.manifest_fields import BATCH_FIELDS, CHUNK_FIELDS, TEXT_IDS, from_cells
from evalcore.formats.manifest_removals import check_removed, read_removals
from evalcore.formats.parquet_table import read_parquet
from evalcore.formats.source import read_source
from evalcore.formats.table import Table
from evalcore.model.manifest import Batch, Chunk, Manifest, Removal

JSON_LINES = (".jsonl", ".ndjson", ".json")
SEPARATED = (".csv", ".tsv")
PARQUET = (".parquet", ".pq")


@dataclass(slots=True)
class _Reading:
    findings: Findings
    chunks: list[Chunk] = field(default_factory=list)
    batches: list[Batch] = field(default_factory=list)
    removals: list[Removal] = field(default_factory=list)
    lines: dict[str, int] = field(default_factory=dict)
    batch_ids: set[str] = field(default_factory=set)


def read_manifest(path: Path) -> Manifest:
    """The chunks and batches of a manifest, in file order; the ending names the format.

    In JSON Lines an object whose only key is ``batches`` describes batches, one whose only key
    is ``removals`` declares what was taken out on purpose; beside a table both stand in
    ``<name>.batches.json``. Unknown keys and columns are kept in
    ``Chunk.extra``. In CSV an empty cell says nothing, ``labels`` and ``facets`` are JSON or
    parted by bars (``a|b``, ``name=value|other=value``). Raises ``InputError`` with every
    problem: no or repeated ids, ids that are numbers, fields of the wrong kind, ragged rows.
    """
    reading = _Reading(Findings(str(path)))
    ending = format_ending(path)
    if ending in JSON_LINES:
        _read_lines(path, reading)
    elif ending in SEPARATED:
        table = read_csv(read_source(path), reading.findings, required=("chunk_id",))
        reading.findings.stop()
        _read_table(table, reading)
    elif ending in PARQUET:
        table = read_parquet(path, reading.findings, required=("chunk_id",), ids=TEXT_IDS)
        _read_table(table, reading)
    else:
        raise _unknown_format(path)
    if not reading.chunks and not reading.findings.problems:
        reading.findings.add("no chunks", "a manifest lists what the index holds")
    _read_batches_beside(path, reading)
    check_removed(reading.removals, reading.chunks, reading.findings)
    reading.findings.stop()
    return Manifest(
        chunks=tuple(reading.chunks),
        batches=tuple(reading.batches),
        removals=tuple(reading.removals),
    )


def manifest_of(rows: Iterable[Mapping[str, Any]], source: str) -> Manifest:
    """The manifest that these objects make, checked as those of a file; ``source`` names them.

    Raises ``InputError`` with every problem; the line is the place of the object, from 1.
    """
    reading = _Reading(Findings(source))
    for number, row in enumerate(rows, start=1):
        try:
            record = Record(number, from_cells(row))
        except Unfit as wrong:
            reading.findings.add(wrong.what, wrong.hint, line=number)
        else:
            _take_chunk(record, reading)
    reading.findings.stop()
    return Manifest(chunks=tuple(reading.chunks))


def _unknown_format(path: Path) -> Exception:
    known = ", ".join((*JSON_LINES, *SEPARATED, *PARQUET))
    ending = format_ending(path) or "none"
    return refuse(str(path), f"the ending {ending} names no format", f"a manifest ends in {known}")


def _read_lines(path: Path, reading: _Reading) -> None:
    for record in read_records(read_source(path), reading.findings):
        if not _take_told(record, reading):
            _take_chunk(record, reading)


def _read_table(table: Table, reading: _Reading) -> None:
    for row in table.rows:
        try:
            record = Record(row.line, from_cells(row.cells))
        except Unfit as wrong:
            reading.findings.add(wrong.what, wrong.hint, line=row.line)
        else:
            _take_chunk(record, reading)


def _take_told(record: Record, reading: _Reading) -> bool:
    """Take what is said beside the chunks: batches or removals. False for a chunk."""
    if set(record.value) == {"batches"}:
        _take_batches(record.value["batches"], record.line, reading)
    elif set(record.value) == {"removals"}:
        told = read_removals(record.value["removals"], record.line, reading.findings)
        reading.removals.extend(told)
    else:
        return False
    return True


def _take_chunk(record: Record, reading: _Reading) -> None:
    findings, before = reading.findings, len(reading.findings.problems)
    known, extra = read_fields(record.value, CHUNK_FIELDS, findings, line=record.line)
    if record.value.get("chunk_id") is None:
        hint = _likely(record.value, "chunk_id")
        findings.add('no "chunk_id"', hint, line=record.line, at="chunk_id")
    _note_repeat(known.get("chunk_id"), record.line, reading)
    if len(findings.problems) == before:
        reading.chunks.append(Chunk(**known, extra=extra))


def _likely(record: dict[str, Any], wanted: str) -> str:
    shown = ", ".join(list(record)[:8]) or "nothing"
    return f"every chunk needs {wanted}; this one has {shown}"


def _note_repeat(chunk_id: str | None, line: int, reading: _Reading) -> None:
    if chunk_id is None:
        return
    first = reading.lines.setdefault(chunk_id, line)
    if first != line:
        what = f'the id "{chunk_id}" stands on line {first} already'
        reading.findings.add(what, "list each chunk once", line=line, at="chunk_id")


def _take_batches(batches: Any, line: int, reading: _Reading) -> None:
    if not isinstance(batches, list):
        what = f"{kind(batches)} where a list of batches was expected"
        hint = 'write {"batches": [{"id": "b-1", "rejected": 0}]}'
        reading.findings.add(what, hint, line=line, at="batches")
        return
    for number, entry in enumerate(batches):
        for batch in _batch(entry, f"batches[{number}]", line, reading.findings):
            if batch.id in reading.batch_ids:
                what = f'the batch "{batch.id}" is described twice'
                reading.findings.add(what, "keep one", line=line, at=f"batches[{number}]")
            reading.batch_ids.add(batch.id)
            reading.batches.append(batch)


def _batch(entry: Any, at: str, line: int, findings: Findings) -> Iterator[Batch]:
    if not isinstance(entry, dict):
        findings.add(f"{kind(entry)} where a batch was expected", "write an object", line=line)
        return
    known, rest = read_fields(entry, BATCH_FIELDS, findings, line=line)
    for key in rest:
        hint = nearest(key, BATCH_FIELDS.native)
        findings.add(f'a batch has no field "{key}"', hint, line=line, at=at)
    if entry.get("id") is None:
        findings.add("a batch without id", "chunks name it in their batch", line=line, at=at)
    if "id" in known:
        yield Batch(**known)


def _read_batches_beside(path: Path, reading: _Reading) -> None:
    """Batches of a table, from the file of its name with the ending ``.batches.json``."""
    if format_ending(path) in JSON_LINES:
        return
    stem = path.name.removesuffix(".gz").rsplit(".", 1)[0]
    beside = path.with_name(f"{stem}.batches.json")
    if not beside.exists():
        return
    other = _Reading(Findings(str(beside)))
    for record in read_records(read_source(beside), other.findings):
        if not _take_told(record, other):
            hint = 'write {"batches": [...]} or {"removals": [...]} and nothing else'
            other.findings.add('no "batches"', hint, line=record.line)
    reading.findings.problems.extend(other.findings.problems)
    reading.batches.extend(other.batches)
    reading.removals.extend(other.removals)
