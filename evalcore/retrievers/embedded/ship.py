"""Writes the vectors that a suite needs into one file, to ship beside it."""

from __future__ import annotations

from collections.abc import Iterable, Mapping
from pathlib import Path
from typing import Any

from evalcore.model.manifest import Manifest
from evalcore.retrievers.embedded.build import embedded_text, vector_source
from evalcore.retrievers.embedded.options import EmbeddedOptions
from evalcore.retrievers.embedders.registry import choose
from evalcore.retrievers.options import parse


def ship_vectors(
    path: Path,
    table: Mapping[str, Any],
    *,
    manifests: Iterable[Manifest],
    questions: Iterable[str],
    cache: Path | None = None,
) -> int:
    """Write every vector of these manifests and questions to ``path``; answers how many.

    ``table`` is the suite's ``[retriever]`` table; its own ``vectors`` file is not read. Equal
    inputs give an equal file. Raises as building the retriever does.
    """
    written = {key: value for key, value in table.items() if key != "vectors"}
    options = parse(EmbeddedOptions, written, at="retriever", file=None)
    embedder = choose(options.embedder_table)
    source = vector_source(options, embedder=embedder, folder=path.parent, cache=cache)
    passages = [
        embedded_text(chunk, options.field) for manifest in manifests for chunk in manifest.chunks
    ]
    return source.write(path, passages=passages, queries=list(questions))
