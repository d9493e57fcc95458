"""Envelopes around text that is judged: it cannot close them, whatever it says (B47).

The mark is a hash of everything that is put into envelopes. To forge it, a text would have to
contain the hash of itself.
"""

from __future__ import annotations

import hashlib
from collections.abc import Iterable

_MARK = 32


def mark_for(texts: Iterable[str]) -> str:
    """A mark of 32 hexadecimal digits that occurs in none of ``texts``; equal for equal texts."""
    listed = tuple(texts)
    whole = hashlib.sha256()
    for text in listed:
        data = text.encode("utf-8", "surrogatepass")
        whole.update(len(data).to_bytes(8, "big") + data)
    mark = whole.hexdigest()[:_MARK]
    while any(mark in text.lower() for text in listed):
        mark = hashlib.sha256(mark.encode()).hexdigest()[:_MARK]
    return mark


def envelope(name: str, text: str, mark: str) -> str:
    """``text``, unchanged, between a line that opens the envelope and one that closes it."""
    return f"<<<{name} {mark}>>>\n{text}\n<<<end of {name} {mark}>>>"
