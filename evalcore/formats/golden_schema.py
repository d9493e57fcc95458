"""The JSON Schema of a case, made from the very fields that the reader knows."""

from __future__ import annotations

from collections.abc import Mapping
from typing import Any

from evalcore.formats.fields import Fields, FieldSpec
from evalcore.formats.golden_fields import CASE_FIELDS, EXPECTED_FIELDS
from evalcore.formats.grades import MAX_GRADE
from evalcore.model.words import Behaviour, CaseStatus

_TEXT: Mapping[str, Any] = {"type": ["string", "null"]}
_FLAG: Mapping[str, Any] = {"type": ["boolean", "null"]}
_DAY: Mapping[str, Any] = {"type": ["string", "null"], "format": "date"}
_ID: Mapping[str, Any] = {"type": "string", "minLength": 1}

_CASE: Mapping[str, Mapping[str, Any]] = {
    "id": _ID,
    "question": {"type": "string", "minLength": 1},
    "requires_all": _FLAG,
    "has_answer": _FLAG,
    "user_vocabulary": _FLAG,
    "blind": _FLAG,
    "behaviour": {"enum": [*(it.value for it in Behaviour), None]},
    "status": {"enum": [*(it.value for it in CaseStatus), None]},
    "annotated_by": {
        "anyOf": [{"type": ["string", "null"]}, {"type": "array", "items": {"type": "string"}}]
    },
    "annotated_on": _DAY,
    "verified_on": _DAY,
}
_LABEL: Mapping[str, Mapping[str, Any]] = {
    "doc_id": {"type": ["string", "null"], "minLength": 1},
    "chunk_id": _ID,
    "grade": {"type": ["integer", "null"], "minimum": -MAX_GRADE, "maximum": MAX_GRADE},
    "group": {"type": ["string", "null"], "minLength": 1},
    "gold": _FLAG,
}


def case_schema() -> dict[str, Any]:
    """JSON Schema (2020-12) of one line of a golden set; keys it does not know are allowed.

    Contradictions between fields (an answer expected but no chunks) are found by
    ``unbury golden check``, not by a schema.
    """
    return {
        "$schema": "https://json-schema.org/draft/2020-12/schema",
        "title": "A case of a golden set",
        "type": "object",
        "properties": {
            spelling: {**_property(spec, _CASE), **_alias(spec, spelling)}
            for spec in CASE_FIELDS.specs
            for spelling in spec.spellings
        },
        "required": ["id"],
        "anyOf": [{"required": [name]} for name in _spellings("question")],
        "additionalProperties": True,
        "$defs": {"label": _label_schema()},
    }


def _label_schema() -> dict[str, Any]:
    properties = {
        spelling: {**_property(spec, _LABEL), **_alias(spec, spelling)}
        for spec in EXPECTED_FIELDS.specs
        for spelling in spec.spellings
    }
    return {"type": "object", "properties": properties, "required": ["chunk_id"]}


def _property(spec: FieldSpec, known: Mapping[str, Mapping[str, Any]]) -> dict[str, Any]:
    if spec.name == "expected":
        item = {"anyOf": [{"$ref": "#/$defs/label"}, _ID]}
        return {"type": ["array", "null"], "items": item}
    return dict(known.get(spec.name, _TEXT))


def _alias(spec: FieldSpec, spelling: str) -> dict[str, str]:
    """Spellings after the first say of which they are the equal."""
    if spelling == spec.spellings[0]:
        return {}
    return {"description": f"the same as {spec.spellings[0]}"}


def _spellings(name: str, fields: Fields = CASE_FIELDS) -> tuple[str, ...]:
    return fields.by_spelling[fields.native[name]].spellings
