"""Which chunks a query may see: valid on a day, of certain domains."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass, replace
from datetime import date

import numpy as np

from evalcore.model.manifest import Chunk
from evalcore.model.ratios import Mask
from evalcore.retrievers.protocol import Filters, Query


@dataclass(frozen=True, slots=True, kw_only=True)
class ChunkFilter:
    """The filters in force. ``on`` None checks no validity.

    ``domains`` None filters by none; ``own_domain`` admits only the query's own domain.
    A chunk that does not say its domain is in none; a query that does not say its own sees all.
    """

    on: date | None = None
    own_domain: bool = False
    domains: tuple[str, ...] | None = None

    def for_call(self, filters: Filters | None) -> ChunkFilter:
        """This filter as one call wants it: off, on another day, or for other domains."""
        if filters is None:
            return self
        if filters.off:
            return ChunkFilter()
        changed = self if filters.on is None else replace(self, on=filters.on)
        if filters.domains is None:
            return changed
        return replace(changed, own_domain=False, domains=filters.domains)

    def allowed(self, queries: Sequence[Query], chunks: Sequence[Chunk]) -> Mask:
        """Which query may see which chunk, shape (q, n)."""
        valid = np.array([is_valid(chunk, self.on) for chunk in chunks], dtype=np.bool_)
        domains = {query.domain for query in queries}
        rows = {domain: valid & self._of_domain(domain, chunks) for domain in domains}
        if not queries:
            return np.zeros((0, len(chunks)), dtype=np.bool_)
        return np.stack([rows[query.domain] for query in queries])

    def _of_domain(self, own: str | None, chunks: Sequence[Chunk]) -> Mask:
        admitted = self.domains
        if self.own_domain and own is not None:
            admitted = (own,)
        if admitted is None:
            return np.ones(len(chunks), dtype=np.bool_)
        return np.array([chunk.domain in admitted for chunk in chunks], dtype=np.bool_)


def is_valid(chunk: Chunk, on: date | None) -> bool:
    """True from ``valid_from`` to ``valid_to``, both days included; a missing bound is open."""
    if on is None:
        return True
    begun = chunk.valid_from is None or chunk.valid_from <= on
    return begun and (chunk.valid_to is None or on <= chunk.valid_to)
