"""What every retriever is: asked in batches, it answers each query with a list or a failure."""

from __future__ import annotations

from collections.abc import Iterator, Mapping, Sequence
from dataclasses import dataclass
from datetime import date
from typing import Any, Protocol, runtime_checkable

from evalcore.model.ranking import Failure, Ranking
from evalcore.model.words import Direction


@dataclass(frozen=True, slots=True, kw_only=True)
class Query:
    """One question to the index, under the id of its case."""

    case_id: str
    text: str
    domain: str | None = None


@dataclass(frozen=True, slots=True, kw_only=True)
class Filters:
    """The filters of one call. ``None`` instead of a Filters means the suite's own defaults.

    ``off`` asks without any filter at all, for the counterfactual of probe 3.
    """

    off: bool = False
    on: date | None = None
    domains: tuple[str, ...] | None = None


@dataclass(frozen=True, slots=True, kw_only=True)
class Capabilities:
    """What this retriever can be asked, so that probes know what is "no data".

    ``filters_off``, ``boost_off`` and ``cut_off`` also hold where there is none to switch off.
    ``exact``: the retriever is an ``Index`` whose ``exactly`` searches without approximation.
    ``direction`` is that of its own scores; None where only the answers can tell.
    """

    filters_off: bool = False
    boost_off: bool = False
    cut_off: bool = False
    exact: bool = False
    vectors: bool = False
    lexical: bool = False
    scores: bool = True
    direction: Direction | None = None


class Retriever(Protocol):
    """Ask many queries at once; the answers stand in the order of the queries.

    A query that fails is a ``Failure``; the others go on. Only a retriever that cannot be
    used at all raises ``RetrieverError``.
    """

    @property
    def capabilities(self) -> Capabilities:
        """What can be asked."""
        ...

    def search(
        self, queries: Sequence[Query], depth: int, filters: Filters | None = None
    ) -> Sequence[Ranking | Failure]:
        """The first ``depth`` results of every query."""
        ...


@runtime_checkable
class Index(Retriever, Protocol):
    """A retriever whose chunks can also be read: for the manifest, the doctor and probe 4.

    The methods that read raise ``RetrieverError`` where the index cannot be reached.
    """

    def exactly(self) -> Retriever:
        """The same search without approximation (``capabilities.exact``)."""
        ...

    def records(self) -> Iterator[Mapping[str, Any]]:
        """Every chunk under a manifest's field names, in no particular order.

        ``chunk_id`` is always there; a field that the index does not hold is left out.
        """
        ...

    def holding(self, chunk_ids: Sequence[str]) -> frozenset[str]:
        """Those of these ids that the index holds."""
        ...
