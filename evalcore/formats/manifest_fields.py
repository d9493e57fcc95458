"""The fields of a manifest's chunks and batches, and how a table's cell spells them."""

from __future__ import annotations

import math
from collections.abc import Callable, Mapping
from typing import Any

from evalcore.formats.fields import (
    Fields,
    FieldSpec,
    Unfit,
    day,
    identifier,
    mapping,
    moment,
    text,
    texts,
    whole,
    whole_text,
)
from evalcore.formats.json_lines import Unsafe, parse_object

_COUNT = whole(0, 2**31 - 1)
_MANY = 'write "a|b", or a JSON list where a text holds a bar: ["a|b"]'
_PAIRS = 'write "name=value|other=value", or a JSON object'

CHUNK_FIELDS = Fields.of(
    FieldSpec("chunk_id", ("chunk_id",), identifier),
    FieldSpec("doc_id", ("doc_id",), identifier),
    FieldSpec("text", ("text",), text),
    FieldSpec("representation", ("representation",), text),
    FieldSpec("title", ("title",), text),
    FieldSpec("kind", ("kind",), text),
    FieldSpec("domain", ("domain",), text),
    FieldSpec("facets", ("facets",), mapping),
    FieldSpec("labels", ("labels",), texts),
    FieldSpec("tier", ("tier",), text),
    FieldSpec("valid_from", ("valid_from",), day),
    FieldSpec("valid_to", ("valid_to",), day),
    FieldSpec("batch", ("batch",), identifier),
    FieldSpec("ingested_at", ("ingested_at",), moment),
    FieldSpec("position", ("position",), whole(-(2**31), 2**31 - 1)),
)

BATCH_FIELDS = Fields.of(
    FieldSpec("id", ("id",), identifier),
    FieldSpec("at", ("at",), moment),
    FieldSpec("title", ("title",), text),
    FieldSpec("accepted", ("accepted",), _COUNT),
    FieldSpec("rejected", ("rejected",), _COUNT),
)

REMOVAL_FIELDS = Fields.of(
    FieldSpec("chunk_id", ("chunk_id",), identifier),
    FieldSpec("doc_id", ("doc_id",), identifier),
    FieldSpec("reason", ("reason",), text),
    FieldSpec("on", ("on",), day),
    FieldSpec("by", ("by",), text),
)

TEXT_IDS = ("chunk_id", "doc_id", "batch")


def from_cells(cells: Mapping[str, Any]) -> dict[str, Any]:
    """A table's row as the object that a JSON line would hold.

    An empty cell is not said. ``labels`` and ``facets`` may be JSON or parted by bars;
    a number that stands for ``position`` is read. Raises ``Unfit`` named by its column.
    """
    said = {name: cell for name, cell in cells.items() if not _is_missing(cell)}
    return {name: _SPELLED.get(name, _as_it_is)(cell) for name, cell in said.items()}


def _is_missing(cell: Any) -> bool:
    return cell is None or cell == "" or (isinstance(cell, float) and math.isnan(cell))


def _as_it_is(cell: Any) -> Any:
    return cell


def _labels(cell: Any) -> Any:
    if not isinstance(cell, str):
        return cell
    return _json(cell, _MANY) if cell.lstrip().startswith("[") else cell.split("|")


def _facets(cell: Any) -> Any:
    if not isinstance(cell, str):
        return cell
    if cell.lstrip().startswith("{"):
        return _json(cell, _PAIRS)
    pairs = [part.partition("=") for part in cell.split("|")]
    names = [name for name, equals, _ in pairs if name and equals]
    if len(names) != len(pairs) or len(set(names)) != len(names):
        raise Unfit("facets that are not name=value, each once", _PAIRS)
    return {name: value for name, _, value in pairs}


def _position(cell: Any) -> Any:
    if isinstance(cell, float) and cell.is_integer():
        return int(cell)
    return whole_text(cell) if isinstance(cell, str) else cell


def _json(cell: str, hint: str) -> Any:
    try:
        return parse_object(cell.encode())
    except Unsafe as wrong:
        raise Unfit(wrong.what, hint) from None


_SPELLED: Mapping[str, Callable[[Any], Any]] = {
    "labels": _labels,
    "facets": _facets,
    "position": _position,
}
