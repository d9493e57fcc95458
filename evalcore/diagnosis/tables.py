"""Tables written with bars, as far as a cut through one can be seen."""

from __future__ import annotations

import re
from dataclasses import dataclass

_RULE = re.compile(r"^\s*\|?\s*:?-{2,}:?\s*(?:\|\s*:?-{2,}:?\s*)*\|?\s*$")
_MOST_NAMES = 8


@dataclass(frozen=True, slots=True, kw_only=True)
class Table:
    """The rows of a chunk's table. ``header`` is empty where no rule follows a first row."""

    header: tuple[str, ...]
    rows: tuple[tuple[str, ...], ...]
    before: str
    """What is written above the table."""

    @property
    def columns(self) -> int:
        """How many cells a row has."""
        return len(self.header) or (len(self.rows[0]) if self.rows else 0)

    @property
    def row_names(self) -> tuple[str, ...]:
        """Words that begin rows, each once: what the figures are about."""
        names = (row[0] for row in self.rows if row and any(c.isalpha() for c in row[0]))
        return tuple(dict.fromkeys(names))[:_MOST_NAMES]


def table_in(text: str | None) -> Table | None:
    """The first table of a text; None if there is none (two rows, or a header, make one)."""
    lines = (text or "").strip().splitlines()
    start = next((n for n, line in enumerate(lines) if _is_row(line)), None)
    if start is None:
        return None
    end = start
    while end < len(lines) and _is_row(lines[end]):
        end += 1
    block = lines[start:end]
    ruled = next((n for n, line in enumerate(block) if _is_rule(line)), None)
    header = _cells(block[ruled - 1]) if ruled else ()
    rows = tuple(_cells(line) for line in block if not _is_rule(line))
    if header:
        rows = rows[1:] if rows and rows[0] == header else rows
    if not header and len(rows) < 1:
        return None
    return Table(header=header, rows=rows, before="\n".join(lines[:start]).strip())


def _is_row(line: str) -> bool:
    return line.strip().startswith("|") and line.count("|") >= 2


def _is_rule(line: str) -> bool:
    return _is_row(line) and bool(_RULE.match(line))


def _cells(line: str) -> tuple[str, ...]:
    return tuple(cell.strip() for cell in line.strip().strip("|").split("|"))
