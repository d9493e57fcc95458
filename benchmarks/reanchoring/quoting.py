"""Quotes taken from texts: whole sentences, never a word or a figure cut."""

from __future__ import annotations

import re
from collections.abc import Iterator

from evalcore.golden.figures import figures
from evalcore.golden.similar import is_distinctive
from evalcore.model.case import Case, Expected
from evalcore.model.manifest import Manifest


def quoted_cases(manifest: Manifest, every: int = 1) -> list[Case]:
    """One case an article: its first sentence with a figure, else its longest, as the quote."""
    cases: list[Case] = []
    for chunk in manifest.chunks[::every]:
        quote = _sentence(chunk.text or "")
        if quote is not None:
            label = Expected(chunk_id=chunk.chunk_id, doc_id=chunk.doc_id, quote=quote)
            cases.append(Case(id=f"q-{chunk.chunk_id}", question="?", expected=(label,)))
    return cases


def _sentence(text: str) -> str | None:
    good = [part for part in sentences(text) if len(part) <= 160 and is_distinctive(part)]
    return max(good, key=lambda part: (bool(figures(part)), -len(part)), default=None)


def sentences(text: str) -> Iterator[str]:
    """Whole sentences of an article, its heading left out: never a word or a figure cut."""
    for line in text.splitlines()[1:]:
        for part in re.split(r"[.;:](?=\s|$)", line):
            if len(part.strip()) >= 12:
                yield part.strip()
