"""Puts a question into the address or the body, encoded so that it stays one value."""

from __future__ import annotations

import re
from collections.abc import Mapping, Sequence
from typing import Any
from urllib.parse import quote

from evalcore.retrievers.options import nearest
from evalcore.retrievers.protocol import Query

PLACES = ("query", "depth", "domain")
_PLACE = re.compile(r"(?<!\$)\{([A-Za-z_]+)\}")


def values_of(query: Query, depth: int) -> dict[str, str | int | None]:
    """What each placeholder stands for; ``domain`` is None where the case has none."""
    return {"query": query.text, "depth": depth, "domain": query.domain}


def fill_url(template: str, values: Mapping[str, Any]) -> str:
    """The address, each value percent-encoded whole (a question cannot add parameters)."""
    return _PLACE.sub(lambda match: quote(_text(values[match[1]]), safe=""), template)


def fill_body(template: Any, values: Mapping[str, Any]) -> Any:
    """The body with its texts filled in. A text that is only a placeholder takes its type."""
    if isinstance(template, dict):
        return {key: fill_body(item, values) for key, item in template.items()}
    if isinstance(template, list):
        return [fill_body(item, values) for item in template]
    if not isinstance(template, str):
        return template
    whole = _PLACE.fullmatch(template)
    if whole:
        return values[whole[1]]
    return _PLACE.sub(lambda match: _text(values[match[1]]), template)


def places_in(template: Any) -> set[str]:
    """Every placeholder name in an address or body."""
    if isinstance(template, dict):
        template = list(template.values())
    if isinstance(template, list):
        return set().union(*(places_in(item) for item in template))
    return set(_PLACE.findall(template)) if isinstance(template, str) else set()


def check_places(template: Any, known: Sequence[str] = PLACES) -> None:
    """Raise ``ValueError`` for a placeholder that is not known."""
    for name in sorted(places_in(template) - set(known)):
        raise ValueError(f'unknown placeholder "{{{name}}}": {nearest(name, known)}')


def _text(value: Any) -> str:
    return "" if value is None else str(value)
