"""Model values as plain JSON values and back, exactly: what the store keeps and bundles carry.

The keys are the English field names. Fractions are text (``"9/10"``), dates ISO text, words
their value. A field that is None or empty by default and was left so is left out; everything
else is spelled out, so that a later change of a default cannot change what is stored.
The ``*_from_plain`` functions raise ``ValueError`` for anything that no ``*_to_plain`` wrote.
"""

from __future__ import annotations

import types
import typing
from collections.abc import Callable, Hashable, Mapping
from dataclasses import MISSING, Field, fields, is_dataclass
from datetime import date
from enum import StrEnum
from fractions import Fraction
from functools import cache
from operator import attrgetter
from typing import Any, TypeVar, cast

from evalcore.model.case import Case
from evalcore.model.exam import Exam
from evalcore.model.judgement import Judgement
from evalcore.model.manifest import Batch, Chunk, Removal
from evalcore.model.policy import Policy
from evalcore.model.repair import Task

T = TypeVar("T")
Plain = dict[str, Any]
Decoder = Callable[[Any], Any]

_ATOMS = frozenset({str, int, bool, float, type(None)})
"""Types that are JSON values already; looked up first, because nearly every field is one."""


def case_to_plain(case: Case) -> Plain:
    """The case as JSON values."""
    return _encode_fields(case)


def case_from_plain(plain: Plain) -> Case:
    """The case that ``case_to_plain`` wrote; equal in every field, and so in its hash."""
    return _decode(Case, plain)


def chunk_to_plain(chunk: Chunk) -> Plain:
    """The chunk as JSON values."""
    return _encode_fields(chunk)


def chunk_from_plain(plain: Plain) -> Chunk:
    """The chunk that ``chunk_to_plain`` wrote; no labels said and no labels stay apart."""
    return _decode(Chunk, plain)


def batch_to_plain(batch: Batch) -> Plain:
    """The batch as JSON values."""
    return _encode_fields(batch)


def batch_from_plain(plain: Plain) -> Batch:
    """The batch that ``batch_to_plain`` wrote."""
    return _decode(Batch, plain)


def removal_to_plain(removal: Removal) -> Plain:
    """The declared removal as JSON values."""
    return _encode_fields(removal)


def removal_from_plain(plain: Plain) -> Removal:
    """The removal that ``removal_to_plain`` wrote."""
    return _decode(Removal, plain)


def policy_to_plain(policy: Policy) -> Plain:
    """The policy as JSON values, every threshold spelled out."""
    return _encode_fields(policy)


def policy_from_plain(plain: Plain) -> Policy:
    """The policy that ``policy_to_plain`` wrote, with the same exact fractions."""
    return _decode(Policy, plain)


def exam_to_plain(exam: Exam) -> Plain:
    """The exam as JSON values."""
    return _encode_fields(exam)


def exam_from_plain(plain: Plain) -> Exam:
    """The exam that ``exam_to_plain`` wrote."""
    return _decode(Exam, plain)


def task_to_plain(task: Task) -> Plain:
    """The accepted repair as JSON values."""
    return _encode_fields(task)


def task_from_plain(plain: Plain) -> Task:
    """The accepted repair that ``task_to_plain`` wrote."""
    return _decode(Task, plain)


def judgement_to_plain(judgement: Judgement) -> Plain:
    """The judgement as JSON values, without the texts of its prompts: those stand by hash."""
    return _encode_fields(judgement.with_texts({}))


def judgement_from_plain(plain: Plain) -> Judgement:
    """The judgement that ``judgement_to_plain`` wrote."""
    return _decode(Judgement, plain)


def _encode_fields(value: Any) -> Plain:
    names, empties, items_of = _writable(cast("Hashable", type(value)))
    written: Plain = {}
    for name, empty, item in zip(names, empties, items_of(value), strict=True):
        if item is empty or (empty is not MISSING and item == empty):
            continue
        written[name] = item if type(item) in _ATOMS else _encode(item)
    return written


@cache
def _writable(cls: Any) -> tuple[tuple[str, ...], tuple[Any, ...], Callable[[Any], Any]]:
    """Field names, the None or empty value that leaves each out (else MISSING), and a getter."""
    names = tuple(spec.name for spec in fields(cls))
    return names, tuple(_empty_default(spec) for spec in fields(cls)), _getter(names)


def _getter(names: tuple[str, ...]) -> Callable[[Any], Any]:
    if len(names) == 1:  # attrgetter of one name gives no tuple
        return lambda value: (getattr(value, names[0]),)
    return attrgetter(*names)


def _empty_default(spec: Field[Any]) -> Any:
    default = spec.default if spec.default_factory is MISSING else spec.default_factory()
    empty = default is None or default == () or (isinstance(default, dict) and not default)
    return default if empty else MISSING


def _encode(item: Any) -> Any:
    if isinstance(item, StrEnum):
        return item.value
    if isinstance(item, Fraction):
        return f"{item.numerator}/{item.denominator}"
    if isinstance(item, date):
        return item.isoformat()
    if isinstance(item, Mapping):
        return {key: _encode(value) for key, value in item.items()}
    if isinstance(item, tuple | list):
        return [_encode(value) for value in item]
    return _encode_fields(item) if is_dataclass(item) else item


def _decode(cls: type[T], plain: Any) -> T:
    decoders = _decoders(cast("Hashable", cls))
    try:
        written = {name: decoders[name](item) for name, item in _of_type(dict, plain).items()}
        return cls(**written)
    except KeyError as unknown:
        raise ValueError(f"a {cls.__name__} has no field {unknown}") from None
    except TypeError as missing:
        raise ValueError(f"not a stored {cls.__name__}: {missing}") from None


@cache
def _decoders(cls: Any) -> dict[str, Decoder]:
    hints = typing.get_type_hints(cls)
    return {spec.name: _decoder(hints[spec.name]) for spec in fields(cls)}


def _decoder(hint: Any) -> Decoder:
    origin, arguments = typing.get_origin(hint), typing.get_args(hint)
    if origin in {types.UnionType, typing.Union}:
        inner = _decoder(next(a for a in arguments if a is not type(None)))
        return lambda item: None if item is None else inner(item)
    if origin is tuple:
        each = _decoder(arguments[0])
        return lambda item: tuple(each(part) for part in _of_type(list, item))
    if origin is not None:
        value = _decoder(arguments[1])
        return lambda item: {key: value(part) for key, part in _of_type(dict, item).items()}
    if hint is Any:
        return lambda item: item
    return _scalar(hint)


def _scalar(hint: Any) -> Decoder:
    if is_dataclass(hint):
        return lambda item: _decode(cast("type[Any]", hint), item)
    if hint in {str, int, bool}:
        return lambda item: _of_type(hint, item)
    if hint is Fraction:
        return _fraction
    if hint is date:
        return lambda item: date.fromisoformat(_of_type(str, item))
    return lambda item: hint(_of_type(str, item))


def _fraction(item: Any) -> Fraction:
    numerator, _, denominator = _of_type(str, item).partition("/")
    if not int(denominator):
        raise ValueError(f"{item!r} has the denominator 0")
    return Fraction(int(numerator), int(denominator))


def _of_type(kind: type, item: Any) -> Any:
    if type(item) is not kind:
        raise ValueError(f"{kind.__name__} wanted, {type(item).__name__} found")
    return item
