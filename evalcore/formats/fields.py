"""One field of a record: its spellings and how its value is read.

A reader takes the JSON value and returns what the model keeps, or raises ``Unfit`` with what
is wrong and the way out. ``null`` means "not said" for every field.
"""

from __future__ import annotations

import re
from collections.abc import Callable, Iterable, Mapping
from contextlib import suppress
from dataclasses import dataclass
from datetime import date, datetime
from difflib import get_close_matches
from enum import StrEnum
from typing import Any, Self

from evalcore.formats.findings import Findings
from evalcore.formats.json_lines import kind

_INTEGER = re.compile(r"[+-]?[0-9]{1,18}\Z")
_DAY = re.compile(r"[0-9]{4}-[0-9]{2}-[0-9]{2}\Z")


class Unfit(ValueError):
    """A value that its field cannot take, with the way out."""

    def __init__(self, what: str, hint: str) -> None:
        self.what, self.hint = what, hint
        super().__init__(what)


Reader = Callable[[Any], Any]


@dataclass(frozen=True, slots=True)
class FieldSpec:
    """A field of the model, its spellings in files (native one first) and its reader."""

    name: str
    spellings: tuple[str, ...]
    read: Reader


@dataclass(frozen=True, slots=True)
class Fields:
    """The fields of one kind of record, found by any of their spellings."""

    specs: tuple[FieldSpec, ...]
    by_spelling: Mapping[str, FieldSpec]

    @classmethod
    def of(cls, *specs: FieldSpec) -> Self:
        """These fields, in the order in which they are written out."""
        return cls(specs, {spelling: spec for spec in specs for spelling in spec.spellings})

    @property
    def native(self) -> dict[str, str]:
        """The native spelling of each field, by model name."""
        return {spec.name: spec.spellings[0] for spec in self.specs}


def read_fields(
    record: Mapping[str, Any], fields: Fields, findings: Findings, *, line: int
) -> tuple[dict[str, Any], dict[str, Any]]:
    """The known fields by model name, and all other keys as they are.

    A field given under two spellings, or with a value it cannot take, goes to ``findings``.
    """
    known: dict[str, Any] = {}
    rest: dict[str, Any] = {}
    for key, value in record.items():
        spec = fields.by_spelling.get(key)
        if spec is None:
            rest[key] = value
            continue
        if len(spec.spellings) > 1:
            _note_twin(record, spec, key, findings, line)
        if value is None:
            continue
        try:
            known[spec.name] = spec.read(value)
        except Unfit as wrong:
            findings.add(wrong.what, wrong.hint, line=line, at=key)
    return known, rest


def _note_twin(
    record: Mapping[str, Any], spec: FieldSpec, key: str, findings: Findings, line: int
) -> None:
    first = next(spelling for spelling in spec.spellings if spelling in record)
    if first != key:
        what = f'"{first}" and "{key}" are the same field'
        findings.add(what, "keep one of them", line=line, at=key)


def identifier(value: Any) -> str:
    """An id: a non-empty text, kept byte for byte."""
    if isinstance(value, bool) or not isinstance(value, int | float | str):
        raise Unfit(f"an id is a text, not {kind(value)}", 'write it in quotes: "c-001"')
    if not isinstance(value, str):
        raise Unfit(
            f"the id {value} is a number",
            f'ids are text; write it in quotes as it is spelled at its source: "{value}"',
        )
    if not value:
        raise Unfit("an empty id", "every record needs an id of its own")
    if "\x00" in value:
        raise Unfit("an id with a NUL character", "take it out: databases cut ids there")
    return value


def text(value: Any) -> str:
    """A text, kept as it is."""
    if not isinstance(value, str):
        raise Unfit(f"{kind(value)} where a text was expected", "write it in quotes")
    return value


def flag(value: Any) -> bool:
    """True or false, and nothing that merely looks like it."""
    if not isinstance(value, bool):
        raise Unfit(f"{kind(value)} where true or false was expected", "write true or false")
    return value


def whole(low: int, high: int) -> Reader:
    """A reader of whole numbers from ``low`` to ``high``."""

    def read(value: Any) -> int:
        if isinstance(value, bool) or not isinstance(value, int):
            raise Unfit(
                f"{kind(value)} where a whole number was expected"
                if not isinstance(value, float)
                else f"{value} is not a whole number",
                "write digits without quotes",
            )
        if not low <= value <= high:
            raise Unfit(f"{value} is out of range", f"give a number from {low} to {high}")
        return value

    return read


def day(value: Any) -> date:
    """A calendar date written YYYY-MM-DD."""
    if isinstance(value, str) and _DAY.match(value):
        with suppress(ValueError):
            return date.fromisoformat(value)
    raise Unfit(f"{shown(value)} is not a date", "write it as 2026-01-31")


def moment(value: Any) -> str:
    """An ISO 8601 date or time, kept as it is written."""
    if isinstance(value, str):
        with suppress(ValueError):
            datetime.fromisoformat(value)
            return value
    raise Unfit(f"{shown(value)} is not a time", "write it as 2026-01-31 or 2026-01-31T17:40:00Z")


def word(words: type[StrEnum]) -> Reader:
    """A reader of one of a closed list of words."""

    def read(value: Any) -> StrEnum:
        known = [each.value for each in words]
        if isinstance(value, str) and value in known:
            return words(value)
        raise Unfit(f"{shown(value)} is not known here", f"write one of: {', '.join(known)}")

    return read


def texts(value: Any) -> tuple[str, ...]:
    """One text, or a list of texts."""
    if isinstance(value, str):
        return (value,)
    if isinstance(value, list) and all(isinstance(item, str) for item in value):
        return tuple(value)
    raise Unfit(f"{kind(value)} where texts were expected", 'write "one" or ["one", "two"]')


def mapping(value: Any) -> dict[str, Any]:
    """An object, kept as it is."""
    if not isinstance(value, dict):
        raise Unfit(f"{kind(value)} where an object was expected", 'write {"name": "value"}')
    return value


def whole_text(value: str) -> int | str:
    """The whole number that a cell spells in ASCII digits; else the text itself."""
    return int(value) if _INTEGER.match(value) else value


def shown(value: Any) -> str:
    """The value as a message shows it: a text in quotes and cut short, else its kind."""
    if not isinstance(value, str):
        return kind(value)
    return f'"{value}"' if len(value) <= 60 else f'"{value[:59]}…"'


def nearest(word: str, known: Iterable[str]) -> str:
    """A hint that names the known word most like this one, or all of them."""
    known = list(known)
    close = get_close_matches(word.lower(), known, n=1, cutoff=0.6)
    return f'did you mean "{close[0]}"?' if close else f"known here: {', '.join(known)}"
