"""Articles of Spanish laws, cut from Markdown as a careful ingest would cut them."""

from __future__ import annotations

import re
from collections.abc import Iterator
from dataclasses import dataclass
from pathlib import Path

LONGEST = 1_800
"""Characters of a chunk; a longer article is cut between paragraphs, its heading repeated."""
_HEADING = re.compile(r"^(#{1,6}) (.+)$")
_ARTICLE_LEVEL = 5


@dataclass(frozen=True, kw_only=True)
class Part:
    """One chunk of an article: its heading, the divisions above it, its own paragraphs."""

    heading: str
    divisions: tuple[str, ...]
    body: str
    number: int
    of: int


def parts(path: Path) -> Iterator[Part]:
    """The articles of one law in order; what stands before the first one is left out."""
    for heading, divisions, body in _articles(path.read_text(encoding="utf-8")):
        pieces = list(_pieces(body))
        for number, piece in enumerate(pieces, start=1):
            yield Part(
                heading=heading, divisions=divisions, body=piece, number=number, of=len(pieces)
            )


def _articles(text: str) -> Iterator[tuple[str, tuple[str, ...], list[str]]]:
    above: dict[int, str] = {}
    heading: str | None = None
    body: list[str] = []
    for line in text.splitlines():
        mark = _HEADING.match(line)
        if mark is None:
            body.append(line.strip())
            continue
        if heading is not None:
            yield heading, tuple(above[key] for key in sorted(above)), body
        level, words = len(mark.group(1)), mark.group(2).strip()
        above = {key: value for key, value in above.items() if key < level}
        heading = words if level == _ARTICLE_LEVEL else None
        if 1 < level < _ARTICLE_LEVEL:
            above[level] = words
        body = []
    if heading is not None:
        yield heading, tuple(above[key] for key in sorted(above)), body


def _pieces(lines: list[str]) -> Iterator[str]:
    held: list[str] = []
    for line in filter(None, lines):
        if held and sum(map(len, held)) + len(line) > LONGEST:
            yield "\n".join(held)
            held = []
        held.append(line)
    if held:
        yield "\n".join(held)
