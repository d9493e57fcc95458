"""An answer cut into the statements that are checked one by one against the chunks."""

from __future__ import annotations

import re

_END = re.compile(r"(?:(?<=[^\W\d_]{4}[.!?…])|(?<=[\d%)»”\"][.!?…]))\s+(?=[¿¡«“\"(]*[A-ZÀ-ÖØ-Þ])")
_BULLET = re.compile(r"^\s*(?:[-*•]|\d{1,2}[.)])\s+")


def statements_of(answer: str) -> tuple[str, ...]:
    """The sentences of an answer and the points of its lists, in order; empty for a blank answer.

    A dot after a short word (``art.``, ``Sr.``) ends no sentence: two statements in one are
    still both checked, a statement cut in two could not be.
    """
    lines = (_BULLET.sub("", line).strip() for line in answer.splitlines())
    parts = (part.strip() for line in lines if line for part in _END.split(line))
    return tuple(part for part in parts if part)
