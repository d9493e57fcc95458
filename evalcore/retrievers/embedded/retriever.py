"""The in-process retriever: filter, search, fuse, boost, cut, order. Each step is its own part."""

from __future__ import annotations

from collections.abc import Iterator, Mapping, Sequence
from dataclasses import dataclass, field

import numpy as np

from evalcore.errors import RetrieverError
from evalcore.model.manifest import Chunk
from evalcore.model.ranking import Failure, Ranking
from evalcore.model.ratios import Mask
from evalcore.retrievers.embedded.boost import Boost
from evalcore.retrievers.embedded.cut import Cut
from evalcore.retrievers.embedded.dense import DenseIndex
from evalcore.retrievers.embedded.filters import ChunkFilter
from evalcore.retrievers.embedded.fusion import Fusion, ReciprocalRank
from evalcore.retrievers.embedded.lexical import LexicalIndex
from evalcore.retrievers.embedded.options import Mode, TextField
from evalcore.retrievers.embedded.scored import Scored
from evalcore.retrievers.embedders.protocol import Vectors
from evalcore.retrievers.protocol import Capabilities, Filters, Query
from evalcore.retrievers.vector_source import VectorSource

_CELLS = 4_000_000
"""Scores held at a time; queries are taken in blocks of about this many (query, chunk) pairs."""


@dataclass(frozen=True, eq=False, kw_only=True)
class EmbeddedRetriever:
    """BM25, vectors or both over one manifest, in process.

    Same inputs give the same bytes: ties keep the manifest's order, and no score depends on
    threads or batches. The parts can be changed one by one (``dataclasses.replace``): no boost,
    no cut, another mode, other vectors. ``lexical`` is None in mode ``vectors``, ``dense`` and
    ``source`` are None in mode ``bm25``. ``text_field`` is the field that the index holds.

    ``unindexed`` are chunks of the manifest that the index lost, in the manifest's order, each
    with the row among ``chunks`` that it would take.
    """

    chunks: Sequence[Chunk]
    mode: Mode
    lexical: LexicalIndex | None = None
    dense: DenseIndex | None = None
    source: VectorSource | None = None
    fusion: Fusion = field(default_factory=ReciprocalRank)
    filters: ChunkFilter = field(default_factory=ChunkFilter)
    boost: Boost | None = None
    cut: Cut = field(default_factory=Cut)
    text_field: TextField = "representation"
    unindexed: Mapping[str, int] = field(default_factory=dict)

    @property
    def capabilities(self) -> Capabilities:
        """Everything, as far as the mode goes: exact search, no filters, no boost."""
        return Capabilities(
            filters_off=True,
            boost_off=True,
            exact=True,
            vectors=self.dense is not None,
            lexical=self.lexical is not None,
            scores=True,
        )

    def search(
        self, queries: Sequence[Query], depth: int, filters: Filters | None = None
    ) -> Sequence[Ranking | Failure]:
        """The first ``depth`` chunks of every query, best first.

        BM25 alone returns only chunks that share a word with the query, vectors every chunk
        that has one; fewer results than ``depth`` are normal. Where a boost is set,
        ``raw_scores`` are the scores before it. A query that could not be embedded is a
        Failure in every mode that needs its vector.
        """
        answers: list[Ranking | Failure] = []
        for block in self._blocks(queries):
            answers.extend(self._search_block(block, depth, filters))
        return answers

    def _blocks(self, queries: Sequence[Query]) -> Iterator[Sequence[Query]]:
        size = max(1, _CELLS // max(1, len(self.chunks)))
        for start in range(0, len(queries), size):
            yield queries[start : start + size]

    def _search_block(
        self, queries: Sequence[Query], depth: int, filters: Filters | None
    ) -> Iterator[Ranking | Failure]:
        vectors, failed = self._embed(queries)
        allowed = self.filters.for_call(filters).allowed(queries, self.chunks)
        raw = self._score(queries, vectors, allowed)
        boosted = raw if self.boost is None else self.boost.apply(raw, self._labelled())
        final = self.cut.apply(boosted)
        for row in range(len(queries)):
            if row in failed:
                yield Failure(failed[row])
            else:
                yield self._ranking(final, raw, row, depth)

    def _embed(self, queries: Sequence[Query]) -> tuple[Vectors, Mapping[int, str]]:
        none = np.zeros((len(queries), 0), dtype=np.float32)
        if self.source is None or self.dense is None or not self.dense.present.any():
            return none, {}
        # A blank question has no words to embed; it stays a row of zeros and finds nothing.
        asked = [row for row, query in enumerate(queries) if query.text.strip()]
        embedded = self.source.queries([queries[row].text for row in asked])
        width = self.dense.units.shape[1]
        if embedded.vectors.any() and embedded.vectors.shape[1] != width:
            raise RetrieverError(
                f"questions have vectors of {embedded.vectors.shape[1]} numbers,"
                f" chunks of {width}: they come from different models"
            )
        vectors = np.zeros((len(queries), embedded.vectors.shape[1]), dtype=np.float32)
        vectors[asked] = embedded.vectors
        return vectors, {asked[row]: why for row, why in embedded.failed.items()}

    def _score(self, queries: Sequence[Query], vectors: Vectors, allowed: Mask) -> Scored:
        parts: list[Scored] = []
        if self.lexical is not None and self.mode != "vectors":
            found = self.lexical.search([query.text for query in queries])
            parts.append(found.among(allowed))
        if self.dense is not None and self.mode != "bm25":
            parts.append(self.dense.search(vectors).among(allowed))
        return parts[0] if len(parts) == 1 else self.fusion.fuse(*parts)

    def _labelled(self) -> Mask:
        if self.boost is None:
            return np.zeros(len(self.chunks), dtype=np.bool_)
        return self.boost.labelled(self.chunks)

    def _ranking(self, final: Scored, raw: Scored, row: int, depth: int) -> Ranking:
        order = final.order(row, depth)
        return Ranking(
            chunk_ids=tuple(self.chunks[place].chunk_id for place in order),
            scores=tuple(final.scores[row, order].tolist()),
            raw_scores=None if self.boost is None else tuple(raw.scores[row, order].tolist()),
        )
