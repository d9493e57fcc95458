"""Answers from rankings that are already there: a search that was run elsewhere."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass, replace
from typing import Literal

from evalcore.model.ranking import Failure, Ranking, Rankings
from evalcore.model.words import Missing, Order
from evalcore.retrievers.answers import refused
from evalcore.retrievers.options import Table
from evalcore.retrievers.protocol import Capabilities, Filters, Query


class RecordedOptions(Table):
    """``[retriever]`` of kind ``recorded``: the file, and how it is to be read."""

    kind: Literal["recorded"]
    rankings: str
    format: str | None = None
    order: Literal["rank", "score", "trec"] | None = None
    missing: Literal["error", "empty"] = "error"

    @property
    def order_named(self) -> Order | None:
        """The order that the suite names, where ranks and scores contradict each other."""
        return None if self.order is None else Order(self.order)


@dataclass(frozen=True, eq=False)
class RecordedRetriever:
    """Rankings in memory, by case id. ``missing`` is what a case they do not speak of becomes."""

    rankings: Rankings
    missing: Missing = Missing.ERROR

    @property
    def capabilities(self) -> Capabilities:
        """A recording can be asked nothing further."""
        return Capabilities(scores=self.rankings.scores is not None)

    def search(
        self, queries: Sequence[Query], depth: int, filters: Filters | None = None
    ) -> Sequence[Ranking | Failure]:
        """The first ``depth`` recorded results of every query's case, as they were recorded."""
        refusal = refused(filters)
        if refusal is not None:
            return [refusal] * len(queries)
        return [self._answer(query, depth) for query in queries]

    def _answer(self, query: Query, depth: int) -> Ranking | Failure:
        found = self.rankings.of(query.case_id)
        if isinstance(found, Failure):
            return found
        if found is not None:
            return _cut(found, depth)
        if self.missing is Missing.EMPTY:
            return Ranking(chunk_ids=(), scores=None if self.rankings.scores is None else ())
        return Failure("the rankings file has no list for this case")


def _cut(ranking: Ranking, depth: int) -> Ranking:
    scores, raw = ranking.scores, ranking.raw_scores
    return replace(
        ranking,
        chunk_ids=ranking.chunk_ids[:depth],
        scores=None if scores is None else scores[:depth],
        raw_scores=None if raw is None else raw[:depth],
    )
