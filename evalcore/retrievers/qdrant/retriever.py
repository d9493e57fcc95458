"""Asks a Qdrant collection through its own client, a batch of questions at a time."""

from __future__ import annotations

from collections.abc import Callable, Iterator, Mapping, Sequence
from contextlib import closing
from dataclasses import dataclass, replace
from typing import Any
from uuid import UUID

from evalcore.model.ranking import Failure, Ranking
from evalcore.retrievers.answers import Result, ranking_of
from evalcore.retrievers.http.transport import Trouble
from evalcore.retrievers.indexes.asking import Asking, Question, reaching
from evalcore.retrievers.indexes.fields import at, id_text, record_of
from evalcore.retrievers.protocol import Capabilities, Filters, Query
from evalcore.retrievers.qdrant.options import QdrantOptions
from evalcore.retrievers.qdrant.troubles import troubles

_PAGE = 256
_LARGEST_ID = 2**64


@dataclass(frozen=True, eq=False, kw_only=True)
class QdrantRetriever:
    """One collection. Order and scores are the server's; chunk ids come from the payload.

    ``connect`` opens a client, which is closed after each call: a local folder belongs to one
    client at a time. ``encode`` makes the sparse vector of a question.
    """

    options: QdrantOptions
    asking: Asking
    connect: Callable[[], Any]
    encode: Callable[[str], Any] | None = None
    exact: bool = False

    @property
    def capabilities(self) -> Capabilities:
        """Filters and score cut off, exact search; there is no boost to switch off."""
        return Capabilities(
            filters_off=True, boost_off=True, cut_off=True, exact=True, vectors=True
        )

    def exactly(self) -> QdrantRetriever:
        """The same search over every vector, without the graph."""
        return replace(self, exact=True)

    def search(
        self, queries: Sequence[Query], depth: int, filters: Filters | None = None
    ) -> Sequence[Ranking | Failure]:
        """The first ``depth`` chunks of every query, in the order the server gave them."""
        off = filters is not None and filters.off
        with closing(self.connect()) as client:
            return self.asking.search(
                queries, depth, filters, lambda batch: self._ask(client, batch, filtered=not off)
            )

    def records(self) -> Iterator[Mapping[str, Any]]:
        """Every point of the collection under a manifest's field names."""
        fields = self.options.fields
        with reaching(self.asking.secrets), closing(self.connect()) as client:
            offset = None
            while True:
                points, offset = self._page(client, offset)
                for point in points:
                    yield record_of(self._id(point), point.payload or {}, fields)
                if offset is None:
                    return

    def holding(self, chunk_ids: Sequence[str]) -> frozenset[str]:
        """Those of these ids that a point of the collection has."""
        with reaching(self.asking.secrets), closing(self.connect()) as client:
            found = self._lookup(client, chunk_ids)
        return frozenset(id_text(self._id(point)) for point in found) & frozenset(chunk_ids)

    def _ask(
        self, client: Any, batch: Sequence[Question], *, filtered: bool
    ) -> Sequence[Ranking | Failure]:
        requests = [self._request(question, filtered=filtered) for question in batch]
        with troubles():
            answers = client.query_batch_points(self.options.collection, requests=requests)
        return [self._ranking(answer.points, batch[0].depth) for answer in answers]

    def _request(self, question: Question, *, filtered: bool) -> Any:
        from qdrant_client import models

        options = self.options
        wanted = None
        if filtered and options.filter is not None:
            wanted = models.Filter.model_validate(question.filled(options.filter))
        written = self._params()
        params = models.SearchParams.model_validate(written) if written else None
        common = {"filter": wanted, "params": params}
        parts = [
            {"query": query, "using": using, **common} for query, using in self._parts(question)
        ]
        final = {
            "limit": question.depth,
            "with_payload": self._payload(),
            "score_threshold": options.min_score if filtered else None,
        }
        if len(parts) == 1:
            return models.QueryRequest(**parts[0], **final)
        fusion = options.fusion
        window = question.depth if fusion is None or fusion.window is None else fusion.window
        method = "rrf" if fusion is None else fusion.method
        return models.QueryRequest(
            prefetch=[models.Prefetch(**part, limit=window) for part in parts],
            query=models.FusionQuery(fusion=models.Fusion(method)),
            **final,
        )

    def _parts(self, question: Question) -> Iterator[tuple[Any, str | None]]:
        from qdrant_client import models

        options = self.options
        if options.mode != "sparse":
            yield list(question.vector), options.using
        if options.sparse is not None:
            text = question.query.text
            if self.encode is None:
                model = str(options.sparse.model)
                yield models.Document(text=text, model=model), options.sparse.using
            else:
                yield _sparse(self.encode(text)), options.sparse.using

    def _params(self) -> Mapping[str, Any]:
        # The local mode is exact as it is, and warns of parameters that change nothing.
        exact = self.exact and self.options.path is None
        return {**self.options.params, "exact": True} if exact else self.options.params

    def _payload(self) -> list[str] | bool:
        named = self.options.fields.chunk_id
        return False if named is None else [named]

    def _ranking(self, points: Sequence[Any], depth: int) -> Ranking | Failure:
        return ranking_of([Result(id_text(self._id(it)), it.score) for it in points], depth)

    def _id(self, point: Any) -> Any:
        named = self.options.fields.chunk_id
        return point.id if named is None else at(point.payload or {}, named)

    def _page(self, client: Any, offset: Any) -> Any:
        with troubles():
            return client.scroll(
                self.options.collection, limit=_PAGE, offset=offset, with_payload=True
            )

    def _lookup(self, client: Any, chunk_ids: Sequence[str]) -> list[Any]:
        from qdrant_client import models

        named, collection = self.options.fields.chunk_id, self.options.collection
        found: list[Any] = []
        for start in range(0, len(chunk_ids), _PAGE):
            some = chunk_ids[start : start + _PAGE]
            with troubles():
                if named is None:
                    ids = [it for it in map(_point_id, some) if it is not None]
                    found += client.retrieve(collection, ids=ids, with_payload=False)
                    continue
                numbers = [int(it) for it in some if it.isdecimal() and int(it) < _LARGEST_ID // 2]
                either = [list(some), *([numbers] if numbers else [])]
                wanted = models.Filter(
                    should=[
                        models.FieldCondition(key=named, match=models.MatchAny(any=values))
                        for values in either
                    ]
                )
                found += _all(client, collection, wanted, named)
        return found


def _all(client: Any, collection: str, wanted: Any, named: str) -> list[Any]:
    found, offset = client.scroll(
        collection, scroll_filter=wanted, limit=_PAGE, with_payload=[named]
    )
    while offset is not None:
        more, offset = client.scroll(
            collection, scroll_filter=wanted, limit=_PAGE, offset=offset, with_payload=[named]
        )
        found = [*found, *more]
    return list(found)


def _point_id(chunk_id: str) -> int | str | None:
    """The point id that is written so; None where no point can be called that."""
    if chunk_id.isascii() and chunk_id.isdecimal():
        number = int(chunk_id)
        return number if str(number) == chunk_id and number < _LARGEST_ID else None
    try:
        return chunk_id if str(UUID(chunk_id)) == chunk_id else None
    except ValueError:
        return None


def _sparse(weights: Any) -> Any:
    from qdrant_client import models

    if not isinstance(weights, Mapping):
        raise Trouble("the sparse encoder did not return {index: weight}")
    indices = sorted(weights)
    return models.SparseVector(indices=indices, values=[float(weights[i]) for i in indices])
