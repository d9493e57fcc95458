"""Chunks pushed down by others: a boost that lifts the wrong ones, an ingest of near topics."""

from __future__ import annotations

import random
from dataclasses import replace

from evalcore.model.diagnosis import ProbeName
from evalcore.model.manifest import Batch, Chunk

from damages.damage import Variant
from damages.edit import Edit
from damages.scene import Scene, Target

STRONG = (1.5, 2.0, 3.0)
FELT = 1.4
"""A factor under which the healthy index passes and a wrong label is felt."""
NOTICES = (
    (
        "Circular",
        "Las dudas sobre {topic} se tratan en la reunión mensual del área.",
    ),
    (
        "Acta de reunión",
        "Se habló de {topic} y se acordó preparar una nota para la próxima sesión.",
    ),
    ("Formación", "Taller de dos horas sobre {topic}, con ejemplos y turno de preguntas."),
    ("Encuesta", "Pregunta 4: ¿le ha resultado fácil encontrar información sobre {topic}?"),
    ("Correo", "Nos preguntan a menudo por {topic}; enviad las consultas al buzón común."),
    ("Índice", "Capítulo dedicado a {topic}: antecedentes, normativa y bibliografía."),
    ("Borrador", "Propuesta de cambio del apartado que trata de {topic}. Pendiente de revisión."),
    ("Boletín", "Este mes explicamos {topic} y respondemos a tres lectores."),
    ("Plantilla", "Modelo de escrito para pedir información sobre {topic}."),
    ("Presentación", "Diapositiva 7. {topic}: qué es, a quién afecta y dónde se consulta."),
    (
        "Registro de consultas",
        "Consulta recibida sobre {topic}. Estado: derivada al área competente.",
    ),
    ("Plan de trabajo", "En el segundo trimestre se revisará todo lo relativo a {topic}."),
    ("Aviso", "La página sobre {topic} no estará disponible el sábado por mantenimiento."),
    ("Glosario", "{topic}: véase la norma correspondiente."),
    ("Informe anual", "Las consultas sobre {topic} crecieron un 12 % respecto del año anterior."),
    ("Guion de llamada", "Si el cliente pregunta por {topic}, anote su nombre y pase la llamada."),
)


def too_strong(scene: Scene, target: Target, rng: random.Random) -> Edit | None:
    """The boost's factor is set far too high; chunks without the label sink."""
    boost = scene.retriever["boost"]
    if boost["label"] in (target.chunk.labels or ()):
        return None
    return Edit(retriever={"boost": {**boost, "factor": rng.choice(STRONG)}})


def wrong_label(scene: Scene, target: Target, rng: random.Random) -> Edit | None:
    """A bulk edit puts the boosted label on whole documents of the domain, without a reason."""
    boost = scene.retriever["boost"]
    if boost["label"] in (target.chunk.labels or ()):
        return None
    mates = [c for c in scene.manifest.chunks if c.domain == target.chunk.domain]
    lucky = rng.sample(mates, len(mates) // 2)
    changed = {
        chunk.chunk_id: (replace(chunk, labels=(*(chunk.labels or ()), boost["label"])),)
        for chunk in lucky
        if chunk != target.chunk
    }
    return Edit(chunks=changed, criterion={"boost": {**boost, "factor": FELT}})


def near_topics(scene: Scene, target: Target, rng: random.Random) -> Edit:
    """One ingest of many unlabelled notices that name the topic and answer nothing."""
    topic = target.case.question.strip("¿? ").removeprefix("Qué establece ").lower()
    number = f"{rng.randrange(10**6):06d}"
    batch = Batch(id=f"avisos-{number}", at=f"{scene.on}T08:00:00+00:00", rejected=0)
    written = rng.sample(NOTICES, rng.randint(12, len(NOTICES)))
    added = tuple(
        _notice(scene, kind, body.format(topic=topic), batch, place)
        for place, (kind, body) in enumerate(written, start=1)
    )
    return Edit(added=added, batches=(batch,))


def _notice(scene: Scene, kind: str, body: str, batch: Batch, place: int) -> Chunk:
    return Chunk(
        chunk_id=f"{batch.id}-{place:02d}",
        doc_id=f"{batch.id}-{kind.lower().replace(' ', '-')}",
        text=f"{kind}\n{body}",
        representation=f"{kind}. {body}",
        title=kind,
        kind="text",
        labels=(),
        valid_from=scene.on,
        batch=batch.id,
        ingested_at=batch.at,
        position=1,
    )


def not_boosted(scene: Scene, target: Target, edit: Edit) -> bool:
    """Whether a target is one of those that such a boost pushes down."""
    (chunk,) = edit.chunks.get(target.chunk.chunk_id, (target.chunk,))
    return scene.retriever["boost"]["label"] not in (chunk.labels or ())


_KIND = ProbeName.DISPLACED
VARIANTS = (
    Variant(kind=_KIND, name="boost too strong", make=too_strong, suffers=not_boosted),
    Variant(kind=_KIND, name="boost on the wrong chunks", make=wrong_label, suffers=not_boosted),
    Variant(kind=_KIND, name="an ingest of near topics", make=near_topics),
)
