"""TOML files as tables, with the line of each key, and nothing in them that is not a number."""

from __future__ import annotations

import math
import re
import tomllib
from collections.abc import Callable, Iterator, Mapping
from dataclasses import dataclass
from decimal import Decimal
from pathlib import Path
from typing import Any

from evalcore.formats.findings import Findings, refuse
from evalcore.formats.json_lines import MAX_INTEGER
from evalcore.formats.source import Source, read_source

_AT = re.compile(r"\(at line ([0-9]+), column [0-9]+\)")
_TABLE = re.compile(r"""\s*\[\s*([A-Za-z0-9_.\-"' ]+?)\s*\]\s*(?:#.*)?\Z""")
_KEY = re.compile(r"""\s*([A-Za-z0-9_.\-]+|"[^"]*"|'[^']*')\s*=""")


@dataclass(frozen=True, slots=True)
class TomlFile:
    """A parsed file: its table, and the lines where ``table.key`` paths stand."""

    file: str
    table: dict[str, Any]
    lines: Mapping[str, int]

    def line_of(self, path: str) -> int | None:
        """The line of a key such as ``recall.floor``; of its table if the key is not found."""
        while path and path not in self.lines:
            path = path.rpartition(".")[0]
        return self.lines.get(path)


def read_toml(path: Path, *, parse_float: Callable[[str], Any]) -> TomlFile:
    """The table at ``path``, its numbers read by ``parse_float``.

    Raises ``InputError`` for what is not TOML, a key that stands twice, NaN and infinity, and
    integers over 2**63 - 1.
    """
    source = read_source(path)
    table = _parse(source, parse_float)
    toml = TomlFile(source.file, table, dict(_key_lines(source)))
    findings = Findings(source.file)
    for at, value in _numbers(table, ""):
        if isinstance(value, int) and abs(value) > MAX_INTEGER:
            findings.add("an integer over 2**63 - 1", "no setting is that large", at=at)
        elif not isinstance(value, int) and not _is_finite(value):
            hint = "a comparison with it would always pass or always fail: give a number"
            findings.add(f"{value} is not a number", hint, line=toml.line_of(at), at=at)
    findings.stop()
    return toml


def _parse(source: Source, parse_float: Callable[[str], Any]) -> dict[str, Any]:
    try:
        text = source.data.decode()
        return tomllib.loads(text, parse_float=parse_float)
    except tomllib.TOMLDecodeError as broken:
        message = str(broken)
        where = _AT.search(message)
        line = int(where[1]) if where else source.data.rstrip().count(b"\n") + 1
        reason = message.split(" (at ", maxsplit=1)[0]
        twice = "overwrite" in reason or "twice" in reason
        hint = "each key stands once: keep one" if twice else 'write key = value, texts in "quotes"'
        what = f"a key stands twice: {reason}" if twice else f"not TOML: {reason}"
        raise refuse(source.file, what, hint, line=line) from None
    except (ValueError, RecursionError, OverflowError, ArithmeticError):
        what = "a number or a nesting that no setting needs"
        raise refuse(source.file, what, "write plain numbers and flat tables") from None


def _key_lines(source: Source) -> Iterator[tuple[str, int]]:
    """Keys and tables with their lines, as far as they are written one a line."""
    table = ""
    for number, _, raw in source.lines():
        line = raw.decode()
        header = _TABLE.match(line)
        key = _KEY.match(line)
        if header:
            table = header[1].replace('"', "").replace("'", "")
            yield table, number
        elif key:
            name = key[1].strip("\"'")
            yield f"{table}.{name}" if table else name, number


def _numbers(value: Any, at: str) -> Iterator[tuple[str, int | float | Decimal]]:
    if isinstance(value, dict):
        for key, item in value.items():
            yield from _numbers(item, f"{at}.{key}" if at else key)
    elif isinstance(value, list):
        for item in value:
            yield from _numbers(item, at)
    elif isinstance(value, int | float | Decimal) and not isinstance(value, bool):
        yield at, value


def _is_finite(value: float | Decimal) -> bool:
    return value.is_finite() if isinstance(value, Decimal) else math.isfinite(value)
