"""The attributes of a span, however nested or encoded, and the documents they hold."""

from __future__ import annotations

import re
from collections.abc import Iterator, Mapping, Sequence
from typing import Any

import orjson

Documents = Sequence[Mapping[str, Any]]

_NUMBERED = re.compile(r"retrieval\.documents\.(\d+)\.document\.(id|score|content)\Z")
_LISTS = ("retrieval.documents", "gen_ai.retrieval.documents")
_FIELDS = ("id", "score", "content")


def attributes_of(span: Mapping[str, Any]) -> dict[str, Any]:
    """The attributes by their full dotted names.

    Read are OTLP's lists of keys and values, plain objects, nested objects, and the columns of
    a table of spans (``attributes.input.value``).
    """
    attributes = span.get("attributes")
    found: dict[str, Any] = {
        name.removeprefix("attributes."): value
        for name, value in span.items()
        if name.startswith("attributes.")
    }
    if isinstance(attributes, list):
        found.update(_of_otlp(attributes))
    elif isinstance(attributes, dict):
        found.update(_flat(attributes))
    return found


def documents_of(attributes: Mapping[str, Any]) -> Documents | None:
    """The documents of a retrieval in their order; None where nothing is said of them."""
    numbered: dict[int, dict[str, Any]] = {}
    for name, value in attributes.items():
        match = _NUMBERED.match(name)
        if match:
            numbered.setdefault(int(match[1]), {})[match[2]] = value
    if numbered:
        return [numbered[place] for place in sorted(numbered)]
    for name in _LISTS:
        listed = _decoded(attributes.get(name))
        if isinstance(listed, list):
            return [_document(entry) for entry in listed]
    return None


def _of_otlp(attributes: Sequence[Any]) -> Iterator[tuple[str, Any]]:
    for pair in attributes:
        if isinstance(pair, dict) and isinstance(pair.get("key"), str):
            yield pair["key"], _value(pair.get("value"))


def _value(value: Any) -> Any:
    """OTLP writes ``{"stringValue": "x"}``; whole numbers come as text there."""
    if not isinstance(value, dict):
        return value
    for kind, inner in value.items():
        if kind == "intValue":
            return int(inner) if str(inner).lstrip("-").isdigit() else inner
        if kind == "arrayValue":
            return [_value(item) for item in (inner or {}).get("values", [])]
        if kind == "kvlistValue":
            return dict(_of_otlp((inner or {}).get("values", [])))
        return inner
    return None


def _flat(value: Mapping[str, Any], before: str = "") -> Iterator[tuple[str, Any]]:
    for name, inner in value.items():
        full = f"{before}{name}"
        if isinstance(inner, dict):
            yield from _flat(inner, f"{full}.")
        else:
            yield full, inner


def _decoded(value: Any) -> Any:
    if not isinstance(value, str):
        return value
    try:
        return orjson.loads(value)
    except orjson.JSONDecodeError:
        return None


def _document(entry: Any) -> Mapping[str, Any]:
    """One document: ``{"document.id"}``, ``{"document": {"id"}}`` or ``{"id"}``."""
    if not isinstance(entry, dict):
        return {}
    flat = dict(_flat(entry))
    return {
        name: flat.get(f"document.{name}", flat.get(name))
        for name in _FIELDS
        if f"document.{name}" in flat or name in flat
    }
