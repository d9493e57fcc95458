"""Builds the retriever over a Qdrant collection from its checked options."""

from __future__ import annotations

import math
from collections.abc import Callable
from datetime import date
from pathlib import Path
from typing import Any

from evalcore.errors import RetrieverError
from evalcore.retrievers.indexes.asking import Asking
from evalcore.retrievers.indexes.client import needed, opened, source_of
from evalcore.retrievers.python_callable import function_of
from evalcore.retrievers.qdrant.options import QdrantOptions
from evalcore.retrievers.qdrant.retriever import QdrantRetriever
from evalcore.retrievers.secrets import Secret, from_environment


def build_qdrant(
    options: QdrantOptions, *, folder: Path, on: date, cache: Path | None
) -> QdrantRetriever:
    """The retriever, not yet connected.

    Raises ``RetrieverError`` where the client is not installed, a variable is not set, the local
    folder is not there or filter and parameters are none of Qdrant's.
    """
    needed("qdrant_client", extra="qdrant")
    key = None if options.api_key_env is None else from_environment(options.api_key_env)
    url = None if options.url_env is None else from_environment(options.url_env)
    source = None if options.mode == "sparse" else source_of(options, folder=folder, cache=cache)
    encoder = None if options.sparse is None else options.sparse.encoder
    retriever = QdrantRetriever(
        options=options,
        asking=Asking(
            source=source,
            patience=options.patience,
            batch=options.batch,
            on=on,
            secrets=[it for it in (key, url) if it is not None],
        ),
        connect=_connection(options, folder, url, key),
        encode=None if encoder is None else function_of(encoder, folder=folder),
    )
    _check_search(options)
    return retriever


def _connection(
    options: QdrantOptions, folder: Path, url: Secret | None, key: Secret | None
) -> Callable[[], Any]:
    def connect() -> Any:
        from qdrant_client import QdrantClient

        if options.path is not None:
            return _open_folder(folder / options.path)
        return opened(
            lambda: QdrantClient(
                url=options.url if url is None else url.reveal(),
                api_key=None if key is None else key.reveal(),
                timeout=math.ceil(options.timeout),
                check_compatibility=False,
                cloud_inference=options.sparse is not None and options.sparse.model is not None,
            )
        )

    return connect


def _open_folder(path: Path) -> Any:
    from qdrant_client import QdrantClient

    # The client makes a folder that is not there, and an empty index would look like a bad one.
    if not path.is_dir():
        raise RetrieverError(
            f'there is no Qdrant folder "{path.name}" beside the suite',
            hint="check retriever.path; it is relative to the suite",
        )
    try:
        return QdrantClient(path=str(path), force_disable_check_same_thread=True)
    except RuntimeError:
        raise RetrieverError(
            f'the Qdrant folder "{path.name}" is in use by another program',
            hint="close it there, or run a Qdrant server",
        ) from None


def _check_search(options: QdrantOptions) -> None:
    from pydantic import ValidationError
    from qdrant_client import models

    for name, model, written in (
        ("filter", models.Filter, options.filter),
        ("params", models.SearchParams, options.params),
    ):
        try:
            if written is not None:
                model.model_validate(written)
        except ValidationError as error:
            places = {".".join(str(part) for part in it["loc"]) for it in error.errors()}
            raise RetrieverError(
                f"retriever.{name} is not one of Qdrant's: {', '.join(sorted(places)[:3])}",
                hint="write it as Qdrant's own documentation has it",
            ) from None
