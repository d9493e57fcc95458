"""Encyclopedia paragraphs with people's questions, in the format of SQuAD."""

from __future__ import annotations

import gzip
import json
import re
from collections.abc import Iterator, Mapping
from datetime import date
from pathlib import Path
from typing import Any

from evalcore.model.case import Case, Expected, GoldenSet
from evalcore.model.exam import Exam
from evalcore.model.manifest import Batch, Chunk, Manifest

from damages.scene import Scene

ON = date(2026, 6, 1)
FEATURED = "DESTACADO"
_AREAS = ("ciencia", "historia", "geografía", "sociedad", "técnica", "artes")
_SENTENCE = re.compile(r"(?<=\.)\s+")


def paragraphs(name: str, file: Path, cache: Path) -> Scene:
    """The healthy scene: an article a document, a paragraph a chunk; BM25 with validity filter."""
    read = gzip.decompress if file.suffix == ".gz" else bytes
    articles = json.loads(read(file.read_bytes()))["data"]
    chunks: list[Chunk] = []
    cases: list[Case] = []
    for number, article in enumerate(articles):
        for position, paragraph in enumerate(article["paragraphs"], start=1):
            chunk = _chunk(article["title"], number, position, paragraph["context"])
            chunks.append(chunk)
            cases += _cases(chunk, paragraph["qas"])
    return Scene(
        name=name,
        retriever={
            "kind": "embedded",
            "mode": "bm25",
            "language": "es",
            "filters": {"validity": True},
            "boost": {"label": FEATURED, "factor": 1.1},
        },
        manifest=Manifest(
            chunks=tuple(chunks),
            batches=(Batch(id="carga-inicial", at="2026-01-10T09:00:00+01:00", rejected=0),),
        ),
        golden=GoldenSet(name=name, cases=tuple(cases)),
        exam=Exam(),
        on=ON,
        folder=file.parent,
        cache=cache,
    )


def _chunk(title: str, number: int, position: int, text: str) -> Chunk:
    name = title.replace("_", " ")
    return Chunk(
        chunk_id=f"{number:02d}-{position}",
        doc_id=f"articulo-{number:02d}",
        text=text,
        representation=f"{name}. {text}",
        title=name,
        kind="text",
        domain=_AREAS[number % len(_AREAS)],
        labels=(FEATURED,) if number % 10 == 0 else (),
        valid_from=date(2020, 1, 1),
        batch="carga-inicial",
        ingested_at="2026-01-10T09:00:00+01:00",
        position=position,
    )


def _cases(chunk: Chunk, asked: list[Mapping[str, Any]]) -> Iterator[Case]:
    for one in asked:
        if not one["answers"]:
            continue
        answer = one["answers"][0]["text"]
        sentences = _SENTENCE.split(chunk.text or "")
        quote = next((sentence for sentence in sentences if answer in sentence), answer)
        label = Expected(chunk_id=chunk.chunk_id, doc_id=chunk.doc_id, quote=quote)
        yield Case(id=one["id"], question=one["question"], expected=(label,), domain=chunk.domain)
