"""People's own text inside Markdown: shown as text, whatever it contains."""

from __future__ import annotations

import re
from html import escape

JOINER = "\u2060"
"""Takes no room; between two signs it keeps a forge from making a link or a mention of them."""

_MARKUP = re.compile(r"([\\`*_{}\[\]#!|~$])")
_LINKS = re.compile(
    r"(?<=:)(?=//)|(?<=www)(?=\.)|(?<=@)(?=\w)|(?<=#)(?=\d)|(?<=:)(?=[\w+-]+:)|(?<=GH)(?=-\d)",
    re.IGNORECASE,
)
_UNSEEN = re.compile("[\x00-\x08\x0e-\x1f\x7f\u200b-\u200f\u202a-\u202e\u2066-\u2069\ud800-\udfff]")


def inline(text: str, most: int = 300) -> str:
    """One line: no markup, no HTML, no mention, no link; long text is cut and says so.

    Characters that cannot be seen are named by their code point.
    """
    one = " ".join(text.split())
    if len(one) > most:
        one = one[: most - 1].rstrip() + "…"
    one = _UNSEEN.sub(lambda found: f"(U+{ord(found.group()):04X})", one)
    one = _LINKS.sub(JOINER, one)
    return _MARKUP.sub(r"\\\1", escape(one, quote=False))
