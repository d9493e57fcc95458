"""Cuts documents into chunks and says which chunks each state of the story holds."""

from __future__ import annotations

import json
import re
from collections.abc import Iterator, Mapping, Sequence
from dataclasses import dataclass
from typing import Any

from sources import Document, Edition, Section

Chunk = dict[str, Any]
_NUMBER = re.compile(r"^\d+\. ")


@dataclass(frozen=True, kw_only=True)
class Corpus:
    """Everything the editors keep: documents, editions, and the ingests in their order."""

    documents: tuple[Document, ...]
    editions: tuple[Edition, ...]
    lotes: tuple[Mapping[str, Any], ...]


def manifest(corpus: Corpus, through: str) -> str:
    """The manifest (JSON Lines) as it stands after the ingest ``through``: batches, chunks."""
    held = _lotes_through(corpus.lotes, through)
    chunks = _chunks(corpus, held)
    lines = [{"batches": list(_batches(corpus, held))}, *chunks.values()]
    return "".join(json.dumps(line, ensure_ascii=False) + "\n" for line in lines)


def _lotes_through(
    lotes: Sequence[Mapping[str, Any]], through: str
) -> dict[str, Mapping[str, Any]]:
    ids = [lote["id"] for lote in lotes]
    return {lote["id"]: lote for lote in lotes[: ids.index(through) + 1]}


def _batches(corpus: Corpus, held: Mapping[str, Mapping[str, Any]]) -> Iterator[Mapping[str, Any]]:
    for lote in held.values():
        if lote.get("clasificacion"):
            continue
        documents = {doc.meta["id"] for doc in corpus.documents if doc.meta["lote"] == lote["id"]}
        for edition in corpus.editions:
            if edition.lote == lote["id"]:
                documents |= {_owner(corpus, section) for section in edition.sections}
        yield {
            "id": lote["id"],
            "at": lote["cuando"],
            "title": lote["titulo"],
            "accepted": len(documents),
            "rejected": 0,
        }


def _owner(corpus: Corpus, edited: Section) -> str:
    for document in corpus.documents:
        if any(section.chunk_id == edited.chunk_id for section in document.sections):
            return str(document.meta["id"])
    raise SystemExit(f"an edition changes {edited.chunk_id}, which no document holds")


def _chunks(corpus: Corpus, held: Mapping[str, Mapping[str, Any]]) -> dict[str, Chunk]:
    """Chunks by id, in the order of the ingests and, within one, of the documents."""
    found: dict[str, Chunk] = {}
    for lote in held.values():
        for document in corpus.documents:
            if document.meta["lote"] == lote["id"]:
                for position, section in enumerate(document.sections, start=1):
                    _add(found, _chunk(document.meta, section, position, lote))
        for edition in corpus.editions:
            if edition.lote == lote["id"]:
                _edit(found, edition, lote)
    return {chunk_id: _finished(chunk) for chunk_id, chunk in found.items()}


def _add(found: dict[str, Chunk], chunk: Chunk) -> None:
    if chunk["chunk_id"] in found:
        raise SystemExit(f"two sections are called {chunk['chunk_id']}")
    found[chunk["chunk_id"]] = chunk


def _chunk(
    meta: Mapping[str, Any], section: Section, position: int, lote: Mapping[str, Any]
) -> Chunk:
    heading = _NUMBER.sub("", section.heading)
    return {
        "chunk_id": section.chunk_id,
        "doc_id": meta["id"],
        "title": f"{meta['corto']}: {heading}",
        "text": f"{heading}\n{section.body}",
        "description": section.description,
        "kind": "table" if "\n|" in f"\n{section.body}" else "text",
        "domain": meta["dominio"],
        "concepts": section.concepts or (),
        "materia": meta["materia"],
        "labels": [*meta.get("etiquetas", ()), *section.labels],
        "tier": meta.get("tier"),
        "valid_from": _day(meta.get("vigente_desde")),
        "valid_to": _day(meta.get("vigente_hasta")),
        "batch": lote["id"],
        "ingested_at": lote["cuando"],
        "position": position,
    }


def _day(value: Any) -> str | None:
    return None if value is None else value.isoformat()


def _edit(found: Mapping[str, Chunk], edition: Edition, lote: Mapping[str, Any]) -> None:
    for rule in edition.classified:
        for chunk in found.values():
            if chunk["batch"] == rule["lote"]:
                chunk["labels"] = [*chunk["labels"], *rule["etiquetas"]]
                chunk["concepts"] = tuple(rule["conceptos"])
    for section in edition.sections:
        chunk = found[section.chunk_id]
        if section.description is not None:
            chunk["description"] = section.description
        if section.concepts is not None:
            chunk["concepts"] = section.concepts
        if section.body:
            chunk["text"] = f"{chunk['text'].splitlines()[0]}\n{section.body}"
        chunk["labels"] = [*chunk["labels"], *section.labels]
        if not lote.get("clasificacion"):
            chunk["batch"], chunk["ingested_at"] = lote["id"], lote["cuando"]


def _finished(chunk: Chunk) -> Chunk:
    """The chunk as the manifest writes it: the representation made, empty fields left out."""
    done = {**chunk, "representation": _representation(chunk)}
    done["facets"] = {"materia": chunk["materia"]}
    if chunk["concepts"]:
        done["facets"]["conceptos"] = list(chunk["concepts"])
    for key in ("description", "concepts", "materia"):
        del done[key]
    return {key: value for key, value in done.items() if value is not None}


def _representation(chunk: Chunk) -> str:
    """What is embedded: the editor's description, else title and text; then the concepts."""
    written = chunk["description"]
    if written == "":
        return ""
    _, _, body = chunk["text"].partition("\n")
    shown = written if written is not None else f"{chunk['title']}. {body}"
    concepts = "; ".join(chunk["concepts"])
    return f"{shown} Conceptos: {concepts}." if concepts else shown
