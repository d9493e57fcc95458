"""Builds the retriever over a PostgreSQL table from its checked options."""

from __future__ import annotations

import math
from datetime import date
from pathlib import Path
from typing import Any

from evalcore.retrievers.indexes.asking import Asking
from evalcore.retrievers.indexes.client import needed, source_of
from evalcore.retrievers.pgvector.options import PgvectorOptions
from evalcore.retrievers.pgvector.retriever import PgvectorRetriever
from evalcore.retrievers.secrets import from_environment


def build_pgvector(
    options: PgvectorOptions, *, folder: Path, on: date, cache: Path | None
) -> PgvectorRetriever:
    """The retriever, not yet connected.

    Raises ``RetrieverError`` where the driver is not installed or the variable is not set.
    """
    needed("psycopg", extra="pgvector")
    dsn = from_environment(options.dsn_env)

    def connect() -> Any:
        import psycopg

        # A pool between may not keep prepared statements for us.
        return psycopg.connect(
            dsn.reveal(), connect_timeout=math.ceil(options.timeout), prepare_threshold=None
        )

    source = None if options.mode == "text" else source_of(options, folder=folder, cache=cache)
    return PgvectorRetriever(
        options=options,
        asking=Asking(
            source=source,
            patience=options.patience,
            batch=options.batch,
            on=on,
            secrets=[dsn],
        ),
        connect=connect,
    )
