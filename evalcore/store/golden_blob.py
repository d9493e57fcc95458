"""A golden set as one compressed body: its fields column by column, in canonical JSON.

Columns are read and written a hundred thousand cases at a time, where going case by case takes
seconds. A column whose every value is the field's default is left out, so that a field added
later changes nothing of what is stored. The body is named by the SHA-256 of that JSON and
checked against it when it is read, so no value needs a second look.
"""

from __future__ import annotations

import hashlib
import zlib
from collections.abc import Callable, Mapping, Sequence
from dataclasses import MISSING, fields
from datetime import date
from functools import partial
from typing import Any

import numpy as np
import orjson

from evalcore.errors import DamagedDatabase
from evalcore.model.canonical import canonical_json
from evalcore.model.case import Case, Expected, GoldenSet
from evalcore.model.case_table import (
    LABELS,
    CaseTable,
    column,
    default_of,
    label_column,
    label_counts,
)
from evalcore.model.words import Behaviour, CaseStatus

_LEVEL = 1

_DECODE: Mapping[str, Callable[[Any], Any]] = {
    "behaviour": Behaviour,
    "status": CaseStatus,
    "annotated_by": tuple,
    "annotated_on": date.fromisoformat,
    "verified_on": date.fromisoformat,
}
"""How a column's values come back where JSON's own are not the model's; None stays None."""


def pack_golden(golden: GoldenSet) -> tuple[str, bytes]:
    """Hash and body of a golden set. Equal sets of equal name have equal hashes."""
    cases = golden.cases
    plain = {
        "name": golden.name,
        "count": len(cases),
        "cases": _columns(Case, partial(column, cases)),
        "labels": label_counts(cases).tolist(),
        "expected": _columns(Expected, partial(label_column, cases)),
    }
    body = canonical_json(plain)
    return hashlib.sha256(body).hexdigest(), zlib.compress(body, _LEVEL)


def unpack_golden(name: str, packed: bytes) -> GoldenSet:
    """The golden set of a stored body, named ``name`` (its hash), equal to the one packed.

    Raises ``DamagedDatabase`` where the body is not the one that the hash names.
    """
    try:
        body = zlib.decompress(packed)
    except zlib.error as broken:
        raise DamagedDatabase(f"golden set {name[:12]} cannot be unpacked: {broken}") from None
    if hashlib.sha256(body).hexdigest() != name:
        raise DamagedDatabase(f"golden set {name[:12]} is not the one that was stored")
    plain = orjson.loads(body)
    cases = CaseTable(
        _all_decoded(plain["cases"]),
        counts=np.array(plain["labels"], dtype=np.int64),
        labels=_all_decoded(plain["expected"]),
    )
    return GoldenSet(name=plain["name"], cases=cases)


def _columns(cls: Any, column_of: Callable[[str], Sequence[Any]]) -> dict[str, Sequence[Any]]:
    columns: dict[str, Sequence[Any]] = {}
    for spec in fields(cls):
        if spec.name == LABELS:
            continue
        values, default = column_of(spec.name), default_of(spec)
        if default is MISSING or values.count(default) < len(values):
            columns[spec.name] = values
    return columns


def _all_decoded(columns: Mapping[str, Sequence[Any]]) -> dict[str, Sequence[Any]]:
    return {name: _decoded(name, values) for name, values in columns.items()}


def _decoded(name: str, column: Sequence[Any]) -> Sequence[Any]:
    decode = _DECODE.get(name)
    if decode is None:
        return column
    return [None if value is None else decode(value) for value in column]
