"""What building a retriever over an index needs: its client installed, and a source of vectors."""

from __future__ import annotations

from collections.abc import Callable
from importlib.util import find_spec
from pathlib import Path
from typing import TypeVar

from evalcore.errors import RetrieverError
from evalcore.retrievers.embedders.registry import choose
from evalcore.retrievers.indexes.options import VectorOptions
from evalcore.retrievers.vector_cache import VectorCache, read_vectors
from evalcore.retrievers.vector_source import VectorSource

Client = TypeVar("Client")


def needed(*modules: str, extra: str) -> None:
    """``RetrieverError`` naming the extra to install, where a module is not there."""
    missing = [name for name in modules if find_spec(name) is None]
    if missing:
        raise RetrieverError(
            f"this retriever needs {missing[0]}, which is not installed",
            hint=f"pip install 'unbury[{extra}]'",
        )


def source_of(options: VectorOptions, *, folder: Path, cache: Path | None) -> VectorSource:
    """The suite's vectors: its shipped file, the user's cache, the embedder (not loaded yet).

    Raises ``InputError`` for an unreadable vectors file.
    """
    return VectorSource(
        choice=choose(options.embedder_table),
        shipped={} if options.vectors is None else read_vectors(folder / options.vectors),
        cache=None if cache is None else VectorCache(cache),
    )


def opened(connect: Callable[[], Client]) -> Client:
    """The client; ``RetrieverError`` where it takes the address for none, which is not shown."""
    try:
        return connect()
    except (ValueError, TypeError):
        raise RetrieverError(
            "the address of the index is not one that its client takes",
            hint="write scheme, host and port: https://search.example:9200",
        ) from None
