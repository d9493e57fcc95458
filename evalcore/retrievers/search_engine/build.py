"""Builds the retriever over an index of Elasticsearch or OpenSearch from its checked options."""

from __future__ import annotations

from datetime import date
from pathlib import Path
from typing import Any

from evalcore.errors import RetrieverError
from evalcore.retrievers.indexes.asking import Asking
from evalcore.retrievers.indexes.client import needed, opened, source_of
from evalcore.retrievers.search_engine.options import SearchEngineOptions
from evalcore.retrievers.search_engine.retriever import SearchEngineRetriever
from evalcore.retrievers.secrets import Secret, from_environment

_CLIENT = {"elasticsearch": "elasticsearch", "opensearch": "opensearchpy"}


def build_search_engine(
    options: SearchEngineOptions, *, folder: Path, on: date, cache: Path | None
) -> SearchEngineRetriever:
    """The retriever, not yet connected.

    Raises ``RetrieverError`` where the client is not installed, a variable is not set or the
    certificate's file is not there.
    """
    names = ("url_env", "api_key_env", "username_env", "password_env")
    named = {name: getattr(options, name) for name in names if getattr(options, name)}
    needed(_CLIENT[options.kind], extra=options.kind)
    secrets = {name: from_environment(variable) for name, variable in named.items()}
    given = _given(options, folder)
    source = source_of(options, folder=folder, cache=cache) if options.sends_vectors else None
    asking = Asking(
        source=source,
        patience=options.patience,
        batch=options.batch,
        on=on,
        # A user's name may be any short word, and is no secret.
        secrets=[it for name, it in secrets.items() if name != "username_env"],
    )
    if options.kind == "elasticsearch":
        from elasticsearch import helpers

        return SearchEngineRetriever(
            options=options,
            asking=asking,
            connect=lambda: opened(lambda: _elasticsearch(options, secrets, given)),
            scan=helpers.scan,
        )
    from opensearchpy import helpers as theirs

    return SearchEngineRetriever(
        options=options,
        asking=asking,
        connect=lambda: opened(lambda: _opensearch(options, secrets, given)),
        scan=theirs.scan,
    )


def _given(options: SearchEngineOptions, folder: Path) -> dict[str, Any]:
    """What both clients take alike. They must not try again by themselves: we count."""
    given: dict[str, Any] = {"max_retries": 0, "retry_on_timeout": False}
    if options.ca_certs is not None:
        path = folder / options.ca_certs
        if not path.is_file():
            raise RetrieverError(
                f'there is no file "{options.ca_certs}" beside the suite',
                hint="check retriever.ca_certs",
            )
        given["ca_certs"] = str(path)
    return given


def _address(options: SearchEngineOptions, secrets: dict[str, Secret]) -> str:
    return secrets["url_env"].reveal() if "url_env" in secrets else str(options.url)


def _login(secrets: dict[str, Secret]) -> tuple[str, str] | None:
    if "username_env" not in secrets:
        return None
    return secrets["username_env"].reveal(), secrets["password_env"].reveal()


def _elasticsearch(
    options: SearchEngineOptions, secrets: dict[str, Secret], given: dict[str, Any]
) -> Any:
    from elasticsearch import Elasticsearch

    key = secrets.get("api_key_env")
    return Elasticsearch(
        _address(options, secrets),
        api_key=None if key is None else key.reveal(),
        basic_auth=_login(secrets),
        request_timeout=options.timeout,
        **given,
    )


def _opensearch(
    options: SearchEngineOptions, secrets: dict[str, Secret], given: dict[str, Any]
) -> Any:
    from opensearchpy import OpenSearch

    return OpenSearch(
        hosts=[_address(options, secrets)],
        http_auth=_login(secrets),
        timeout=options.timeout,
        **given,
    )
