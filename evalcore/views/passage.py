"""A chunk's text as a reader sees it: its words, and the first rows of a table where it is one."""

from __future__ import annotations

import re
from dataclasses import dataclass

from evalcore.views.language import Translator

MOST_ROWS = 6
MOST_TEXT = 700
_RULER = re.compile(r"^\s*\|?[\s:|-]*-[\s:|-]*\|?\s*$")


@dataclass(frozen=True, slots=True, kw_only=True)
class Passage:
    """People's own text. ``columns`` and ``rows`` hold a table's beginning, else are empty.

    ``more`` says in our words how much is not shown; empty where all is.
    """

    words: str
    columns: tuple[str, ...] = ()
    rows: tuple[tuple[str, ...], ...] = ()
    more: str = ""


def passage(text: str, t: Translator) -> Passage:
    """The beginning of a text; a Markdown table in it becomes columns and rows."""
    lines = text.splitlines()
    at = next((n for n, line in enumerate(lines) if n and _is_ruler(line, lines[n - 1])), None)
    if at is None:
        return _prose(text, t)
    columns = _cells(lines[at - 1])
    body = [line for line in lines[at + 1 :] if "|" in line]
    rows = tuple(_fit(_cells(line), len(columns)) for line in body[:MOST_ROWS])
    more = ""
    if len(body) > len(rows):
        more = t.text("The first {n} of {total} rows.", n=len(rows), total=len(body))
    return Passage(
        words="\n".join(lines[: at - 1]).strip(), columns=tuple(columns), rows=rows, more=more
    )


def _prose(text: str, t: Translator) -> Passage:
    whole = text.strip()
    if len(whole) <= MOST_TEXT:
        return Passage(words=whole)
    shown = whole[:MOST_TEXT].rsplit(" ", 1)[0]
    return Passage(words=f"{shown} …", more=t.text("The text goes on."))


def _is_ruler(line: str, above: str) -> bool:
    return "|" in above and "|" in line and _RULER.match(line) is not None


def _cells(line: str) -> list[str]:
    return [cell.strip() for cell in line.strip().strip("|").split("|")]


def _fit(cells: list[str], width: int) -> tuple[str, ...]:
    """Exactly one cell a column; what a ragged row has too much stands in the last."""
    if len(cells) > width:
        cells = [*cells[: width - 1], " | ".join(cells[width - 1 :])]
    return (*cells, *[""] * (width - len(cells)))
