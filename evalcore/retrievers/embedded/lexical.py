"""The lexical index: BM25 (Lucene's variant, by bm25s) over the chunks' texts."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from dataclasses import dataclass, replace
from functools import cached_property
from typing import Any, Self

import numpy as np

from evalcore.model.ranking import Floats
from evalcore.retrievers.embedded.postings import Postings
from evalcore.retrievers.embedded.scored import Scored
from evalcore.retrievers.embedded.tokens import Tokenizer


@dataclass(frozen=True, eq=False, kw_only=True)
class LexicalIndex:
    """BM25 scores of n texts. A text without tokens is in no list.

    Frequencies are those of the whole index, whatever a query's filters leave of it, as in
    the search engines this stands for.
    """

    tokenizer: Tokenizer
    size: int
    vocabulary: Mapping[str, int]
    bm25: Any
    """The bm25s index; None where no text has a token."""
    codes: Sequence[Sequence[int]] = ()
    """The tokens of each text as codes of the vocabulary, until ``counted`` holds them."""
    counted: Postings | None = None
    k1: float = 1.5
    b: float = 0.75

    @classmethod
    def build(
        cls, texts: Sequence[str], *, tokenizer: Tokenizer, k1: float = 1.5, b: float = 0.75
    ) -> Self:
        """Index the texts in their order."""
        tokens = [tokenizer(text) for text in texts]
        vocabulary = {word: code for code, word in enumerate(sorted(set().union(*tokens)))}
        codes = [[vocabulary[word] for word in words] for words in tokens]
        return cls(
            tokenizer=tokenizer,
            size=len(texts),
            vocabulary=vocabulary,
            bm25=_index(codes, vocabulary, k1=k1, b=b) if vocabulary else None,
            codes=codes,
            k1=k1,
            b=b,
        )

    def over(self, rows: Sequence[int], texts: Sequence[str]) -> LexicalIndex:
        """The index of another list of texts: old text ``rows[i]``, or the next of ``texts`` (-1).

        Only ``texts`` are read; every frequency and length is counted anew. Scores are, bit by
        bit, those of an index built from that list.
        """
        vocabulary = dict(self.vocabulary)
        added = [
            [vocabulary.setdefault(word, len(vocabulary)) for word in self.tokenizer(text)]
            for text in texts
        ]
        postings = self._postings.over(rows, added)
        return replace(
            self,
            size=len(rows),
            vocabulary=vocabulary,
            bm25=postings.index(len(vocabulary), k1=self.k1, b=self.b),
            codes=(),
            counted=postings,
        )

    @cached_property
    def _postings(self) -> Postings:
        return Postings.of(self.codes) if self.counted is None else self.counted

    def search(self, queries: Sequence[str]) -> Scored:
        """Scores (q, n); a chunk that shares no token with the query is not found.

        A token repeated in the query counts each time.
        """
        scores = np.zeros((len(queries), self.size))
        for row, query in enumerate(queries):
            scores[row] = self._scores(query)
        return Scored(scores, scores > 0)

    def _scores(self, query: str) -> Floats | float:
        words = self.tokenizer(query)
        codes = [self.vocabulary[word] for word in words if word in self.vocabulary]
        if not codes or self.bm25 is None:
            return 0.0
        scores: Floats = self.bm25.get_scores_from_ids(codes)
        return scores


def _index(
    codes: Sequence[Sequence[int]], vocabulary: Mapping[str, int], *, k1: float, b: float
) -> Any:
    import bm25s

    index = bm25s.BM25(k1=k1, b=b, method="lucene", dtype="float64")
    index.index((codes, dict(vocabulary)), create_empty_token=False, show_progress=False)
    return index
