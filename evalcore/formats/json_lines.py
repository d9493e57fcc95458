"""The records of a JSON Lines file, each proven safe: what was written is what is read.

A record is one object a line; objects spread over several lines (pretty-printed, one after
the other) are read too. orjson alone would keep the last of two equal keys and round big
integers without a word, so a line that could hide either is parsed a second time, strictly.
"""

from __future__ import annotations

import json
import re
from collections.abc import Iterator
from dataclasses import dataclass
from typing import Any

import orjson

from evalcore.formats.findings import Findings
from evalcore.formats.source import Source

MAX_DEPTH = 100
"""Brackets inside brackets; deeper is no data of ours and breaks other readers."""

MAX_INTEGER = 2**63 - 1
_MANY_BRACKETS = 64
_DIGITS = bytes.maketrans(b"123456789", b"000000000")
_LONG_NUMBER = b"0" * 19
_BIG_INTEGER = re.compile(rb'(?<![\w".])[0-9]{19}')
_SUSPECT = (b"\\u0000", b" :", b"\t:", b"\r:", b"\n:")
_NOT_A_NUMBER = re.compile(r'"([^"\\]*)"\s*:\s*[+-]?(NaN|Infinity|inf|nan)\b')
_WRITE_IT = "write the record as one JSON object on a line of its own"


@dataclass(frozen=True, slots=True)
class Record:
    """One object, the line where it begins, and the bytes of the file it stands in."""

    line: int
    value: dict[str, Any]
    start: int = 0
    end: int = 0


class Unsafe(ValueError):
    """JSON that says something no reader can be trusted to understand alike.

    ``at`` names the key, where known; ``below`` counts lines from the start of the record.
    """

    def __init__(self, what: str, hint: str, *, at: str | None = None, below: int = 0) -> None:
        self.what, self.hint, self.at, self.below = what, hint, at, below
        super().__init__(what)


def read_records(source: Source, findings: Findings) -> Iterator[Record]:
    """Every object of the file, in order.

    What is no object goes to ``findings``, and reading goes on where the next can begin.
    """
    after = 0
    for number, offset, line in source.lines():
        if offset < after or not line.strip(b" \t\r"):
            continue
        if findings.enough:
            return
        if line.strip() == b"[":
            findings.add("a JSON array, not JSON Lines", _WRITE_IT, line=number)
            return
        try:
            value, after = _parse(source, offset, line)
        except Unsafe as wrong:
            findings.add(wrong.what, wrong.hint, line=number + wrong.below, at=wrong.at)
            after = _after_broken(source.data, offset, line)
            continue
        if isinstance(value, dict):
            yield Record(number, value, offset, after)
        else:
            findings.add(f"{kind(value)} where an object was expected", _WRITE_IT, line=number)


def parse_object(text: bytes) -> Any:
    """The JSON value of ``text``; raises ``Unsafe`` with the reason if it is not safe."""
    try:
        value = orjson.loads(text)
    except orjson.JSONDecodeError as broken:
        raise _explained(text, broken) from None
    if not _plainly_safe(text, value):
        _check_strictly(text, value)
    return value


def _parse(source: Source, offset: int, line: bytes) -> tuple[Any, int]:
    """The value that begins at ``offset``, and the offset from which the next may begin."""
    after = offset + len(line)
    end = _end_of_spread_object(source.data, offset) if _is_open(line) else None
    if end is None or end <= after:
        return parse_object(line), after
    return parse_object(source.data[offset:end]), end


def _is_open(line: bytes) -> bool:
    """True for the first line of an object that goes on below (or a line cut short)."""
    return line.startswith(b"{") and not line.rstrip().endswith(b"}")


def _end_of_spread_object(data: bytes, offset: int) -> int | None:
    """Where the object that begins at ``offset`` is closed by a ``}`` in column 0.

    None if another one begins in column 0 before that, or the file ends.
    """
    limit = _next_start(data, offset)
    end = data.find(b"\n}", offset, limit)
    return None if end < 0 else end + 2


def _after_broken(data: bytes, offset: int, line: bytes) -> int:
    return _next_start(data, offset) if _is_open(line) else offset + len(line)


def _next_start(data: bytes, offset: int) -> int:
    """Offset of the next line below with ``{`` in column 0: there a new record may begin."""
    found = data.find(b"\n{", offset)
    return len(data) if found < 0 else found + 1


def _plainly_safe(text: bytes, value: Any) -> bool:
    """True if no key is repeated, no number out of range and nothing nested deep, for sure.

    Every key is followed by a colon, so if there are no more of ``":`` than keys that were
    kept, none was lost. A count that is too low only costs the strict second reading.
    """
    if any(mark in text for mark in _SUSPECT) or text.count(b"[") > _MANY_BRACKETS:
        return False
    if _LONG_NUMBER in text.translate(_DIGITS) and _BIG_INTEGER.search(text):
        return False
    return text.count(b'":') == _keys_in_sight(value)


def _keys_in_sight(value: Any) -> int:
    if type(value) is not dict:
        return 0
    seen = len(value)
    for item in value.values():
        if type(item) is dict:
            seen += len(item)
        elif type(item) is list and set(map(type, item)) == {dict}:
            seen += sum(map(len, item))
    return seen


def _check_strictly(text: bytes, value: Any) -> None:
    """Raise ``Unsafe`` for a repeated key, a number out of range, a NUL, or deep nesting."""
    _check_depth(value)
    json.loads(text, object_pairs_hook=_unique, parse_int=_bounded)
    if b"\\u0000" in text:
        _check_nul(value)


def _unique(pairs: list[tuple[str, Any]]) -> dict[str, Any]:
    kept = dict(pairs)
    if len(kept) != len(pairs):
        keys = [key for key, _ in pairs]
        twice = next(key for key in kept if keys.count(key) > 1)
        raise Unsafe(f'the key "{twice}" stands twice in one object', "keep one of them", at=twice)
    return kept


def _bounded(digits: str) -> int:
    if len(digits) > 20 or abs(int(digits)) > MAX_INTEGER:
        raise Unsafe(
            f"the integer {digits[:20]}{'…' if len(digits) > 20 else ''} is over 2**63 - 1",
            "write it in quotes if it is an id; else it is no number this tool can keep",
        )
    return int(digits)


def _levels(value: Any) -> Iterator[list[Any]]:
    level = [value]
    while level:
        yield level
        inside = [item for item in level if isinstance(item, dict | list)]
        level = [
            part for item in inside for part in (item.values() if isinstance(item, dict) else item)
        ]


def _check_depth(value: Any) -> None:
    for depth, _ in enumerate(_levels(value)):
        if depth > MAX_DEPTH:
            raise _too_deep()


def _check_nul(value: Any) -> None:
    for level in _levels(value):
        keys = (key for item in level if isinstance(item, dict) for key in item)
        texts = (item for item in level if isinstance(item, str))
        if any("\x00" in text for text in (*keys, *texts)):
            raise Unsafe(
                "a NUL character (\\u0000) in a text", "take it out: databases cut texts there"
            )


def _too_deep() -> Unsafe:
    return Unsafe(f"nested more than {MAX_DEPTH} levels deep", "write flat records")


def _explained(text: bytes, broken: orjson.JSONDecodeError) -> Unsafe:
    """Why orjson refused the text, in words that say what to change."""
    message = broken.msg
    if "depth limit" in message:
        return _too_deep()
    constant = _NOT_A_NUMBER.search(text[: 2**20].decode("utf-8", "replace"))
    if constant:
        what = f"{constant[2]} is not a number"
        return Unsafe(what, "give a finite number, or leave it out", at=constant[1])
    if "infinity" in message:
        return Unsafe("a number too large to be one", "write ids in quotes, and finite numbers")
    if "surrogate" in message:
        return Unsafe("half a character (a lone surrogate)", "write the whole character as UTF-8")
    what = f"not JSON: {message} at column {broken.colno}"
    return Unsafe(what, _WRITE_IT, below=broken.lineno - 1)


def kind(value: Any) -> str:
    """What a JSON value is, in words."""
    names = {
        dict: "an object",
        list: "a list",
        str: "a text",
        bool: "true or false",
        type(None): "null",
    }
    return names.get(type(value), "a number")
