"""A bundle read back: proven whole, its parts fitting each other, before anything is written."""

from __future__ import annotations

import hashlib
import zlib
from collections.abc import Mapping, Sequence
from dataclasses import dataclass, field
from typing import Any

import numpy as np
import orjson

from evalcore.errors import BundleRefused, UnburyError
from evalcore.model.canonical import canonical_json
from evalcore.model.case import GoldenSet
from evalcore.model.plain import chunk_from_plain, exam_from_plain, policy_from_plain
from evalcore.model.plain_verdict import verdict_from_plain
from evalcore.model.ranking import Rankings
from evalcore.store.bundles.layout import refused, unpack
from evalcore.store.bundles.rows import KNOWN
from evalcore.store.golden_blob import unpack_golden
from evalcore.store.manifests import PackedManifest, packed_of
from evalcore.store.rankings import check_rankings

_POINTERS = {"golden_hash": "golden", "suite_hash": "suite", "manifest_hash": "manifest"}
_ENDINGS = {"golden": "json", "suite": "json", "policy": "json", "manifest": "jsonl"}


@dataclass(frozen=True, eq=False, kw_only=True)
class BundledRun:
    """One run of a bundle: its entry, its case results, its lists, and what was appended."""

    row: Mapping[str, Any]
    left_out: Sequence[str]
    columns: Mapping[str, list[Any]]
    rankings: tuple[Rankings, ...]
    appended: Mapping[str, Sequence[Mapping[str, Any]]]


@dataclass(frozen=True, eq=False, kw_only=True)
class Bundle:
    """A checked bundle: the runs, the one it is named for first, and what they point at."""

    file: str
    run_id: str
    runs: tuple[BundledRun, ...]
    goldens: Mapping[str, tuple[GoldenSet, bytes]]
    manifests: Mapping[str, PackedManifest]
    suites: Mapping[str, str]
    policies: Mapping[str, tuple[str, str]]
    """By hash: the body, and when it was first saved."""


@dataclass(frozen=True, slots=True)
class Proven:
    """Contents that were parsed before, by their bytes: many bundles share a golden set.

    Lives as long as one merge.
    """

    goldens: dict[bytes, tuple[GoldenSet, bytes]] = field(default_factory=dict)
    manifests: dict[bytes, PackedManifest] = field(default_factory=dict)


def read_bundle(data: bytes, file: str, proven: Proven | None = None) -> Bundle:
    """The bundle in ``data``. Raises ``BundleRefused`` if anything of it is not sound.

    What ``proven`` holds already is not parsed again; what is new goes into it.
    """
    index, entries = unpack(data, file)
    try:
        return _bundle(index, entries, file, proven or Proven())
    except (KeyError, TypeError, ValueError, AttributeError, zlib.error) as wrong:
        raise refused(f"its contents cannot be read: {wrong}", file) from None
    except BundleRefused:
        raise
    except UnburyError as wrong:
        raise refused(f"its contents do not hold together: {wrong.what}", file) from None


def _bundle(
    index: Mapping[str, Any], entries: Mapping[str, bytes], file: str, proven: Proven
) -> Bundle:
    contents = {kind: _contents(entries, kind, file) for kind in _ENDINGS}
    saved = index["policies_saved"]
    for body in contents["policy"].values():
        policy_from_plain(orjson.loads(body))
    runs = tuple(_run(entries, run_id, contents, file) for run_id in index["runs"])
    if index["run"] != index["runs"][0]:
        raise refused("it does not hold the run it is named for", file)
    return Bundle(
        file=file,
        run_id=index["run"],
        runs=runs,
        goldens={n: _golden(n, body, proven) for n, body in contents["golden"].items()},
        manifests={n: _manifest(n, b, file, proven) for n, b in contents["manifest"].items()},
        suites={name: body.decode() for name, body in contents["suite"].items()},
        policies={name: (body.decode(), saved[name]) for name, body in contents["policy"].items()},
    )


def _contents(entries: Mapping[str, bytes], kind: str, file: str) -> Mapping[str, bytes]:
    head, tail = f"contents/{kind}-", f".{_ENDINGS[kind]}"
    found = {
        name.removeprefix(head).removesuffix(tail): body
        for name, body in entries.items()
        if name.startswith(head)
    }
    for name, body in found.items():
        if kind != "manifest" and hashlib.sha256(body).hexdigest() != name:
            raise refused(f"its {kind} {name[:12]} is not what its hash names", file)
    return found


def _golden(name: str, body: bytes, proven: Proven) -> tuple[GoldenSet, bytes]:
    if body not in proven.goldens:
        packed = zlib.compress(body, 1)
        proven.goldens[body] = unpack_golden(name, packed), packed
    return proven.goldens[body]


def _manifest(name: str, body: bytes, file: str, proven: Proven) -> PackedManifest:
    if body not in proven.manifests:
        batches, *bodies = body.removesuffix(b"\n").split(b"\n")
        for chunk in bodies:
            chunk_from_plain(orjson.loads(chunk))
        proven.manifests[body] = packed_of(bodies, batches)
    packed = proven.manifests[body]
    if packed.hash != name:
        raise refused(f"its manifest {name[:12]} is not what its hash names", file)
    return packed


def _run(
    entries: Mapping[str, bytes],
    run_id: str,
    contents: Mapping[str, Mapping[str, bytes]],
    file: str,
) -> BundledRun:
    told = orjson.loads(entries[f"runs/{run_id}/run.json"])
    row = told["row"]
    signed = orjson.loads(entries[f"runs/{run_id}/signed.json"])
    columns = orjson.loads(entries[f"runs/{run_id}/cases.json"])
    _check_known(signed, file)
    _check_pointers(row, signed, contents, file)
    exam_from_plain(row["exam"])
    for verdict in signed["verdicts"]:
        verdict_from_plain(orjson.loads(verdict["body"]))
    if row["id"] != run_id or not signed["verdicts"] or len(columns["case_id"]) != row["cases"]:
        raise refused(f"run {run_id} lacks part of what a run has", file)
    written = {name: canonical_json(row[name]).decode() for name in ("exam", "context")}
    return BundledRun(
        row={**row, **written},
        left_out=told["left_out"],
        columns=columns,
        rankings=_samples(entries, run_id, row["samples"]),
        appended=signed,
    )


def _check_known(signed: Mapping[str, Any], file: str) -> None:
    strange = sorted(set(signed) - KNOWN)
    if strange:
        what = f"it holds what this Unbury does not know: {', '.join(strange)}"
        raise BundleRefused(what, where=file, hint="upgrade this installation")


def _check_pointers(
    row: Mapping[str, Any],
    signed: Mapping[str, Any],
    contents: Mapping[str, Mapping[str, bytes]],
    file: str,
) -> None:
    wanted = [(kind, row[column]) for column, kind in _POINTERS.items() if row[column] is not None]
    wanted += [("policy", row["policy_hash"])]
    wanted += [("policy", verdict["policy_hash"]) for verdict in signed["verdicts"]]
    for kind, name in wanted:
        if name not in contents[kind]:
            raise refused(f"it lacks the {kind} {name[:12]} of run {row['id']}", file)


def _samples(entries: Mapping[str, bytes], run_id: str, count: int) -> tuple[Rankings, ...]:
    samples: list[Rankings] = []
    for number in range(1, count + 1):
        head = orjson.loads(entries[f"runs/{run_id}/sample-{number}.json"])
        ids = head["chunk_ids"]
        known = samples[-1].chunk_ids if ids is None else tuple(ids)
        arrays = entries[f"runs/{run_id}/sample-{number}.arrays"]
        samples.append(_sample(head, known, arrays))
    return tuple(samples)


def _sample(head: Mapping[str, Any], ids: Sequence[str], data: bytes) -> Rankings:
    cases, results = tuple(head["cases"]), head["results"]
    widths = [(8 * (len(cases) + 1), "<i8"), (4 * results, "<i4")]
    widths += [(8 * results, "<f8") for name in ("scored", "raw_scored") if head[name]]
    if sum(width for width, _ in widths) != len(data):
        raise ValueError("its arrays are not as long as it says")
    columns, start = [], 0
    for width, kind in widths:
        columns.append(np.frombuffer(data, kind, width // np.dtype(kind).itemsize, start))
        start += width
    numbers = iter(columns[2:])
    rankings = Rankings(
        case_ids=cases,
        starts=columns[0].astype(np.int64),
        chunks=columns[1].astype(np.int32),
        scores=next(numbers).astype(np.float64) if head["scored"] else None,
        raw_scores=next(numbers).astype(np.float64) if head["raw_scored"] else None,
        chunk_ids=ids,
        failures=dict(head["failures"]),
    )
    check_rankings(rankings)
    return rankings
