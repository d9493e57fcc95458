"""What every embedder is: texts in, float32 vectors out, under a name that identifies them."""

from __future__ import annotations

from collections.abc import Callable, Sequence
from dataclasses import dataclass
from typing import Protocol

import numpy as np
import numpy.typing as npt

Vectors = npt.NDArray[np.float32]


class Embedder(Protocol):
    """Texts to vectors, passages and questions apart (many models prefix them differently)."""

    @property
    def name(self) -> str:
        """What made the vectors; two embedders of one name give the same vectors."""
        ...

    @property
    def dimensions(self) -> int:
        """Length of each vector."""
        ...

    def embed_passages(self, texts: Sequence[str]) -> Vectors:
        """Vectors of texts to be found, float32, shape (n, dimensions)."""
        ...

    def embed_queries(self, texts: Sequence[str]) -> Vectors:
        """Vectors of questions, float32, shape (n, dimensions)."""
        ...


@dataclass(frozen=True, slots=True, kw_only=True)
class EmbedderChoice:
    """The embedder a suite names, not loaded yet.

    ``name`` is known before anything is imported, so that stored vectors can be looked up where
    the embedder is not installed. ``make`` loads it, or raises ``RetrieverError``.
    ``batch`` is how many texts it is given at a time.
    """

    name: str
    make: Callable[[], Embedder]
    batch: int = 64
