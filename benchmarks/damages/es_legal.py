"""The second corpus: labour and tax law, asked by its own headings. Nothing is tuned on it."""

from __future__ import annotations

import re
from collections.abc import Iterator
from dataclasses import replace
from datetime import date
from pathlib import Path

from evalcore.model.case import Case, Expected, GoldenSet
from evalcore.model.exam import Exam
from evalcore.model.manifest import Batch, Chunk, Manifest

from damages.laws import Part, parts
from damages.scene import Scene

ON = date(2026, 6, 1)
BASIC = "NORMA_BASICA"
LAWS = (
    ("estatuto_trabajadores", "Estatuto de los Trabajadores", "trabajo", date(2015, 10, 24), None),
    ("ley_irpf", "Ley del IRPF", "impuestos", date(2006, 11, 29), None),
    ("lisos", "Ley de Infracciones y Sanciones", "sanciones", date(2000, 8, 8), None),
    ("lprl", "Ley de Prevención de Riesgos", "prevención", date(1995, 11, 10), None),
    ("trabajo_a_distancia", "Ley de Trabajo a Distancia", "distancia", date(2021, 7, 10), None),
    (
        "convenio_unico_age.BOE-A-2019",
        "IV Convenio único",
        "administración",
        date(2019, 5, 17),
        None,
    ),
    (
        "convenio_unico_age.BOE-A-2009",
        "III Convenio único",
        "administración",
        date(2009, 11, 12),
        date(2019, 5, 16),
    ),
)
"""File, name, domain and validity: one law expired when the next agreement came."""
_SUBJECT = re.compile(r"^(?:Artículo|Disposición)[^.]*\.\s+(?P<subject>.+?)\.?$")
_SENTENCE = re.compile(r"(?<=[.;:])\s+")
_FEWEST, _MOST = 8, 30


def es_legal(sources: Path, cache: Path) -> Scene:
    """The healthy scene, under BM25 with validity filter and a slight boost."""
    chunks: list[Chunk] = []
    cases: list[Case] = []
    for file, name, domain, start, end in LAWS:
        path = next(sources.glob(f"{file}*.md"))
        for position, part in enumerate(parts(path), start=1):
            chunk = replace(
                _chunk(path, name, part, position), domain=domain, valid_from=start, valid_to=end
            )
            chunks.append(chunk)
            if end is None:
                cases += _case(name, part, chunk)
    return Scene(
        name="es_legal",
        retriever={
            "kind": "embedded",
            "mode": "bm25",
            "language": "es",
            "filters": {"validity": True},
            "boost": {"label": BASIC, "factor": 1.1},
        },
        manifest=Manifest(
            chunks=tuple(chunks),
            batches=(Batch(id="carga-inicial", at="2026-01-10T09:00:00+01:00", rejected=0),),
        ),
        golden=GoldenSet(name="es_legal", cases=tuple(cases)),
        exam=Exam(),
        on=ON,
        folder=sources,
        cache=cache,
    )


def divisions(scene: Scene) -> Iterator[Case]:
    """Questions made from titles and chapters, answered by an article somewhere below them."""
    seen: set[tuple[str, str]] = set()
    for chunk in scene.manifest.chunks:
        above = chunk.extra.get("divisions", ())
        for division in above:
            subject = division.partition(". ")[2].rstrip(".")
            quote = _quote(chunk.text or "")
            if not subject or quote is None or chunk.valid_to is not None:
                continue
            if (subject, chunk.chunk_id) in seen:
                continue
            seen.add((subject, chunk.chunk_id))
            yield Case(
                id=f"division-{len(seen)}",
                question=f"¿Qué normas hay sobre {_lowered(subject)}?",
                expected=(Expected(chunk_id=chunk.chunk_id, doc_id=chunk.doc_id, quote=quote),),
                domain=chunk.domain,
            )


def _chunk(path: Path, law: str, part: Part, position: int) -> Chunk:
    title = f"{law}: {part.heading}"
    return Chunk(
        chunk_id=f"{path.stem.partition('.')[2]}-{position:03d}",
        doc_id=path.stem.partition(".")[2],
        text=f"{part.heading}\n{part.body}",
        representation=f"{title}. {part.body}",
        title=title,
        kind="text",
        labels=(BASIC,) if law == "Estatuto de los Trabajadores" else (),
        batch="carga-inicial",
        ingested_at="2026-01-10T09:00:00+01:00",
        position=position,
        extra={"divisions": part.divisions},
    )


def _case(law: str, part: Part, chunk: Chunk) -> list[Case]:
    """The question of an article's first chunk, if its heading says what it is about."""
    found = _SUBJECT.match(part.heading)
    quote = _quote(part.body)
    if found is None or quote is None or part.number > 1:
        return []
    subject = _lowered(found["subject"])
    return [
        Case(
            id=f"art-{chunk.chunk_id}",
            question=f"¿Qué establece {_with_article(law)} sobre {subject}?",
            expected=(Expected(chunk_id=chunk.chunk_id, doc_id=chunk.doc_id, quote=quote),),
            domain=chunk.domain,
            category=law,
        )
    ]


def _quote(text: str) -> str | None:
    """A literal sentence of the text, of some length."""
    for paragraph in text.splitlines()[-1:] + text.splitlines():
        for sentence in _SENTENCE.split(paragraph):
            if _FEWEST <= len(sentence.split()) <= _MOST:
                return sentence
    return None


def _with_article(law: str) -> str:
    return f"la {law}" if law.startswith("Ley") else f"el {law}"


def _lowered(subject: str) -> str:
    return subject[:1].lower() + subject[1:]
