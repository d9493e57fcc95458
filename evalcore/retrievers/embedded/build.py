"""Builds the in-process retriever from its checked options and a manifest."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from datetime import date
from itertools import accumulate
from pathlib import Path

import numpy as np

from evalcore.errors import RetrieverError
from evalcore.model.manifest import Chunk, Manifest
from evalcore.retrievers.embedded.boost import Boost
from evalcore.retrievers.embedded.cut import Cut
from evalcore.retrievers.embedded.dense import DenseIndex
from evalcore.retrievers.embedded.filters import ChunkFilter
from evalcore.retrievers.embedded.fusion import Fusion, ReciprocalRank, WeightedScores
from evalcore.retrievers.embedded.lexical import LexicalIndex
from evalcore.retrievers.embedded.options import (
    EmbeddedOptions,
    FilterOptions,
    FusionOptions,
    TextField,
)
from evalcore.retrievers.embedded.retriever import EmbeddedRetriever
from evalcore.retrievers.embedded.tokens import Tokenizer
from evalcore.retrievers.embedders.protocol import EmbedderChoice
from evalcore.retrievers.vector_cache import VectorCache, read_vectors
from evalcore.retrievers.vector_source import VectorSource

_RRF_K = 60
_WEIGHT = 0.5


def build_embedded(
    options: EmbeddedOptions,
    *,
    manifest: Manifest,
    embedder: EmbedderChoice,
    folder: Path,
    on: date,
    cache: Path | None,
) -> EmbeddedRetriever:
    """The retriever with its indexes filled; passages without a stored vector are embedded here.

    Raises ``InputError`` for an unreadable vectors file and ``RetrieverError`` where a passage
    cannot be embedded.
    """
    if not manifest.chunks:
        raise RetrieverError("the manifest lists no chunks, so there is nothing to search")
    chunks, unindexed = _held(manifest, options.unindexed)
    texts = [embedded_text(chunk, options.field) for chunk in chunks]
    source = vector_source(options, embedder=embedder, folder=folder, cache=cache)
    with_words, with_vectors = options.mode != "vectors", options.mode != "bm25"
    return EmbeddedRetriever(
        chunks=chunks,
        mode=options.mode,
        lexical=_lexical(texts, options) if with_words else None,
        dense=dense_index(texts, source) if with_vectors else None,
        source=source if with_vectors else None,
        fusion=_fusion(options.fusion),
        filters=_filters(options.filters, on),
        boost=None if options.boost is None else Boost(**options.boost.model_dump()),
        cut=Cut(**options.cut.model_dump()),
        text_field=options.field,
        unindexed=unindexed,
    )


def _held(
    manifest: Manifest, unindexed: Sequence[str]
) -> tuple[tuple[Chunk, ...], Mapping[str, int]]:
    """The chunks that the index holds, and the rows that the lost ones would take among them."""
    lost = frozenset(unindexed)
    unknown = sorted(lost - manifest.by_id.keys())
    if unknown:
        raise RetrieverError(
            f'"unindexed" names {unknown[0]!r}, which the manifest does not list',
            hint="name chunks of the manifest that the index lost",
        )
    held = tuple(chunk for chunk in manifest.chunks if chunk.chunk_id not in lost)
    if not held:
        raise RetrieverError('"unindexed" names every chunk, so there is nothing to search')
    rows = accumulate((chunk.chunk_id not in lost for chunk in manifest.chunks), initial=0)
    placed = zip(manifest.chunks, rows, strict=False)
    return held, {c.chunk_id: row for c, row in placed if c.chunk_id in lost}


def vector_source(
    options: EmbeddedOptions, *, embedder: EmbedderChoice, folder: Path, cache: Path | None
) -> VectorSource:
    """The suite's vectors: its shipped file, the user's cache, the embedder (not loaded yet)."""
    shipped = {}
    if options.vectors is not None and options.mode != "bm25":
        shipped = read_vectors(folder / options.vectors)
    kept = None if cache is None else VectorCache(cache)
    return VectorSource(choice=embedder, shipped=shipped, cache=kept)


def unmade_vectors(
    options: EmbeddedOptions,
    *,
    manifest: Manifest,
    embedder: EmbedderChoice,
    folder: Path,
    cache: Path | None,
) -> int:
    """How many texts the embedder would be given before this index stands; nothing is made.

    Raises ``InputError`` for an unreadable vectors file.
    """
    if options.mode == "bm25":
        return 0
    source = vector_source(options, embedder=embedder, folder=folder, cache=cache)
    chunks, _ = _held(manifest, options.unindexed)
    return source.unmade([embedded_text(chunk, options.field) for chunk in chunks])


def embedded_text(chunk: Chunk, field: TextField) -> str:
    """What the index holds of a chunk.

    A missing representation is empty, never the text, unless the suite says
    ``text_if_missing`` (blank counts as missing).
    """
    representation, text = chunk.representation or "", chunk.text or ""
    if field == "text":
        return text
    if field == "text_if_missing" and not representation.strip():
        return text
    return representation


def dense_index(texts: Sequence[str], source: VectorSource) -> DenseIndex:
    """Vectors of the texts in their order. A blank text has none, so no query finds it."""
    written = [row for row, text in enumerate(texts) if text.strip()]
    made = source.passages([texts[row] for row in written])
    vectors = np.zeros((len(texts), made.shape[1]), dtype=np.float32)
    vectors[written] = made
    return DenseIndex.build(vectors)


def _lexical(texts: Sequence[str], options: EmbeddedOptions) -> LexicalIndex:
    return LexicalIndex.build(
        texts, tokenizer=Tokenizer(options.language), k1=options.k1, b=options.b
    )


def _fusion(options: FusionOptions) -> Fusion:
    if options.method == "weighted":
        return WeightedScores(_WEIGHT if options.weight is None else options.weight)
    return ReciprocalRank(k=options.k or _RRF_K, window=options.window)


def _filters(options: FilterOptions, on: date) -> ChunkFilter:
    return ChunkFilter(
        on=on if options.validity else None,
        own_domain=options.domain == "case",
        domains=tuple(options.domain) if isinstance(options.domain, list) else None,
    )
