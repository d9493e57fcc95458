"""Models that the ``fastembed`` package runs (ONNX, on the processor), when it is installed."""

from __future__ import annotations

from collections.abc import Sequence
from typing import Any, Literal

import numpy as np
from pydantic import Field

from evalcore.errors import RetrieverError
from evalcore.retrievers.embedders.protocol import EmbedderChoice, Vectors
from evalcore.retrievers.options import Table


class FastembedOptions(Table):
    """``[retriever.embedder]`` of kind ``fastembed``. ``model`` as fastembed names it."""

    kind: Literal["fastembed"]
    model: str = Field(min_length=1)
    batch: int = Field(default=64, ge=1)


def choose(options: FastembedOptions) -> EmbedderChoice:
    """The model, loaded on first need (it may be fetched from a model hub then)."""
    return EmbedderChoice(
        name=f"fastembed/{options.model}", make=lambda: Fastembed(options), batch=options.batch
    )


class Fastembed:
    """A fastembed model. Raises ``RetrieverError`` where package or model cannot be had."""

    def __init__(self, options: FastembedOptions) -> None:
        try:
            from fastembed import TextEmbedding
        except ImportError as error:
            raise RetrieverError(
                "the embedder fastembed is not installed", hint='pip install "unbury[fastembed]"'
            ) from error
        try:
            self._model: Any = TextEmbedding(model_name=options.model)
        except Exception as error:  # each backend raises its own kinds
            raise RetrieverError(
                f'fastembed could not load the model "{options.model}"',
                hint="check the name, and that the model hub can be reached",
            ) from error
        self._batch = options.batch
        self.name = f"fastembed/{options.model}"
        self.dimensions = self._rows(self._model.query_embed(["a"])).shape[1]

    def embed_passages(self, texts: Sequence[str]) -> Vectors:
        """Vectors of passages, float32, shape (n, dimensions)."""
        return self._rows(self._model.passage_embed(list(texts), batch_size=self._batch))

    def embed_queries(self, texts: Sequence[str]) -> Vectors:
        """Vectors of questions, float32, shape (n, dimensions)."""
        return self._rows(self._model.query_embed(list(texts)))

    def _rows(self, rows: Any) -> Vectors:
        return np.stack([np.asarray(row, dtype=np.float32) for row in rows])
