"""Texts to the tokens that BM25 counts: folded, without stop words, stemmed."""

from __future__ import annotations

import re
from collections.abc import Callable, Sequence
from dataclasses import dataclass
from functools import cached_property
from typing import Literal

from evalcore.model.folding import fold
from evalcore.model.stopwords import STOPWORDS

Language = Literal["es", "en", "none"]

_STEMMERS = {"es": "spanish", "en": "english"}
_WORD = re.compile(r"\w+")


@dataclass(frozen=True)
class Tokenizer:
    """Spanish (``es``), English (``en``) or neither (``none``: folded words, nothing else).

    Texts are folded before they are stemmed, so that what is typed without accents meets what
    is written with them. Codes are split at their signs: "RD-1561/1995" gives rd, 1561, 1995.
    """

    language: Language

    def __call__(self, text: str) -> list[str]:
        """The tokens of one text, in order, repeats kept."""
        stopwords = self._stopwords
        words = [word for word in _WORD.findall(fold(text)) if word not in stopwords]
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
