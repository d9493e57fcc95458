"""A golden set as one compressed body: its fields column by column, in canonical JSON.

Columns are read and written a hundred thousand cases at a time, where going case by case takes
seconds. A column whose every value is the field's default is left out, so that a field added
later changes nothing of what is stored. The body is named by the SHA-256 of that JSON and
checked against it when it is read, so no value needs a second look.
"""

from __future__ import annotations

import hashlib
import zlib
from collections.abc import Callable, Iterable, Mapping, Sequence
from dataclasses import MISSING, Field, fields
from datetime import date
from itertools import chain, islice, repeat
from operator import attrgetter
from typing import Any

import orjson

from evalcore.errors import DamagedDatabase
from evalcore.model.canonical import canonical_json
from evalcore.model.case import Case, Expected, GoldenSet
from evalcore.model.words import Behaviour, CaseStatus

_LEVEL = 1
_OWN = "expected"

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
    expected = [case.expected for case in golden.cases]
    plain = {
        "name": golden.name,
        "count": len(golden.cases),
        "cases": _columns(Case, golden.cases),
        "labels": list(map(len, expected)),
        "expected": _columns(Expected, list(chain.from_iterable(expected))),
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
    labels = iter(_rows(Expected, plain["expected"], sum(plain["labels"])))
    expected = [tuple(islice(labels, count)) for count in plain["labels"]]
    cases = _rows(Case, {**plain["cases"], _OWN: expected}, plain["count"])
    return GoldenSet(name=plain["name"], cases=tuple(cases))


def _columns(cls: Any, items: Sequence[Any]) -> dict[str, list[Any]]:
    columns: dict[str, list[Any]] = {}
    for spec in fields(cls):
        if spec.name == _OWN:
            continue
        column = list(map(attrgetter(spec.name), items))
        default = _default(spec)
        if default is MISSING or column.count(default) < len(column):
            columns[spec.name] = column
    return columns


def _rows(cls: Any, columns: Mapping[str, Sequence[Any]], count: int) -> Iterable[Any]:
    names = [spec.name for spec in fields(cls) if spec.name in columns]
    values = zip(*(_decoded(name, columns[name]) for name in names), strict=True)
    rows = islice(values, count) if names else repeat((), count)
    return [cls(**dict(zip(names, row, strict=True))) for row in rows]


def _decoded(name: str, column: Sequence[Any]) -> Sequence[Any]:
    decode = _DECODE.get(name)
    if decode is None:
        return column
    return [None if value is None else decode(value) for value in column]


def _default(spec: Field[Any]) -> Any:
    return spec.default if spec.default_factory is MISSING else spec.default_factory()
