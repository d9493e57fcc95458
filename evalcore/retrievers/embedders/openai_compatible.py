"""Any OpenAI-compatible ``/v1/embeddings`` endpoint: hosted, or a server of one's own."""

from __future__ import annotations

from collections.abc import Sequence
from typing import Any, Literal
from urllib.parse import urlsplit

import httpx
import numpy as np
import orjson
from pydantic import Field, field_validator

from evalcore.errors import RetrieverError
from evalcore.retrievers.embedders.protocol import EmbedderChoice, Vectors
from evalcore.retrievers.http.transport import Patience, Trouble, fetch
from evalcore.retrievers.options import Table
from evalcore.retrievers.secrets import from_environment


class OpenAIOptions(Table):
    """``[retriever.embedder]`` of kind ``openai_compatible``.

    ``base_url`` ends before ``/embeddings``. ``api_key_env`` is the NAME of the environment
    variable with the key. Prefixes are put before each text, where the model wants them
    (E5: ``"query: "`` and ``"passage: "``). ``dimensions`` asks for shortened vectors.
    """

    kind: Literal["openai_compatible"]
    base_url: str
    model: str = Field(min_length=1)
    api_key_env: str | None = Field(default=None, pattern=r"^[A-Za-z_][A-Za-z0-9_]*$")
    dimensions: int | None = Field(default=None, ge=1)
    batch: int = Field(default=64, ge=1, le=2048)
    timeout: float = Field(default=60.0, gt=0)
    retries: int = Field(default=3, ge=0, le=10)
    max_wait: float = Field(default=30.0, ge=0)
    query_prefix: str = ""
    passage_prefix: str = ""

    @field_validator("base_url")
    @classmethod
    def _plain_address(cls, url: str) -> str:
        parts = urlsplit(url)
        if parts.scheme not in {"http", "https"} or not parts.hostname:
            raise ValueError("an address starts with http:// or https:// and names a host")
        if parts.username or parts.password or parts.query or parts.fragment:
            raise ValueError("no user, password or query in the address: use api_key_env")
        return url.rstrip("/")


def choose(options: OpenAIOptions) -> EmbedderChoice:
    """The endpoint; its key is read from the environment on first need."""
    return EmbedderChoice(
        name=_name(options), make=lambda: OpenAICompatible(options), batch=options.batch
    )


def _name(options: OpenAIOptions) -> str:
    return "|".join(
        (
            options.kind,
            options.base_url,
            options.model,
            str(options.dimensions or ""),
            options.query_prefix,
            options.passage_prefix,
        )
    )


class OpenAICompatible:
    """Vectors from the endpoint. Raises ``RetrieverError`` when a call fails for good.

    ``dimensions`` is known after the first answer (0 before it, unless the options say).
    """

    def __init__(self, options: OpenAIOptions) -> None:
        self._options = options
        self._key = None if options.api_key_env is None else from_environment(options.api_key_env)
        self._client = httpx.Client(timeout=options.timeout)
        self._patience = Patience(
            timeout=options.timeout, retries=options.retries, max_wait=options.max_wait
        )
        self.name = _name(options)
        self.dimensions = options.dimensions or 0

    def embed_passages(self, texts: Sequence[str]) -> Vectors:
        """Vectors of passages, float32, shape (n, dimensions)."""
        return self._embed([self._options.passage_prefix + text for text in texts])

    def embed_queries(self, texts: Sequence[str]) -> Vectors:
        """Vectors of questions, float32, shape (n, dimensions)."""
        return self._embed([self._options.query_prefix + text for text in texts])

    def _embed(self, texts: list[str]) -> Vectors:
        try:
            answer = fetch(self._client, self._request(texts), self._patience)
        except Trouble as trouble:
            raise RetrieverError(f"the embeddings endpoint failed: {trouble.reason}") from None
        vectors = read_embeddings(answer, len(texts))
        if self.dimensions and vectors.shape[1] != self.dimensions:
            raise RetrieverError(
                f"the embeddings endpoint gave vectors of {vectors.shape[1]} numbers,"
                f" not {self.dimensions}"
            )
        self.dimensions = vectors.shape[1]
        return vectors

    def _request(self, texts: list[str]) -> httpx.Request:
        body: dict[str, Any] = {"model": self._options.model, "input": texts}
        body["encoding_format"] = "float"
        if self._options.dimensions is not None:
            body["dimensions"] = self._options.dimensions
        headers = {"Content-Type": "application/json"}
        if self._key is not None:
            headers["Authorization"] = f"Bearer {self._key.reveal()}"
        return self._client.build_request(
            "POST",
            f"{self._options.base_url}/embeddings",
            content=orjson.dumps(body),
            headers=headers,
        )


def read_embeddings(answer: bytes, count: int) -> Vectors:
    """The vectors of an answer, put in the order of its ``index`` fields, shape (count, d).

    Raises ``RetrieverError`` unless there is exactly one whole vector for each text.
    """
    wrong = RetrieverError("the embeddings endpoint sent something that is not embeddings")
    try:
        items = orjson.loads(answer)["data"]
        places = [item.get("index", row) for row, item in enumerate(items)]
        rows = np.array([item["embedding"] for item in items], dtype=np.float64)
    except (orjson.JSONDecodeError, KeyError, TypeError, ValueError, AttributeError):
        raise wrong from None
    whole = rows.ndim == 2 and bool(np.isfinite(rows).all())
    if not whole or not all(type(place) is int for place in places):
        raise wrong
    if sorted(places) != list(range(count)):
        raise RetrieverError(
            f"the embeddings endpoint sent {len(places)} vectors for {count} texts,"
            " or numbered them wrongly"
        )
    vectors = np.empty(rows.shape, dtype=np.float32)
    vectors[places] = rows
    return vectors
