"""Checks an options table of a suite: every problem at once, typos with the nearest known key."""

from __future__ import annotations

import difflib
import types
from collections.abc import Mapping, Sequence
from typing import Any, TypeVar, Union, get_args, get_origin

from pydantic import BaseModel, ConfigDict, ValidationError
from pydantic_core import ErrorDetails

from evalcore.errors import InputError, Problem


class Table(BaseModel):
    """An options table: unknown keys, NaN and values of another type are errors."""

    model_config = ConfigDict(
        extra="forbid",
        strict=True,
        frozen=True,
        allow_inf_nan=False,
        hide_input_in_errors=True,
        validate_default=True,
    )


T = TypeVar("T", bound=Table)


def parse(model: type[T], table: Mapping[str, Any], *, at: str, file: str | None) -> T:
    """The checked options; ``at`` is the table's dotted name in the suite (``retriever``).

    Raises ``InputError`` with every problem of the table, each under its dotted field.
    """
    try:
        return model.model_validate(plain(table))
    except ValidationError as error:
        raise InputError(_problems(model, error, at=at, file=file)) from None


def plain(value: Any) -> Any:
    """The same table in plain dicts and lists, whatever mappings and sequences it came in."""
    if isinstance(value, Mapping):
        return {str(key): plain(item) for key, item in value.items()}
    if isinstance(value, list | tuple):
        return [plain(item) for item in value]
    return value


def nearest(word: str, known: Sequence[str]) -> str:
    """A hint that names the known word most like ``word``, or all of them."""
    close = difflib.get_close_matches(word, known, n=1, cutoff=0.5)
    if close:
        return f'did you mean "{close[0]}"?'
    return "known here: " + ", ".join(sorted(known))


def _problems(
    model: type[BaseModel], error: ValidationError, *, at: str, file: str | None
) -> list[Problem]:
    found: dict[str, Problem] = {}
    for details in error.errors(include_url=False, include_input=False):
        path = _known_path(model, [str(part) for part in details["loc"]])
        field = ".".join([at, *path])
        what, hint = _told(model, details, path, field)
        if field in found:
            # A value that fits none of several forms fails each of them.
            what = f"{found[field].what}; or: {what}"
        found[field] = Problem(what=what, hint=hint, file=file, field=field)
    return list(found.values())


def _told(
    model: type[BaseModel], details: ErrorDetails, path: Sequence[str], field: str
) -> tuple[str, str]:
    if details["type"] == "extra_forbidden":
        name = str(details["loc"][-1])
        return f'unknown key "{name}"', nearest(name, _fields_at(model, path[:-1]))
    if details["type"] == "missing":
        return "this key is required", f'write "{path[-1]}" in the suite'
    what = details["msg"].removeprefix("Value error, ")
    return what, f"mend {field} in the suite"


def _known_path(model: type[BaseModel], names: Sequence[str]) -> list[str]:
    """The names as the suite has them, without the forms of a union that were tried."""
    here: type[BaseModel] | None = model
    path: list[str] = []
    for name in names:
        if here is None:
            break
        path.append(name)
        known = here.model_fields.get(name)
        here = None if known is None else _model_in(known.annotation)
    return path


def _fields_at(model: type[BaseModel], path: Sequence[str]) -> list[str]:
    here: type[BaseModel] | None = model
    for name in path:
        known = None if here is None else here.model_fields.get(name)
        here = None if known is None else _model_in(known.annotation)
    return [] if here is None else list(here.model_fields)


def _model_in(annotation: Any) -> type[BaseModel] | None:
    if isinstance(annotation, type) and issubclass(annotation, BaseModel):
        return annotation
    if get_origin(annotation) in (Union, types.UnionType):
        found = (_model_in(part) for part in get_args(annotation))
        return next((part for part in found if part is not None), None)
    return None
