"""Text as it is compared: letters without case or accents."""

from __future__ import annotations

import re
import unicodedata

# ñ is a letter, not an accented n: "año" must not meet "ano".
_MARKS = re.compile("(?<!n)\u0303|[\u0300-\u0302\u0304-\u036f]")


def fold(text: str) -> str:
    """Lower case without accents, compatibility forms resolved; ñ stays.

    >>> fold("¿Devolución del AÑO?")
    '¿devolucion del año?'
    """
    parts = unicodedata.normalize("NFD", unicodedata.normalize("NFKC", text).casefold())
    return unicodedata.normalize("NFC", _MARKS.sub("", parts))
