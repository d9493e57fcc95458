"""The field map: where, in a service's JSON, the results and their ids and scores stand."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from typing import Any, Literal

from evalcore.retrievers.answers import Result, Unreadable
from evalcore.retrievers.options import Table

Path = str | list[str]
_NOTHING = object()


class FieldMap(Table):
    """``[retriever.fields]``: dotted paths (``"hits.hits"``, ``"data.0"``), or lists of names.

    ``results`` leads to the list; "" where the answer itself is the list. The others start at
    one result; an empty ``id`` where a result is nothing but its id. ``score = false`` says that
    the service gives none; otherwise a missing score fails the case.
    """

    results: Path = "results"
    id: Path = "id"
    score: Path | Literal[False] = "score"
    raw_score: Path | None = None


def read_results(answer: Any, fields: FieldMap) -> list[Result]:
    """The results in their order, unchecked. Raises ``Unreadable`` where the map does not fit."""
    items = _at(answer, fields.results)
    if items is _NOTHING:
        raise Unreadable(f'the answer has no field "{_dotted(fields.results)}"')
    if not isinstance(items, list):
        where = _dotted(fields.results)
        raise Unreadable(f'the field "{where}" is not a list of results')
    return [_result(item, fields, place) for place, item in enumerate(items, start=1)]


def _result(item: Any, fields: FieldMap, place: int) -> Result:
    scored = fields.score is not False
    return Result(
        chunk_id=_needed(item, fields.id, place),
        score=_needed(item, fields.score, place) if fields.score is not False else None,
        raw_score=None if fields.raw_score is None else _needed(item, fields.raw_score, place),
        scored=scored,
        raw_scored=fields.raw_score is not None,
    )


def _needed(item: Any, path: Path, place: int) -> Any:
    value = _at(item, path)
    if value is _NOTHING:
        raise Unreadable(f'result {place} has no field "{_dotted(path)}"')
    return value


def _at(value: Any, path: Path) -> Any:
    for name in _names(path):
        if isinstance(value, Mapping) and name in value:
            value = value[name]
        elif isinstance(value, list) and name.isdecimal() and int(name) < len(value):
            value = value[int(name)]
        else:
            return _NOTHING
    return value


def _names(path: Path) -> Sequence[str]:
    if isinstance(path, str):
        return path.split(".") if path else ()
    return path


def _dotted(path: Path) -> str:
    return ".".join(_names(path))
