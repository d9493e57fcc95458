"""Reads the office's corpus: Markdown files with TOML front matter, one document each."""

from __future__ import annotations

import re
import tomllib
import unicodedata
from collections.abc import Iterator, Mapping
from dataclasses import dataclass, field
from pathlib import Path
from typing import Any

_HEADING = re.compile(r"^## +(.*?)(?: *\{#(\w+)\})?$", re.MULTILINE)
_NOTE = re.compile(r"^> (\w+): (.*)$", re.MULTILINE)
_NOTES = ("descripción", "conceptos", "etiquetas")
_NO_DESCRIPTION = "-"


@dataclass(frozen=True, kw_only=True)
class Section:
    """One heading of a document with what the editor noted under it; one section, one chunk.

    ``description`` None: the chunk is represented by its own text. An empty one: the editor
    wrote ``-``, and nothing represents the chunk.
    """

    chunk_id: str
    heading: str
    body: str
    description: str | None = None
    concepts: tuple[str, ...] | None = None
    labels: tuple[str, ...] = ()


@dataclass(frozen=True, kw_only=True)
class Document:
    """A document of the corpus and the ingest (``lote``) that brings it."""

    meta: Mapping[str, Any]
    sections: tuple[Section, ...]


@dataclass(frozen=True, kw_only=True)
class Edition:
    """Changes to chunks that are there already: by chunk, and by whole ingest (``clasifica``)."""

    lote: str
    sections: tuple[Section, ...]
    classified: tuple[Mapping[str, Any], ...] = field(default=())


def read_documents(corpus: Path) -> tuple[Document, ...]:
    """All documents in a fixed order: by path, the destination sheets last."""
    files = sorted(path for path in corpus.rglob("*.md") if path.parent.name != "ediciones")
    written = [_document(path) for path in files]
    return (*written, *_destinations(corpus / "viajes-2026" / "destinos.toml"))


def read_editions(corpus: Path) -> tuple[Edition, ...]:
    """All editions by file name."""
    found = []
    for path in sorted((corpus / "ediciones").glob("*.md")):
        meta, body = _front_matter(path)
        found.append(
            Edition(
                lote=meta["lote"],
                sections=tuple(_sections(body, prefix="", first=1)),
                classified=tuple(meta.get("clasifica", ())),
            )
        )
    return tuple(found)


def _document(path: Path) -> Document:
    meta, body = _front_matter(path)
    sections = _sections(body, prefix=meta["prefijo"], first=meta.get("desde_numero", 1))
    return Document(meta=meta, sections=tuple(sections))


def _front_matter(path: Path) -> tuple[dict[str, Any], str]:
    _, head, body = path.read_text(encoding="utf-8").split("+++\n", 2)
    return tomllib.loads(head), body


def _sections(body: str, *, prefix: str, first: int) -> Iterator[Section]:
    marks = list(_HEADING.finditer(body))
    for place, mark in enumerate(marks):
        end = marks[place + 1].start() if place + 1 < len(marks) else len(body)
        under = body[mark.end() : end]
        notes = {key: value.strip() for key, value in _NOTE.findall(under) if key in _NOTES}
        heading, written_id = mark.group(1).strip(), mark.group(2)
        number = _article(heading) or first + place
        yield Section(
            chunk_id=written_id or f"{prefix}_{number:03d}",
            heading=heading,
            body=_NOTE.sub("", under).strip(),
            description=_description(notes.get("descripción")),
            concepts=_list(notes["conceptos"]) if "conceptos" in notes else None,
            labels=_list(notes.get("etiquetas", "")),
        )


def _article(heading: str) -> int | None:
    """An article's chunk carries the article's own number."""
    found = re.match(r"Artículo (\d+)\.", heading)
    return int(found.group(1)) if found else None


def _description(written: str | None) -> str | None:
    return "" if written == _NO_DESCRIPTION else written


def _list(written: str) -> tuple[str, ...]:
    return tuple(part.strip() for part in written.split(";") if part.strip())


def _destinations(path: Path) -> Iterator[Document]:
    table = tomllib.loads(path.read_text(encoding="utf-8"))
    for country, sentences in table["destinos"].items():
        name = _plain(country)
        meta = {
            **table["comun"],
            "id": f"viajes26-destino-{name}",
            "titulo": f"Ficha de destino: {country}",
            "corto": "Ficha de destino",
        }
        chunk_id = f"destino26_{name.replace('-', '_')}"
        section = Section(chunk_id=chunk_id, heading=country, body=" ".join(sentences))
        yield Document(meta=meta, sections=(section,))


def _plain(name: str) -> str:
    folded = unicodedata.normalize("NFKD", name).encode("ascii", "ignore").decode()
    return folded.lower().replace(" ", "-")
