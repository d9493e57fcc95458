"""Descriptions that say nothing of the chunk (chapters 11-12). Its text stays as it was."""

from __future__ import annotations

import random
import re
from dataclasses import replace

from evalcore.model.diagnosis import ProbeName
from evalcore.model.manifest import Chunk

from damages.damage import Variant
from damages.edit import Edit
from damages.scene import Scene, Target
from damages.split import document_title

GENERIC = (
    "Tabla.",
    "Documento interno.",
    "Información general.",
    "Contenido del documento.",
    "Texto del apartado.",
    "Ver el documento original.",
    "Apartado del documento con información de interés.",
    "Este fragmento contiene información relevante.",
    "Sección de un documento. Consulte el original para más detalle.",
    "Tabla con datos.",
    "Descripción pendiente.",
    "Resumen no disponible.",
    "Texto normativo.",
    "Fragmento de una norma.",
    "Datos de referencia para consulta.",
    "Artículo de una disposición.",
    "Procedimiento.",
    "Página 3 de 12.",
    "Sin título.",
    "Extracto del documento, parte central.",
)
FEWEST_COPIES = 8
_FIGURE = re.compile(r"\d[\d.,/]*(?:\s?[%€])?")


def emptied(_: Scene, target: Target, rng: random.Random) -> Edit:
    """Nothing represents the chunk, or only blanks do."""
    return _described(target.chunk, rng.choice(["", None, " ", "\n"]))


def generic(_: Scene, target: Target, rng: random.Random) -> Edit:
    """A sentence that would fit any chunk."""
    return _described(target.chunk, rng.choice(GENERIC))


def only_figures(_: Scene, target: Target, rng: random.Random) -> Edit:
    """The figures of the text, as a table loses its words; invented ones where it has few."""
    figures = _FIGURE.findall(target.chunk.text or "")
    while len(figures) < FEWEST_FIGURES:
        figures.append(
            rng.choice(
                [f"{rng.randint(1, 99)} %", f"{rng.randint(1, 9)}.{rng.randint(100, 999)} €"]
            )
        )
    return _described(target.chunk, rng.choice([" ", " | ", "\n"]).join(figures))


def boilerplate(scene: Scene, target: Target, rng: random.Random) -> Edit | None:
    """A template wrote nearly the same description for every chunk of the document."""
    mates = [c for c in scene.manifest.chunks if c.doc_id == target.chunk.doc_id]
    if len(mates) < FEWEST_COPIES:
        mates = [c for c in scene.manifest.chunks if c.domain == target.chunk.domain]
    template = rng.choice(TEMPLATES)
    copies = rng.sample(mates, min(len(mates), 25))
    return Edit(
        chunks={
            chunk.chunk_id: (replace(chunk, representation=_filled(template, chunk, number)),)
            for number, chunk in enumerate([target.chunk, *copies], start=1)
        }
    )


FEWEST_FIGURES = 3
TEMPLATES = (
    "{title}. Texto de referencia del área de {domain}, apartado {n}.",
    "Fragmento {n} de {title}. Consulte el documento completo.",
    "{title}: contenido de la sección {n}, incorporado a la base de conocimiento.",
)


def _filled(template: str, chunk: Chunk, number: int) -> str:
    return template.format(title=document_title(chunk), domain=chunk.domain, n=number)


def _described(chunk: Chunk, text: str | None) -> Edit:
    return Edit(chunks={chunk.chunk_id: (replace(chunk, representation=text),)})


def copied(_: Scene, target: Target, edit: Edit) -> bool:
    """Whether a target is one of the chunks that the template wrote over."""
    return target.chunk.chunk_id in edit.chunks


_KIND = ProbeName.DESCRIPTION
VARIANTS = (
    Variant(kind=_KIND, name="emptied", make=emptied),
    Variant(kind=_KIND, name="generic", make=generic),
    Variant(kind=_KIND, name="only figures", make=only_figures),
    Variant(kind=_KIND, name="near-copy of many", make=boilerplate, suffers=copied),
)
