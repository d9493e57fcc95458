"""Which grades there are, and how they are written in files of text."""

from __future__ import annotations

import re

MAX_GRADE = 100
"""Grades beyond this are no relevance scale, and 2**grade would leave the numbers."""

_WHOLE = re.compile(r"[+-]?[0-9]{1,9}\Z")


def whole_grade(text: str) -> int | None:
    """The grade that ``text`` writes; None where it is no whole number within range."""
    if not _WHOLE.match(text) or abs(int(text)) > MAX_GRADE:
        return None
    return int(text)
