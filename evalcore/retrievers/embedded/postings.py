"""How often each word stands in each text, and the BM25 weights that follow from it."""

from __future__ import annotations

import math
from collections.abc import Sequence
from dataclasses import dataclass
from typing import Any, Self

import numpy as np

from evalcore.model.ranking import Floats, Ints, Longs


@dataclass(frozen=True, eq=False, kw_only=True)
class Postings:
    """The m (word, text) pairs of n texts: ``words``, ``texts`` and ``counts`` (m,), by word.

    ``lengths`` (n,) is the number of tokens of each text.
    """

    words: Ints
    texts: Ints
    counts: Longs
    lengths: Longs

    @classmethod
    def of(cls, codes: Sequence[Sequence[int]]) -> Self:
        """Count the word codes of each text."""
        lengths = np.array([len(words) for words in codes], dtype=np.int64)
        texts = np.repeat(np.arange(len(codes), dtype=np.int64), lengths)
        flat = np.fromiter((code for words in codes for code in words), np.int64, len(texts))
        pairs, counts = np.unique(flat * max(1, len(codes)) + texts, return_counts=True)
        return cls(
            words=(pairs // max(1, len(codes))).astype(np.int32),
            texts=(pairs % max(1, len(codes))).astype(np.int32),
            counts=counts.astype(np.int64),
            lengths=lengths,
        )

    def over(self, rows: Sequence[int], added: Sequence[Sequence[int]]) -> Postings:
        """The postings of another list of texts: old text ``rows[i]``, or the next added (-1)."""
        source = np.asarray(rows, dtype=np.int64)
        place = np.full(len(self.lengths), -1, dtype=np.int32)
        old = source >= 0
        place[source[old]] = np.flatnonzero(old)
        kept = place[self.texts] >= 0
        new = Postings.of(added)
        fresh = np.flatnonzero(~old).astype(np.int32)
        words = np.concatenate([self.words[kept], new.words])
        order = np.argsort(words, kind="stable")
        lengths = np.zeros(len(source), dtype=np.int64)
        lengths[old], lengths[~old] = self.lengths[source[old]], new.lengths
        return Postings(
            words=words[order],
            texts=np.concatenate([place[self.texts[kept]], fresh[new.texts]])[order],
            counts=np.concatenate([self.counts[kept], new.counts])[order],
            lengths=lengths,
        )

    def index(self, size: int, *, k1: float, b: float) -> Any:
        """The bm25s index over these counts, ``size`` words; None where there is no token.

        The same operations in the same order as bm25s does them text by text, so that the
        scores are the same to the last bit.
        """
        if not len(self.words):
            return None
        import bm25s

        index = bm25s.BM25(k1=k1, b=b, method="lucene", dtype="float64")
        index.nonoccurrence_array = None
        index.scores = {
            "data": self._weights(k1, b),
            "indices": self.texts,
            "indptr": np.searchsorted(self.words, np.arange(size + 1)),
            "num_docs": len(self.lengths),
        }
        return index

    def _weights(self, k1: float, b: float) -> Floats:
        counts = self.counts.astype(np.float64)
        norms = k1 * ((1 - b) + b * self.lengths / self.lengths.mean())
        held = counts / (norms[self.texts] + counts)
        weights: Floats = self._rarity()[self.words] * held
        return weights

    def _rarity(self) -> Floats:
        """Inverse document frequency of each word code, Lucene's."""
        having, texts = np.bincount(self.words), len(self.lengths)
        known, which = np.unique(having, return_inverse=True)
        # math.log, as bm25s has it: numpy's may differ in the last bit.
        rarity = [math.log(1 + (texts - n + 0.5) / (n + 0.5)) for n in known.tolist()]
        return np.array(rarity)[which]
