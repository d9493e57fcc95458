"""Questions in a vocabulary that the text does not share; the index is left alone."""

from __future__ import annotations

import random
import re
import tomllib
from collections.abc import Mapping
from functools import lru_cache
from pathlib import Path
from typing import Any

from evalcore.model.diagnosis import ProbeName
from evalcore.retrievers.embedded.stopwords import STOPWORDS
from evalcore.retrievers.embedded.tokens import Tokenizer, fold

from damages.damage import Variant
from damages.edit import Edit
from damages.scene import Scene, Target

_WORD = re.compile(r"\w+")
_OPENERS = (
    "Oye, una cosa, ¿cómo va lo de {words}?",
    "¿Me podéis contar algo de {words}?",
    "Necesito saber qué hay de {words}, gracias",
    "Tengo un lío con {words}, ¿qué hago?",
)


def everyday(_: Scene, target: Target, rng: random.Random) -> Edit | None:
    """The question as a layman says it, each term by a word of the street."""
    return _reworded(target, "everyday", rng)


def english(_: Scene, target: Target, rng: random.Random) -> Edit | None:
    """The question with its terms in another language."""
    return _reworded(target, "english", rng)


def by_hand(_: Scene, target: Target, __: random.Random) -> Edit | None:
    """The question as somebody wrote it anew who does not know the office's words."""
    written = _table()["by_hand"].get(target.case.id)
    return None if written is None else Edit(questions={target.case.id: written})


def _reworded(target: Target, column: str, rng: random.Random) -> Edit | None:
    known, stem = _lexicon(column), Tokenizer("es")
    words = [w for w in _WORD.findall(fold(target.case.question)) if w not in STOPWORDS["es"]]
    said = [known[token] for word in words for token in stem(word) if token in known]
    if len(said) < 1:
        return None
    text = " ".join(dict.fromkeys(said))
    return Edit(questions={target.case.id: rng.choice(_OPENERS).format(words=text)})


def _lexicon(column: str) -> Mapping[str, str]:
    stem = Tokenizer("es")
    place = ("everyday", "english").index(column)
    return {
        stem(word)[0]: others[place] for word, others in _table()["words"].items() if stem(word)
    }


@lru_cache(maxsize=1)
def _table() -> Mapping[str, Any]:
    return tomllib.loads(Path(__file__).with_name("vocabulary.toml").read_text(encoding="utf-8"))


VARIANTS = tuple(
    Variant(kind=ProbeName.EMBEDDING, name=name, make=make)
    for name, make in (
        ("everyday words", everyday),
        ("another language", english),
        ("written anew by hand", by_hand),
    )
)
