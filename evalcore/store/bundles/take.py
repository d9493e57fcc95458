"""A stored run as a bundle: everything of it, under the hashes and ids it has here."""

from __future__ import annotations

import hashlib
import sqlite3
import zlib
from collections.abc import Iterable, Mapping
from pathlib import PurePosixPath, PureWindowsPath
from typing import Any

import numpy as np
import orjson

from evalcore.errors import DamagedDatabase
from evalcore.model.canonical import canonical_json
from evalcore.model.ranking import Rankings
from evalcore.store.bundles.layout import pack
from evalcore.store.bundles.rows import appended
from evalcore.store.case_rows import read_case_rows
from evalcore.store.manifests import pack_manifest, read_manifest
from evalcore.store.rankings import read_rankings
from evalcore.store.run_rows import key_of


def take_bundle(connection: sqlite3.Connection, run_id: str) -> bytes:
    """The bytes of the bundle of one run, and of the runs that its verdicts rest on.

    Values of the context that are a path on this machine are left out, and named in the run's
    entry. Raises ``StoreError`` for a run that is not stored or does not hold together.
    """
    run_ids = [run_id, *_leaned_on(connection, run_id)]
    entries: dict[str, bytes] = {}
    saved: dict[str, str] = {}
    for one in run_ids:
        rows = _rows_of(connection, one)
        entries.update(_contents(connection, rows, saved))
    for one in run_ids:
        entries.update(_run(connection, one))
    return pack({"run": run_id, "runs": run_ids, "policies_saved": saved}, entries)


def _leaned_on(connection: sqlite3.Connection, run_id: str) -> list[str]:
    """Other runs that its verdicts rest on: their baselines, and where counted diagnoses stand."""
    key = key_of(connection, run_id)
    (suite,) = connection.execute("SELECT suite FROM runs WHERE key = ?", [key]).fetchone()
    bodies = connection.execute("SELECT body FROM verdicts WHERE run_key = ?", [key])
    verdicts = [orjson.loads(body) for (body,) in bodies]
    counted = {case for verdict in verdicts for case in verdict.get("documented", ())}
    signed = connection.execute(
        "SELECT case_id, run_id FROM documented WHERE suite = ? ORDER BY key", [suite]
    )
    others = [other for case, other in signed if case in counted]
    others += [verdict["baseline"] for verdict in verdicts if verdict.get("baseline")]
    return [other for other in dict.fromkeys(others) if other != run_id]


def _rows_of(connection: sqlite3.Connection, run_id: str) -> dict[str, Any]:
    cursor = connection.execute("SELECT * FROM runs WHERE id = ?", [run_id])
    names = [described[0] for described in cursor.description]
    row = dict(zip(names, cursor.fetchone(), strict=True))
    return {name: value for name, value in row.items() if name != "key"}


def _contents(
    connection: sqlite3.Connection, row: Mapping[str, Any], saved: dict[str, str]
) -> dict[str, bytes]:
    key = key_of(connection, row["id"])
    given = connection.execute("SELECT policy_hash FROM verdicts WHERE run_key = ?", [key])
    policies = dict.fromkeys([row["policy_hash"], *(name for (name,) in given)])
    golden, suite = row["golden_hash"], row["suite_hash"]
    entries = {f"contents/golden-{golden}.json": _golden(connection, golden)}
    if row["manifest_hash"] is not None:
        name = row["manifest_hash"]
        entries[f"contents/manifest-{name}.jsonl"] = _manifest(connection, name)
    body, _ = _text(connection, "suites", "hash", suite)
    entries[f"contents/suite-{suite}.json"] = body
    for name in policies:
        body, at = _text(connection, "policies", "saved", name)
        entries[f"contents/policy-{name}.json"], saved[name] = body, at
    return entries


def _golden(connection: sqlite3.Connection, name: str) -> bytes:
    (packed,) = connection.execute("SELECT body FROM goldens WHERE hash = ?", [name]).fetchone()
    try:
        body = zlib.decompress(packed)
    except zlib.error:
        raise DamagedDatabase(f"golden set {name[:12]} cannot be unpacked") from None
    return _checked(name, body)


def _manifest(connection: sqlite3.Connection, name: str) -> bytes:
    packed = pack_manifest(read_manifest(connection, name))  # read whole, and so checked
    return b"\n".join([packed.batches.encode(), *packed.bodies]) + b"\n"


def _text(connection: sqlite3.Connection, table: str, beside: str, name: str) -> tuple[bytes, str]:
    query = f"SELECT body, {beside} FROM {table} WHERE hash = ?"  # noqa: S608  # our own names
    body, other = connection.execute(query, [name]).fetchone()
    return _checked(name, body.encode()), other


def _checked(name: str, body: bytes) -> bytes:
    if hashlib.sha256(body).hexdigest() != name:
        raise DamagedDatabase(f"what is stored under {name[:12]} is not what its hash names")
    return body


def _run(connection: sqlite3.Connection, run_id: str) -> Iterable[tuple[str, bytes]]:
    key = key_of(connection, run_id)
    row = _rows_of(connection, run_id)
    context = orjson.loads(row["context"])
    local = sorted(name for name, value in context.items() if is_local_path(value))
    row["context"] = {name: value for name, value in context.items() if name not in local}
    row["exam"] = orjson.loads(row["exam"])
    yield f"runs/{run_id}/run.json", canonical_json({"row": row, "left_out": local})
    yield f"runs/{run_id}/cases.json", canonical_json(read_case_rows(connection, key))
    yield f"runs/{run_id}/signed.json", canonical_json(appended(connection, key, run_id))
    before: Rankings | None = None
    for number, sample in enumerate(read_rankings(connection, key), start=1):
        shared = before is not None and before.chunk_ids == sample.chunk_ids
        head = {
            "cases": sample.case_ids,
            "failures": sample.failures,
            "chunk_ids": None if shared else sample.chunk_ids,
            "results": len(sample.chunks),
            "scored": sample.scores is not None,
            "raw_scored": sample.raw_scores is not None,
        }
        yield f"runs/{run_id}/sample-{number}.json", canonical_json(head)
        yield f"runs/{run_id}/sample-{number}.arrays", _arrays(sample)
        before = sample


def is_local_path(value: Any) -> bool:
    """Whether a value is an absolute path: it means nothing elsewhere, and tells of here."""
    if not isinstance(value, str):
        return False
    return PurePosixPath(value).is_absolute() or PureWindowsPath(value).is_absolute()


def _arrays(sample: Rankings) -> bytes:
    columns = [sample.starts.astype("<i8"), sample.chunks.astype("<i4")]
    columns += [c.astype("<f8") for c in (sample.scores, sample.raw_scores) if c is not None]
    return b"".join(np.ascontiguousarray(column).tobytes() for column in columns)
