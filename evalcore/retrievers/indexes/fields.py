"""``[retriever.fields]``: under which names an index keeps what a manifest says of a chunk."""

from __future__ import annotations

from collections.abc import Iterator, Mapping
from datetime import date, datetime
from decimal import Decimal
from typing import Any
from uuid import UUID

from evalcore.retrievers.options import Table

_NOTHING = object()


class ChunkFields(Table):
    """The index's name for each field of a manifest; a dotted path reaches into objects.

    A field that is not named is taken from the index's field of the manifest's own name, where
    there is one. Without ``chunk_id`` the index's own id is the chunk's.
    """

    chunk_id: str | None = None
    doc_id: str | None = None
    text: str | None = None
    representation: str | None = None
    title: str | None = None
    kind: str | None = None
    domain: str | None = None
    facets: str | None = None
    labels: str | None = None
    tier: str | None = None
    valid_from: str | None = None
    valid_to: str | None = None
    batch: str | None = None
    ingested_at: str | None = None
    position: str | None = None

    def told(self, kept: Mapping[str, Any]) -> Iterator[tuple[str, Any]]:
        """(manifest's name, value) of what this object of the index says; nulls say nothing."""
        for name in ChunkFields.model_fields:
            if name != "chunk_id":
                value = at(kept, getattr(self, name) or name)
                if value is not None:
                    yield name, _plain(value)


def at(kept: Mapping[str, Any], path: str) -> Any:
    """What stands at a dotted path; None for nothing. A key with the dots in it goes first."""
    if path in kept:
        return kept[path]
    value: Any = kept
    for name in path.split("."):
        value = value.get(name, _NOTHING) if isinstance(value, Mapping) else _NOTHING
        if value is _NOTHING:
            return None
    return value


def id_text(value: Any) -> Any:
    """A database's own number or UUID as the text it is written with; all else as it came."""
    if isinstance(value, UUID) or (isinstance(value, int) and not isinstance(value, bool)):
        return str(value)
    return value


_IDS = ("doc_id", "batch")


def record_of(chunk_id: Any, kept: Mapping[str, Any], fields: ChunkFields) -> Mapping[str, Any]:
    """One chunk under the manifest's names."""
    said = dict(fields.told(kept))
    for name in _IDS:
        if name in said:
            said[name] = id_text(said[name])
    return {"chunk_id": id_text(chunk_id), **said}


def _plain(value: Any) -> Any:
    """JSON values: dates as they are written, exact numbers as numbers."""
    if isinstance(value, datetime | date):
        return value.isoformat()
    if isinstance(value, UUID):
        return str(value)
    if isinstance(value, Decimal):
        return int(value) if value == value.to_integral_value() else float(value)
    if isinstance(value, Mapping):
        return {str(key): _plain(item) for key, item in value.items()}
    if isinstance(value, list | tuple):
        return [_plain(item) for item in value]
    return value
