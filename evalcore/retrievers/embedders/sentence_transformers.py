"""Models of the ``sentence-transformers`` package, when it is installed."""

from __future__ import annotations

from collections.abc import Sequence
from typing import Any, Literal

import numpy as np
from pydantic import Field

from evalcore.errors import RetrieverError
from evalcore.retrievers.embedders.protocol import EmbedderChoice, Vectors
from evalcore.retrievers.options import Table


class SentenceTransformersOptions(Table):
    """``[retriever.embedder]`` of kind ``sentence_transformers``.

    ``model`` is a name of the model hub or a folder. Prefixes are put before each text, where
    the model wants them (E5: ``"query: "`` and ``"passage: "``).
    """

    kind: Literal["sentence_transformers"]
    model: str = Field(min_length=1)
    query_prefix: str = ""
    passage_prefix: str = ""
    batch: int = Field(default=32, ge=1)


def choose(options: SentenceTransformersOptions) -> EmbedderChoice:
    """The model, loaded on first need (it may be fetched from a model hub then)."""
    return EmbedderChoice(
        name=_name(options), make=lambda: SentenceTransformers(options), batch=options.batch
    )


def _name(options: SentenceTransformersOptions) -> str:
    parts = (options.kind, options.model, options.query_prefix, options.passage_prefix)
    return "|".join(parts)


class SentenceTransformers:
    """The model. Raises ``RetrieverError`` where package or model cannot be had."""

    def __init__(self, options: SentenceTransformersOptions) -> None:
        try:
            from sentence_transformers import (
                SentenceTransformer,
            )
        except ImportError as error:
            raise RetrieverError(
                "the embedder sentence_transformers is not installed",
                hint='pip install "unbury[sentence-transformers]"',
            ) from error
        try:
            self._model: Any = SentenceTransformer(options.model)
        except Exception as error:  # each backend raises its own kinds
            raise RetrieverError(
                f'sentence_transformers could not load the model "{options.model}"',
                hint="check the name, and that the model hub can be reached",
            ) from error
        self._options = options
        self.name = _name(options)
        self.dimensions = self._embed(["a"]).shape[1]

    def embed_passages(self, texts: Sequence[str]) -> Vectors:
        """Vectors of passages, float32, shape (n, dimensions)."""
        return self._embed([self._options.passage_prefix + text for text in texts])

    def embed_queries(self, texts: Sequence[str]) -> Vectors:
        """Vectors of questions, float32, shape (n, dimensions)."""
        return self._embed([self._options.query_prefix + text for text in texts])

    def _embed(self, texts: list[str]) -> Vectors:
        rows = self._model.encode(texts, batch_size=self._options.batch, show_progress_bar=False)
        return np.asarray(rows, dtype=np.float32)
