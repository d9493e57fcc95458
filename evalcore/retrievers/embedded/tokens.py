"""Texts to the tokens that BM25 counts: folded, without stop words, stemmed."""

from __future__ import annotations

import re
import unicodedata
from collections.abc import Callable, Sequence
from dataclasses import dataclass
from functools import cached_property
from typing import Literal

from evalcore.retrievers.embedded.stopwords import STOPWORDS

Language = Literal["es", "en", "none"]

_STEMMERS = {"es": "spanish", "en": "english"}
_WORD = re.compile(r"\w+")
# ñ is a letter, not an accented n: "año" must not meet "ano".
_MARKS = re.compile("(?<!n)\u0303|[\u0300-\u0302\u0304-\u036f]")


def fold(text: str) -> str:
    """Lower case without accents, compatibility forms resolved; ñ stays.

    >>> fold("¿Devolución del AÑO?")
    '¿devolucion del año?'
    """
    parts = unicodedata.normalize("NFD", unicodedata.normalize("NFKC", text).casefold())
    return unicodedata.normalize("NFC", _MARKS.sub("", parts))


@dataclass(frozen=True)
class Tokenizer:
    """Spanish (``es``), English (``en``) or neither (``none``: folded words, nothing else).

    Texts are folded before they are stemmed, so that what is typed without accents meets what
    is written with them. Codes are split at their signs: "RD-1561/1995" gives rd, 1561, 1995.
    """

    language: Language

    def __call__(self, text: str) -> list[str]:
        """The tokens of one text, in order, repeats kept."""
        words = [word for word in _WORD.findall(fold(text)) if word not in self._stopwords]
        return list(self._stem(words))

    @property
    def _stopwords(self) -> frozenset[str]:
        return STOPWORDS.get(self.language, frozenset())

    @cached_property
    def _stem(self) -> Callable[[Sequence[str]], Sequence[str]]:
        if self.language == "none":
            return list
        from Stemmer import Stemmer

        stem: Callable[[Sequence[str]], Sequence[str]] = Stemmer(_STEMMERS[self.language]).stemWords
        return stem
