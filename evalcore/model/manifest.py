"""The manifest: the list of chunks an index holds, and the batches that brought them."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass, field
from datetime import date
from functools import cached_property
from typing import Any

GOLD_TIER = "gold"
GOLD_LABEL = "SINTESIS_CURADA"


@dataclass(frozen=True, slots=True, kw_only=True)
class Chunk:
    """One piece of a document as the index holds it. Only ``chunk_id`` is required.

    ``representation`` is the text that is embedded; ``position`` its order in the document.
    A field that is None was not said, and a probe that needs it answers "no data".
    """

    chunk_id: str
    doc_id: str | None = None
    text: str | None = None
    representation: str | None = None
    title: str | None = None
    kind: str | None = None
    domain: str | None = None
    facets: Mapping[str, Any] | None = None
    labels: tuple[str, ...] | None = None
    tier: str | None = None
    valid_from: date | None = None
    valid_to: date | None = None
    batch: str | None = None
    ingested_at: str | None = None
    position: int | None = None
    extra: Mapping[str, Any] = field(default_factory=dict)

    @property
    def is_gold(self) -> bool:
        """A curated synthesis: tier ``gold`` or label ``SINTESIS_CURADA``."""
        return self.tier == GOLD_TIER or GOLD_LABEL in (self.labels or ())


@dataclass(frozen=True, slots=True, kw_only=True)
class Batch:
    """One ingest: when it came, what it was, how many documents were taken and refused."""

    id: str
    at: str | None = None
    title: str | None = None
    accepted: int | None = None
    rejected: int | None = None


@dataclass(frozen=True, slots=True, kw_only=True)
class Removal:
    """A chunk or a whole document that was taken out on purpose, and why.

    Exactly one of ``chunk_id`` and ``doc_id`` is named.
    """

    reason: str
    chunk_id: str | None = None
    doc_id: str | None = None
    on: date | None = None
    by: str | None = None


@dataclass(frozen=True, kw_only=True)
class Manifest:
    """Chunks in file order, ids unique; ``batches`` as far as they are described.

    ``removals`` are declared: what they name is not in ``chunks``.
    """

    chunks: tuple[Chunk, ...]
    batches: tuple[Batch, ...] = ()
    removals: tuple[Removal, ...] = ()

    @cached_property
    def by_id(self) -> Mapping[str, Chunk]:
        """Chunks by id."""
        return {chunk.chunk_id: chunk for chunk in self.chunks}

    @cached_property
    def document_ids(self) -> frozenset[str]:
        """Ids of the documents that the chunks were cut from, where said."""
        return frozenset(chunk.doc_id for chunk in self.chunks if chunk.doc_id is not None)

    @cached_property
    def removed_chunks(self) -> frozenset[str]:
        """Ids of the chunks whose removal was declared one by one."""
        return frozenset(it.chunk_id for it in self.removals if it.chunk_id is not None)

    @cached_property
    def removed_documents(self) -> frozenset[str]:
        """Ids of the documents whose removal was declared as a whole."""
        return frozenset(it.doc_id for it in self.removals if it.doc_id is not None)

    @property
    def says_gold(self) -> bool:
        """True where tiers or labels are kept, so that a chunk without them is not gold."""
        return any(chunk.tier is not None or chunk.labels is not None for chunk in self.chunks)
