"""Asks an index of Elasticsearch or OpenSearch, a batch of questions in one multi-search."""

from __future__ import annotations

from collections.abc import Callable, Iterator, Mapping, Sequence
from contextlib import closing
from dataclasses import dataclass, replace
from typing import Any

from evalcore.model.ranking import Failure, Ranking
from evalcore.model.words import Direction
from evalcore.retrievers.answers import Result, ranking_of
from evalcore.retrievers.http.transport import TRY_AGAIN, Trouble, patiently
from evalcore.retrievers.indexes.asking import Asking, Question, reaching, redacted
from evalcore.retrievers.indexes.fields import at, id_text, record_of
from evalcore.retrievers.protocol import Capabilities, Filters, Query
from evalcore.retrievers.search_engine.bodies import body_of
from evalcore.retrievers.search_engine.options import SearchEngineOptions
from evalcore.retrievers.search_engine.troubles import refused, troubles

_PAGE = 1000


@dataclass(frozen=True, eq=False, kw_only=True)
class SearchEngineRetriever:
    """One index (or alias), only read. Order and scores are the engine's.

    ``connect`` opens a client, which is closed after each call; ``scan`` is the client's own
    helper to read a whole index. A list of which a shard failed or timed out is a Failure: what
    it lacks might have stood above.
    """

    options: SearchEngineOptions
    asking: Asking
    connect: Callable[[], Any]
    scan: Callable[..., Any]
    exact: bool = False

    @property
    def capabilities(self) -> Capabilities:
        """All but of a body of the suite's own, whose filters and boosts are not known."""
        options = self.options
        ours = options.mode != "body"
        return Capabilities(
            filters_off=ours,
            boost_off=ours and not any("^" in name for name in options.text_fields),
            cut_off=ours,
            exact=options.mode in {"vectors", "hybrid"},
            vectors=options.sends_vectors,
            lexical=options.mode in {"bm25", "hybrid"},
            scores=options.scores,
            direction=Direction.HIGHER if options.scores else None,
        )

    def exactly(self) -> SearchEngineRetriever:
        """The same search with every vector compared by a script."""
        return replace(self, exact=True)

    def search(
        self, queries: Sequence[Query], depth: int, filters: Filters | None = None
    ) -> Sequence[Ranking | Failure]:
        """The first ``depth`` chunks of every query, in the order the engine gave them."""
        off = filters is not None and filters.off
        if off and not self.capabilities.filters_off:
            why = "a body of the suite's own cannot be asked without its filters"
            return [Failure(why)] * len(queries)
        with closing(self.connect()) as client:
            return self.asking.search(
                queries, depth, filters, lambda batch: self._ask(client, batch, filtered=not off)
            )

    def records(self) -> Iterator[Mapping[str, Any]]:
        """Every document of the index under a manifest's field names."""
        query = {"query": {"match_all": {}}, "_source": {"excludes": [self.options.vector_field]}}
        with (
            reaching(self.asking.secrets),
            troubles(self.options),
            closing(self.connect()) as client,
        ):
            for hit in self.scan(client, index=self.options.index, query=query, size=_PAGE):
                yield record_of(self._id(hit), hit.get("_source") or {}, self.options.fields)

    def holding(self, chunk_ids: Sequence[str]) -> frozenset[str]:
        """Those of these ids that a document of the index has."""
        found: list[Any] = []
        with reaching(self.asking.secrets), closing(self.connect()) as client:
            for start in range(0, len(chunk_ids), _PAGE):
                found += self._lookup(client, chunk_ids[start : start + _PAGE])
        return frozenset(id_text(self._id(hit)) for hit in found) & frozenset(chunk_ids)

    def _ask(
        self, client: Any, batch: Sequence[Question], *, filtered: bool
    ) -> list[Ranking | Failure]:
        bodies = [
            body_of(self.options, question, filtered=filtered, exact=self.exact)
            for question in batch
        ]
        answers = self._several(client, bodies)
        if len(answers) != len(bodies):
            raise Trouble(f"the index gave {len(answers)} lists for {len(bodies)} questions")
        return [
            self._answer(client, body, answer, question.depth)
            for body, answer, question in zip(bodies, answers, batch, strict=True)
        ]

    def _several(self, client: Any, bodies: Sequence[Mapping[str, Any]]) -> Sequence[Any]:
        lines = [line for body in bodies for line in ({}, body)]
        with troubles(self.options):
            found = client.msearch(index=self.options.index, body=lines)
        answers = found.get("responses") if hasattr(found, "get") else None
        if not isinstance(answers, list):
            raise Trouble('the answer has no list "responses"')
        return answers

    def _answer(
        self, client: Any, body: Mapping[str, Any], answer: Any, depth: int
    ) -> Ranking | Failure:
        """One search of several: the others were answered, so it alone is asked again."""
        waiting = isinstance(answer, Mapping) and answer.get("status") in TRY_AGAIN
        try:
            if waiting:
                hits = patiently(lambda: self._again(client, body), self.asking.patience)
            else:
                hits = _hits(answer)
        except Trouble as trouble:
            return Failure(redacted(trouble.reason, self.asking.secrets))
        scored = self.options.scores
        results = [
            Result(id_text(self._id(hit)), hit.get("_score") if scored else None, scored=scored)
            for hit in hits
        ]
        return ranking_of(results, depth)

    def _again(self, client: Any, body: Mapping[str, Any]) -> list[Mapping[str, Any]]:
        answers = self._several(client, [body])
        if len(answers) != 1:
            raise Trouble(f"the index gave {len(answers)} lists for 1 question")
        return _hits(answers[0])

    def _lookup(self, client: Any, chunk_ids: Sequence[str]) -> list[Any]:
        named = self.options.fields.chunk_id
        wanted: dict[str, Any] = {"ids": {"values": list(chunk_ids)}}
        if named is not None:
            wanted = {"terms": {named: list(chunk_ids)}}
        body = {
            "query": {"bool": {"filter": [wanted]}},
            "size": len(chunk_ids),
            "_source": False if named is None else [named],
        }
        return _hits(self._several(client, [body])[0])

    def _id(self, hit: Mapping[str, Any]) -> Any:
        named = self.options.fields.chunk_id
        return hit.get("_id") if named is None else at(hit.get("_source") or {}, named)


def _hits(answer: Any) -> list[Mapping[str, Any]]:
    """The results of one search that was answered whole; ``Trouble`` otherwise."""
    if not isinstance(answer, Mapping):
        raise Trouble("one of the answers is not an object")
    if "error" in answer:
        status = answer.get("status")
        raise refused(status if isinstance(status, int) else 500, answer["error"])
    shards = answer.get("_shards")
    if answer.get("timed_out") or (isinstance(shards, Mapping) and shards.get("failed")):
        raise Trouble("a part of the index did not answer, so the list is not whole")
    outer = answer.get("hits")
    hits = outer.get("hits") if isinstance(outer, Mapping) else None
    if not isinstance(hits, list) or not all(isinstance(hit, Mapping) for hit in hits):
        raise Trouble('the answer has no list "hits.hits"')
    return hits
