"""Tables and texts of the reference: models, docstrings and registries as Markdown."""

from __future__ import annotations

import ast
import inspect
import re
import sys
import textwrap
import types
from collections.abc import Callable, Iterable, Iterator, Mapping
from enum import StrEnum
from fractions import Fraction
from typing import Any, Literal, Union, get_args, get_origin

from annotated_types import Ge, Gt, Le, Lt, MinLen
from pydantic import AfterValidator, BaseModel
from pydantic.fields import FieldInfo
from pydantic_core import PydanticUndefined

from evalcore.formats.fields import Fields
from evalcore.formats.shares import Between


def tables_of(table: type[BaseModel]) -> Iterator[str]:
    """The whole table as its module writes it down, then key by key, inner tables too."""
    module = inspect.getdoc(sys.modules[table.__module__]) or ""
    _, marked, written = module.partition("::\n\n")
    if marked:
        yield f"```toml\n{textwrap.dedent(written).strip()}\n```"
    yield keys(table)
    for one in table.model_fields.values():
        inner = next((it for it in _members(one.annotation) if is_table(it)), None)
        if inner is not None:
            yield f"{doc(inner)}\n\n{keys(inner)}"


def keys(table: type[BaseModel]) -> str:
    """Every key of a table, with what it takes and its default."""
    said = texts_of(table)
    heads = ("key", "takes", "default") + (("meaning",) if said else ())
    rows = []
    for name, one in table.model_fields.items():
        row = (f"`{one.alias or name}`", takes(one), default(one))
        rows.append((*row, said.get(name, "")) if said else row)
    if {row[1:] for row in rows} == {("text", "–")}:
        return "Keys, each a text: " + ", ".join(row[0] for row in rows) + "."
    return grid(heads, rows)


def fields_table(fields: Fields) -> str:
    """Every field with its spellings, and what its reader makes of it."""
    rows = (
        (", ".join(f"`{one}`" for one in spec.spellings), _first(spec.read))
        for spec in fields.specs
    )
    return grid(("key", "holds"), rows)


def _first(read: Callable[[Any], Any]) -> str:
    """What a field's reader says it returns, or which words or numbers it takes."""
    told = (inspect.getdoc(read) or "").split("\n")[0].rstrip(".")
    if told:
        return told
    limits = inspect.getclosurevars(read).nonlocals
    for one in limits.values():
        if isinstance(one, type) and issubclass(one, StrEnum):
            return "One of " + ", ".join(f"`{word}`" for word in one)
    if {"low", "high"} <= set(limits):
        return f"A whole number from {limits['low']} to {limits['high']}"
    return "A list"


def texts_of(owner: type) -> dict[str, str]:
    """The text under each attribute of a class."""
    body = ast.parse(textwrap.dedent(inspect.getsource(owner))).body[0]
    found: dict[str, str] = {}
    for before, after in zip(body.body, body.body[1:], strict=False):
        if isinstance(before, ast.AnnAssign) and isinstance(after, ast.Expr):
            found[before.target.id] = " ".join(inspect.cleandoc(after.value.value).split())
    return found


def takes(field: FieldInfo) -> str:
    """What may stand there, in words."""
    kinds = (_named(one) for one in _members(field.annotation))
    limits = " ".join(filter(None, (_limit(one) for one in _metadata(field))))
    return ", ".join(filter(None, [" or ".join(dict.fromkeys(kinds)), limits]))


def _metadata(field: FieldInfo) -> Iterator[Any]:
    yield from field.metadata
    for member in get_args(field.annotation):
        yield from getattr(member, "__metadata__", ())


def _members(annotation: Any) -> Iterator[Any]:
    """A union's members, without what they are annotated with."""
    if hasattr(annotation, "__metadata__"):
        yield from _members(annotation.__origin__)
    elif get_origin(annotation) in (Union, types.UnionType):
        for one in get_args(annotation):
            yield from _members(one)
    elif annotation is not type(None):
        yield annotation


_NAMES: Mapping[Any, str] = {
    str: "text",
    int: "whole number",
    float: "number",
    bool: "true or false",
    Fraction: "number or fraction",
    dict: "table",
    list: "list",
}


def _named(annotation: Any) -> str:
    if get_origin(annotation) is Literal:
        return " or ".join(f"`{_toml(one)}`" for one in get_args(annotation))
    if is_table(annotation):
        return "table"
    kind = get_origin(annotation) or annotation
    return _NAMES.get(kind, getattr(kind, "__name__", str(kind)))


def _limit(one: Any) -> str:
    if isinstance(one, AfterValidator) and isinstance(one.func, Between):
        return one.func.span
    words = {Ge: "from {}", Gt: "over {}", Le: "to {}", Lt: "under {}"}
    for kind, text in words.items():
        if isinstance(one, kind):
            return text.format(getattr(one, kind.__name__.lower()))
    return "not empty" if isinstance(one, MinLen) else ""


def default(field: FieldInfo) -> str:
    """What holds where the key is left out."""
    if field.is_required():
        return "required"
    value = field.default
    if value is None or value is PydanticUndefined or isinstance(value, BaseModel):
        return "–"
    return f"`{_toml(value)}`"


def _toml(value: Any) -> str:
    if isinstance(value, bool):
        return str(value).lower()
    if isinstance(value, Fraction) and value.denominator == 1:
        return str(value)
    return f'"{value}"' if isinstance(value, str | Fraction) else str(value)


def is_table(annotation: Any) -> bool:
    """Whether it is a table of its own."""
    return isinstance(annotation, type) and issubclass(annotation, BaseModel)


def source(where: str) -> str:
    """A link to where a formula is defined, named by the project it is from."""
    if not where.startswith("http"):
        return where
    return f"[{where.split('/')[4]}]({where})"


def doc(owner: Any) -> str:
    """A docstring as Markdown."""
    text = (inspect.getdoc(owner) or "").split("::\n\n")[0]
    text = re.sub(r",? ?\(?design\.md, section \d+\)?", "", text)
    return re.sub(r"``(.+?)``", r"`\1`", text)


def grid(heads: Iterable[str], rows: Iterable[Iterable[object]]) -> str:
    """A Markdown table."""
    heads = tuple(heads)
    lines = [heads, ("---",) * len(heads), *rows]
    cells = (" | ".join(str(one).replace("|", "\\|") for one in line) for line in lines)
    return "\n".join(f"| {line} |" for line in cells)
