"""Manifests in the store: every chunk's body once by content hash, each list as packed keys."""

from __future__ import annotations

import hashlib
import sqlite3
from collections.abc import Iterator, Mapping, Sequence
from dataclasses import dataclass
from typing import Any

import numpy as np
import orjson

from evalcore.errors import DamagedDatabase, StoreError
from evalcore.model.canonical import canonical_json
from evalcore.model.manifest import Batch, Chunk, Manifest, Removal
from evalcore.model.plain import (
    batch_from_plain,
    batch_to_plain,
    chunk_from_plain,
    chunk_to_plain,
    removal_from_plain,
    removal_to_plain,
)

_TOGETHER = 10_000


@dataclass(frozen=True, slots=True, kw_only=True)
class PackedManifest:
    """A manifest ready to write: its hash, and each chunk's digest and body in its order."""

    hash: str
    digests: list[bytes]
    bodies: list[bytes]
    batches: str


def pack_manifest(manifest: Manifest) -> PackedManifest:
    """The hash covers every chunk's body, their order, the batches and the declared removals."""
    bodies = [canonical_json(chunk_to_plain(chunk)) for chunk in manifest.chunks]
    return packed_of(bodies, canonical_json(_told(manifest)))


def packed_of(bodies: list[bytes], batches: bytes) -> PackedManifest:
    """The manifest of these bodies in canonical JSON, under the hash they have."""
    digests = [hashlib.sha256(body).digest() for body in bodies]
    return PackedManifest(
        hash=_hash(digests, batches), digests=digests, bodies=bodies, batches=batches.decode()
    )


def write_manifest(connection: sqlite3.Connection, packed: PackedManifest) -> None:
    """Keep the manifest and those of its chunks that are not kept yet."""
    known = connection.execute("SELECT 1 FROM manifests WHERE hash = ?", [packed.hash]).fetchone()
    if known:
        return
    connection.executemany(
        "INSERT INTO chunk_bodies (hash, body) VALUES (?, ?) ON CONFLICT (hash) DO NOTHING",
        zip(packed.digests, packed.bodies, strict=True),
    )
    find = "SELECT key FROM chunk_bodies WHERE hash = ?"
    keys = [connection.execute(find, [digest]).fetchone()[0] for digest in packed.digests]
    connection.execute(
        "INSERT INTO manifests (hash, chunks, members, batches) VALUES (?, ?, ?, ?)",
        [packed.hash, len(keys), np.array(keys, dtype="<i8").tobytes(), packed.batches],
    )


def read_manifest(connection: sqlite3.Connection, name: str) -> Manifest:
    """The manifest of that hash. Raises ``DamagedDatabase`` if it is not what was stored."""
    row = connection.execute(
        "SELECT members, batches FROM manifests WHERE hash = ?", [name]
    ).fetchone()
    if row is None:
        raise StoreError(f"nothing is stored under {name!r} in manifests")
    members, batches = row
    keys: list[int] = np.frombuffer(members, dtype="<i8").tolist()
    found = dict(_bodies(connection, sorted(set(keys))))
    try:
        bodies = [found[key] for key in keys]
    except KeyError as gone:
        raise DamagedDatabase(f"manifest {name[:12]} lacks its chunk {gone}") from None
    if _hash([hashlib.sha256(body).digest() for body in bodies], batches.encode()) != name:
        raise DamagedDatabase(f"manifest {name[:12]} is not the one that was stored")
    return _manifest(_chunks(bodies), orjson.loads(batches))


def _bodies(connection: sqlite3.Connection, keys: Sequence[int]) -> Iterator[tuple[int, bytes]]:
    find = "SELECT key, body FROM chunk_bodies WHERE key IN (SELECT value FROM json_each(?))"
    for start in range(0, len(keys), _TOGETHER):
        wanted = orjson.dumps(keys[start : start + _TOGETHER]).decode()
        yield from connection.execute(find, [wanted])


def _chunks(bodies: Sequence[bytes]) -> tuple[Chunk, ...]:
    plains: Iterator[Mapping[str, object]] = map(orjson.loads, bodies)
    return tuple(chunk_from_plain(dict(plain)) for plain in plains)


def _told(manifest: Manifest) -> object:
    """What is said beside the chunks: the batches alone, unless removals were declared."""
    batches = [batch_to_plain(batch) for batch in manifest.batches]
    if not manifest.removals:
        return batches  # as it always was, so that no hash of a manifest without them moves
    removals = [removal_to_plain(removal) for removal in manifest.removals]
    return {"batches": batches, "removals": removals}


def _manifest(chunks: tuple[Chunk, ...], told: Any) -> Manifest:
    plain: dict[str, Any] = told if isinstance(told, dict) else {"batches": told}
    batches: tuple[Batch, ...] = tuple(map(batch_from_plain, plain["batches"]))
    removals: tuple[Removal, ...] = tuple(map(removal_from_plain, plain.get("removals", ())))
    return Manifest(chunks=chunks, batches=batches, removals=removals)


def _hash(digests: Sequence[bytes], batches: bytes) -> str:
    whole = hashlib.sha256(b"".join(digests))
    whole.update(hashlib.sha256(batches).digest())
    return whole.hexdigest()
