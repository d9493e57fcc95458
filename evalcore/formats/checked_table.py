"""A TOML table checked by a pydantic model, its errors said in our words."""

from __future__ import annotations

from collections.abc import Mapping
from typing import Any, TypeVar, get_args

from pydantic import BaseModel, ValidationError

from evalcore.formats.fields import nearest, shown
from evalcore.formats.findings import Findings
from evalcore.formats.toml_source import TomlFile

M = TypeVar("M", bound=BaseModel)

_EXPECTED: Mapping[str, tuple[str, str]] = {
    "int_type": ("a whole number", "write digits without quotes"),
    "bool_type": ("true or false", "write true or false"),
    "string_type": ("a text", 'write it in "quotes"'),
    "model_type": ("a table", "write the keys below a [table] line"),
    "dict_type": ("a table", "write the keys below a [table] line"),
    "date_type": ("a date", "write it as 2026-01-31, without quotes"),
}
_WHOLE = {"missing": 'no "{key}"', "string_too_short": "an empty text"}
_BOUNDS = {"greater_than_equal": ("ge", "at least"), "less_than_equal": ("le", "at most")}


def checked(toml: TomlFile, model: type[M], findings: Findings) -> M | None:
    """The file as the model; None where it is not one, everything wrong in ``findings``."""
    try:
        return model.model_validate(toml.table)
    except ValidationError as wrong:
        for error in wrong.errors(include_url=False):
            path = [str(part) for part in error["loc"]]
            at = ".".join(path)
            said = error.get("ctx", {}) if error["type"] == "unfit" else {}
            what, hint = said.values() if said else _in_words(error, path, model)
            findings.add(what, hint, line=toml.line_of(at), at=at)
        return None


def _in_words(error: Any, path: list[str], model: type[BaseModel]) -> tuple[str, str]:
    kind, context = error["type"], error.get("ctx", {})
    if kind == "extra_forbidden":
        return f'unknown key "{path[-1]}"', nearest(path[-1], _keys_at(model, path[:-1]))
    if kind in _BOUNDS:
        name, word = _BOUNDS[kind]
        return f"{error['input']} is out of range", f"give {word} {context[name]}"
    if kind == "literal_error":
        return f"{shown(error['input'])} is not known here", f"write {context['expected']}"
    if kind in _WHOLE:
        return _WHOLE[kind].format(key=path[-1]), "write it out"
    expected, hint = _EXPECTED.get(kind, (error["msg"], "write another value"))
    return f"{expected} was expected, not {shown(error['input'])}", hint


def _keys_at(model: type[BaseModel], path: list[str]) -> list[str]:
    """The keys that a table of the file may have."""
    for part in path:
        annotation = next(
            (f.annotation for name, f in model.model_fields.items() if (f.alias or name) == part),
            None,
        )
        inner = [annotation, *get_args(annotation)]
        model = next((a for a in inner if isinstance(a, type) and issubclass(a, BaseModel)), model)
    return [field.alias or name for name, field in model.model_fields.items()]
