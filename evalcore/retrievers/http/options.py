"""The suite's ``[retriever]`` table of kind ``http``."""

from __future__ import annotations

import re
from typing import Any, Literal, Self
from urllib.parse import urlsplit

import orjson
from pydantic import Field, field_validator, model_validator

from evalcore.retrievers.http.fields import FieldMap
from evalcore.retrievers.http.template import check_places, places_in
from evalcore.retrievers.options import Table
from evalcore.retrievers.secrets import names_a_secret

_SECRET_HEADER = re.compile(
    r"authoriz|authentic|cookie|api-?key|[-_]key$|token|secret|password|credential", re.IGNORECASE
)
_HEADER_NAME = re.compile(r"[A-Za-z0-9!#$%&'*+.^_`|~-]+")


class HttpOptions(Table):
    """A search service: how it is asked, and where its answer says what.

    ``url`` and ``body`` may hold ``{query}``, ``{depth}`` and ``{domain}``. ``body`` is a table,
    or the same as JSON text. Header values may hold ``${NAME}``, read from the environment.
    ``timeout`` is for one whole attempt, in seconds.
    """

    kind: Literal["http"]
    url: str
    method: Literal["GET", "POST"] = "GET"
    body: dict[str, Any] | str | None = None
    headers: dict[str, str] = Field(default_factory=dict)
    fields: FieldMap = FieldMap()
    timeout: float = Field(default=30.0, gt=0)
    retries: int = Field(default=3, ge=0, le=10)
    max_wait: float = Field(default=30.0, ge=0)
    concurrency: int = Field(default=4, ge=1, le=64)

    @field_validator("url")
    @classmethod
    def _address(cls, url: str) -> str:
        parts = urlsplit(url)
        if parts.scheme not in {"http", "https"} or not parts.hostname:
            raise ValueError("an address starts with http:// or https:// and names a host")
        if parts.port == 0:
            raise ValueError("no service listens on port 0")
        if parts.username or parts.password or "${" in url:
            raise ValueError('no secrets in the address: use a header, "Bearer ${NAME}"')
        if places_in(parts.netloc):
            raise ValueError("a placeholder cannot stand in the host")
        check_places(url)
        return url

    @field_validator("body")
    @classmethod
    def _json(cls, body: dict[str, Any] | str | None) -> dict[str, Any] | str | None:
        if isinstance(body, str):
            if not body.lstrip().startswith("{"):
                raise ValueError("the body must be a JSON object")
            try:
                body = orjson.loads(body)
            except orjson.JSONDecodeError:
                hint = 'the body is not JSON; placeholders stand in quotes: {"q": "{query}"}'
                raise ValueError(hint) from None
        check_places(body)
        return body

    @field_validator("headers")
    @classmethod
    def _no_secret(cls, headers: dict[str, str]) -> dict[str, str]:
        for name, value in headers.items():
            if not _HEADER_NAME.fullmatch(name):
                raise ValueError(f'"{name}" is not a header name')
            if not (value.isprintable() and value.isascii()):
                raise ValueError(f'the header "{name}" holds a sign that headers cannot carry')
            if _SECRET_HEADER.search(name) and not names_a_secret(value):
                raise ValueError(
                    f'the header "{name}" looks like a secret: write "${{NAME}}" and put the'
                    " value into that environment variable"
                )
        return headers

    @model_validator(mode="after")
    def _sends_the_question(self) -> Self:
        if self.body is not None and self.method == "GET":
            raise ValueError('a body needs method = "POST"')
        if "query" not in places_in(self.url) | places_in(self.body):
            raise ValueError("the question is never sent: put {query} into the url or the body")
        return self
