"""Where a passage stands in a text: as whole words and whole figures, or not at all.

"5 días" does not stand in "15 días", nor "artículo 12" in "artículo 12 bis": a substring is no
proof that a text says what the quote says.
"""

from __future__ import annotations

import re
import unicodedata
from collections.abc import Iterator

_SAME = str.maketrans(
    {
        "\u00ad": "",
        "\u200b": "",
        "\u2060": "",
        "\ufeff": "",
        **dict.fromkeys("«»“”„‟\u2033", '"'),
        **dict.fromkeys("‘’‚‛`´\u2032", "'"),
        **dict.fromkeys("‐‑‒–—―−", "-"),
        "…": "...",
    }
)
_SPACE = re.compile(r"\s+")
_MORE_BEFORE = re.compile(r"\d[.,:/'’]?\Z")
_MORE_AFTER = re.compile(r"[.,:/'’]?\d|\s+(?:bis|ter|qu[aá]ter|quinquies)\b", re.IGNORECASE)


def normal(text: str) -> str:
    r"""The text without what typesetting changes: spaces, line ends, case, quotation marks.

    Figures are left as they are: no compatibility forms are folded, so ``10²`` is not ``102``.

    >>> normal("Seis  días\n«hábiles»")
    'seis días "hábiles"'
    """
    composed = unicodedata.normalize("NFC", text).translate(_SAME)
    return _SPACE.sub(" ", composed).strip().casefold()


def as_written(text: str, passage: str) -> str | None:
    """The passage, given in its normal form, as the text itself writes it; None if not there."""
    composed = unicodedata.normalize("NFC", text)
    signs: list[str] = []
    origin: list[int] = []
    for at, sign in enumerate(composed):
        same = sign.translate(_SAME).casefold()
        if sign.isspace():
            same = "" if not signs or signs[-1] == " " else " "
        signs += same
        origin += [at] * len(same)
    start = next(places_in("".join(signs), passage), None)
    if start is None:
        return None
    return composed[origin[start] : origin[start + len(passage) - 1] + 1]


def places_in(text: str, passage: str) -> Iterator[int]:
    """Every position where the passage stands in the text as whole words and figures."""
    if not passage:
        return
    start = text.find(passage)
    while start >= 0:
        if is_whole(text, start, start + len(passage)):
            yield start
        start = text.find(passage, start + 1)


def is_whole(text: str, start: int, end: int) -> bool:
    """Whether ``text[start:end]`` is cut neither out of a longer word nor a longer figure."""
    first, last = text[start], text[end - 1]
    before, after = text[max(0, start - 2) : start], text[end : end + 12]
    if first.isalnum() and before[-1:].isalnum():
        return False
    if last.isalnum() and after[:1].isalnum():
        return False
    if first.isnumeric() and _MORE_BEFORE.search(before):
        return False
    return not (last.isnumeric() and _MORE_AFTER.match(after))


def part_in(text: str, quote: str) -> str:
    """As much of the quote as the text holds, as the text writes it.

    All of it, or the part of it that ends the text or begins it where a cut runs through the
    quote; empty where that is fewer than three words.
    """
    if next(places_in(text, quote), None) is not None:
        return quote
    here, sought = normal(text), normal(quote)
    if next(places_in(here, sought), None) is not None:
        return as_written(text, sought) or ""
    cuts = [at for at, sign in enumerate(sought) if sign == " "]
    heads = (sought[:at] for at in reversed(cuts) if here.endswith(sought[:at]))
    tails = (sought[at + 1 :] for at in cuts if here.startswith(sought[at + 1 :]))
    part = max(next(heads, ""), next(tails, ""), here if here in sought else "", key=len)
    return (as_written(text, part) or "") if part.count(" ") >= 2 else ""
