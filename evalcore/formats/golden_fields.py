"""The fields of a golden case and their spellings: Spanish ones native, English ones equal."""

from __future__ import annotations

from typing import Any

from evalcore.formats.fields import (
    Fields,
    FieldSpec,
    Unfit,
    day,
    flag,
    identifier,
    text,
    texts,
    whole,
    word,
)
from evalcore.formats.grades import MAX_GRADE
from evalcore.formats.json_lines import kind
from evalcore.model.words import Behaviour, CaseStatus

grade = whole(-MAX_GRADE, MAX_GRADE)


def _entries(value: Any) -> list[Any]:
    if not isinstance(value, list):
        raise Unfit(f"{kind(value)} where a list was expected", 'write ["c-001", "c-002"]')
    return value


CASE_FIELDS = Fields.of(
    FieldSpec("id", ("id",), identifier),
    FieldSpec("question", ("pregunta", "question"), text),
    FieldSpec("reference_answer", ("respuesta_referencia", "reference_answer"), text),
    FieldSpec("expected_abstention", ("abstencion_esperada", "expected_abstention"), text),
    FieldSpec(
        "expected",
        ("fragmentos_relevantes", "relevant", "chunks_esperados", "expected"),
        _entries,
    ),
    FieldSpec("requires_all", ("requiere_todos", "requires_all"), flag),
    FieldSpec("domain", ("dominio", "domain"), text),
    FieldSpec("category", ("categoria", "category"), text),
    FieldSpec("difficulty", ("dificultad", "difficulty"), text),
    FieldSpec("type", ("tipo", "type"), text),
    FieldSpec("has_answer", ("tiene_respuesta", "has_answer"), flag),
    FieldSpec("behaviour", ("comportamiento", "behaviour"), word(Behaviour)),
    FieldSpec("user_vocabulary", ("vocabulario_usuario", "user_vocabulary"), flag),
    FieldSpec("source", ("fuente", "source"), text),
    FieldSpec("annotated_by", ("anotado_por", "annotated_by"), texts),
    FieldSpec("annotated_on", ("fecha_anotacion", "annotated_on"), day),
    FieldSpec("verified_on", ("verificado_contra_corpus", "verified_on"), day),
    FieldSpec("blind", ("ciego", "blind"), flag),
    FieldSpec("status", ("estado", "status"), word(CaseStatus)),
    FieldSpec("notes", ("notas", "notes"), text),
)
"""In the order in which a case is written out again."""

EXPECTED_FIELDS = Fields.of(
    FieldSpec("doc_id", ("doc_id",), identifier),
    FieldSpec("chunk_id", ("chunk_id",), identifier),
    FieldSpec("grade", ("grado", "grade"), grade),
    FieldSpec("quote", ("cita", "quote"), text),
    FieldSpec("group", ("grupo", "group"), identifier),
    FieldSpec("gold", ("gold",), flag),
)

PLAIN_IDS = "chunks_esperados"
"""The spelling for a list of ids without anything said about them."""
