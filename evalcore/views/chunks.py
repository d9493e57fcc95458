"""What the manifest says of a chunk (or a document) that a list shows only by its id."""

from __future__ import annotations

from collections.abc import Iterable, Mapping
from dataclasses import dataclass

from evalcore.model.manifest import Chunk, Manifest
from evalcore.model.run import StoredRun
from evalcore.model.words import Level

TITLE_LENGTH = 110


@dataclass(frozen=True, slots=True, kw_only=True)
class ChunkFacts:
    """People's own text about one id. ``title`` falls back to the id; ``known`` says so.

    ``batch`` is the ingest's title, else its id, else empty.
    """

    id: str
    title: str
    text: str
    batch_id: str
    batch: str
    gold: bool
    known: bool


def facts_of(run: StoredRun, ids: Iterable[str]) -> Mapping[str, ChunkFacts]:
    """Facts of the ids named, each exactly as the run's manifest holds it."""
    return manifest_facts(run.manifest, run.examination.exam.level, ids)


def manifest_facts(
    manifest: Manifest | None, level: Level, ids: Iterable[str]
) -> Mapping[str, ChunkFacts]:
    """The same from a manifest; without one every id stands for itself."""
    wanted = dict.fromkeys(ids)
    found = {} if manifest is None else _found(manifest, level, wanted)
    batches = {} if manifest is None else {b.id: b.title or b.id for b in manifest.batches}
    return {chunk_id: _facts(chunk_id, found.get(chunk_id), batches) for chunk_id in wanted}


def _found(manifest: Manifest, level: Level, wanted: Mapping[str, None]) -> dict[str, Chunk]:
    if level is Level.CHUNK:
        return {i: manifest.by_id[i] for i in wanted if i in manifest.by_id}
    found: dict[str, Chunk] = {}
    for chunk in manifest.chunks:
        if chunk.doc_id is not None and chunk.doc_id in wanted:
            found.setdefault(chunk.doc_id, chunk)
    return found


def _facts(chunk_id: str, chunk: Chunk | None, batches: Mapping[str, str]) -> ChunkFacts:
    title = "" if chunk is None else _title(chunk)
    batch_id = (chunk.batch if chunk else None) or ""
    return ChunkFacts(
        id=chunk_id,
        title=title or chunk_id,
        text=(chunk.text or chunk.representation or "") if chunk else "",
        batch_id=batch_id,
        batch=batches.get(batch_id, batch_id),
        gold=chunk is not None and chunk.is_gold,
        known=bool(title),
    )


def _title(chunk: Chunk) -> str:
    if chunk.title:
        return chunk.title
    for text in (chunk.text, chunk.representation):
        first = next((line.strip() for line in (text or "").splitlines() if line.strip()), "")
        if first:
            cut = len(first) > TITLE_LENGTH
            return first[:TITLE_LENGTH].rstrip() + "…" if cut else first
    return ""
