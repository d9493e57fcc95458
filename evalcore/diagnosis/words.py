"""The words of a text that can tell it from another, and how texts share them."""

from __future__ import annotations

import re
from functools import lru_cache

from evalcore.model.folding import fold
from evalcore.model.stopwords import STOPWORDS

_WORD = re.compile(r"\w+")
_COMMON = frozenset().union(*STOPWORDS.values())
_SHORTEST = 3
_STEM = 5


@lru_cache(maxsize=65_536)
def sequence(text: str) -> tuple[str, ...]:
    """Every word and number in order, folded: what is left when signs and spaces are not.

    >>> sequence("| Zona | 91 € |")
    ('zona', '91')
    """
    return tuple(_WORD.findall(fold(text)))


@lru_cache(maxsize=65_536)
def content(text: str) -> frozenset[str]:
    """The words that say something: three letters or more, no figures, none too common.

    >>> sorted(content("El valor de la hora, 2026"))
    ['hora', 'valor']
    """
    return frozenset(
        word
        for word in sequence(text)
        if len(word) >= _SHORTEST and word not in _COMMON and not any(c.isdigit() for c in word)
    )


def figures(text: str) -> float:
    """The share of words that hold a figure, 0 to 1; 0 for a text without words."""
    words = sequence(text)
    return sum(any(c.isdigit() for c in word) for word in words) / len(words) if words else 0.0


def within(part: str, whole: str) -> bool:
    """Whether the words of ``part`` stand in ``whole`` in one piece and in order."""
    inner, outer = sequence(part), sequence(whole)
    return f" {' '.join(inner)} " in f" {' '.join(outer)} " if inner else False


def covered(part: str, whole: str) -> float:
    """The share of the content words of ``part`` that ``whole`` has too; 1 where it has none."""
    words = content(part)
    return len(words & content(whole)) / len(words) if words else 1.0


def lacking(question: str, text: str) -> tuple[str, ...]:
    """Content words of the question that the text has in no form, in the question's order.

    Forms of one word are told by their first five letters: enough for a person to check.
    """
    stems = {word[:_STEM] for word in content(text)}
    asked = content(question)
    words = dict.fromkeys(word for word in sequence(question) if word in asked)
    return tuple(word for word in words if word[:_STEM] not in stems)


def likeness(one: str, other: str) -> float:
    """How like two texts are by their words, 0 to 1, whatever the words' order."""
    from rapidfuzz import fuzz

    left, right = sorted(sequence(one)), sorted(sequence(other))
    return float(fuzz.ratio(left, right)) / 100
