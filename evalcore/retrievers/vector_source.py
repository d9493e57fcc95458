"""Where vectors come from: the shipped file, the user's cache, and the embedder last of all."""

from __future__ import annotations

from collections.abc import Iterator, Mapping, Sequence
from dataclasses import dataclass, field, replace
from functools import cached_property
from pathlib import Path

import numpy as np

from evalcore.errors import RetrieverError
from evalcore.retrievers.embedders.protocol import Embedder, EmbedderChoice, Vectors
from evalcore.retrievers.vector_cache import (
    Key,
    Kind,
    VectorCache,
    key_of,
    write_vectors,
)

GIVE_UP_AFTER = 3
"""Batches of questions that may fail in a row before the rest is not asked any more."""


@dataclass(frozen=True, eq=False, kw_only=True)
class Embedded:
    """Vectors of n texts, float32, shape (n, d); ``failed`` says of some why there is none.

    A failed text has a row of zeros.
    """

    vectors: Vectors
    failed: Mapping[int, str] = field(default_factory=dict)


@dataclass(frozen=True, eq=False, kw_only=True)
class VectorSource:
    """Vectors under one embedder's name. The embedder is loaded only for what is kept nowhere.

    ``shipped`` are the vectors that came with the suite; ``cache`` is the user's own.
    """

    choice: EmbedderChoice
    shipped: Mapping[Key, Vectors] = field(default_factory=dict)
    cache: VectorCache | None = None

    def passages(self, texts: Sequence[str]) -> Vectors:
        """Vectors of texts to be found, shape (n, d); (0, 0) for none.

        Raises ``RetrieverError`` where even one cannot be had: an index with holes would
        be another index.
        """
        known = self._kept("passage", texts)
        missing = _missing(known, _keys(self.choice.name, "passage", texts), texts)
        if missing:
            embedder = self._load(len(missing), "passage")
            for batch in _batches(missing, self.choice.batch):
                known.update(self._embed(embedder, "passage", batch))
        return _stack(known, _keys(self.choice.name, "passage", texts))

    def queries(self, texts: Sequence[str]) -> Embedded:
        """Vectors of questions; a batch the embedder fails on is named in ``failed``.

        Raises ``RetrieverError`` only where the embedder cannot be loaded at all.
        """
        keys = _keys(self.choice.name, "query", texts)
        known = self._kept("query", texts)
        missing = _missing(known, keys, texts)
        reasons: dict[Key, str] = {}
        if missing:
            embedder = self._load(len(missing), "query")
            reasons = self._embed_what_can_be(embedder, missing, known)
        failed = {row: reasons[key] for row, key in enumerate(keys) if key in reasons}
        return Embedded(vectors=_stack(known, keys), failed=failed)

    def unmade(self, passages: Sequence[str]) -> int:
        """How many of these texts have no stored vector; blank ones need none."""
        written = [text for text in dict.fromkeys(passages) if text.strip()]
        return len(written) - len(self._kept("passage", written))

    def warmed(self, *, passages: Sequence[str] = (), queries: Sequence[str] = ()) -> VectorSource:
        """The same source with the vectors of these texts at hand, made in one go.

        Blank texts have none. What cannot be had is left out, and fails when it is asked for.
        """
        held = dict(self.shipped)
        kinds: tuple[tuple[Kind, Sequence[str]], ...] = (("passage", passages), ("query", queries))
        for kind, texts in kinds:
            written = [text for text in dict.fromkeys(texts) if text.strip()]
            held.update(self._within_reach(kind, written))
        return replace(self, shipped=held)

    def _within_reach(self, kind: Kind, texts: Sequence[str]) -> Mapping[Key, Vectors]:
        try:
            if kind == "passage":
                rows, failed = self.passages(texts), frozenset[int]()
            else:
                embedded = self.queries(texts)
                rows, failed = embedded.vectors, frozenset(embedded.failed)
        except RetrieverError:
            return {}
        keys = _keys(self.choice.name, kind, texts)
        return {key: rows[row] for row, key in enumerate(keys) if row not in failed}

    def write(self, path: Path, *, passages: Sequence[str], queries: Sequence[str]) -> int:
        """Write the vectors of these texts to a file that can ship; answers how many.

        Blank texts are left out, as they have no vector.
        """
        chosen: dict[Key, Vectors] = {}
        kinds: tuple[tuple[Kind, Sequence[str]], ...] = (("passage", passages), ("query", queries))
        for kind, texts in kinds:
            written = [text for text in dict.fromkeys(texts) if text.strip()]
            rows = self.passages(written) if kind == "passage" else self._sure_queries(written)
            keys = _keys(self.choice.name, kind, written)
            chosen.update(zip(keys, rows, strict=True))
        write_vectors(path, chosen)
        return len(chosen)

    def _sure_queries(self, texts: Sequence[str]) -> Vectors:
        answer = self.queries(texts)
        if answer.failed:
            raise RetrieverError(next(iter(answer.failed.values())))
        return answer.vectors

    def _kept(self, kind: Kind, texts: Sequence[str]) -> dict[Key, Vectors]:
        keys = _keys(self.choice.name, kind, texts)
        known = {key: self.shipped[key] for key in keys if key in self.shipped}
        others = [key for key in dict.fromkeys(keys) if key not in known]
        if self.cache is not None and others:
            known.update(self.cache.get(others))
        return known

    @cached_property
    def _embedder(self) -> Embedder:
        return self.choice.make()

    def _load(self, missing: int, kind: Kind) -> Embedder:
        try:
            return self._embedder
        except RetrieverError as error:
            what = f"{missing} {kind} texts have no stored vector, and {error.what}"
            raise RetrieverError(what, hint=error.hint) from error

    def _embed_what_can_be(
        self, embedder: Embedder, missing: Mapping[Key, str], known: dict[Key, Vectors]
    ) -> dict[Key, str]:
        reasons: dict[Key, str] = {}
        in_a_row, last = 0, ""
        for batch in _batches(missing, self.choice.batch):
            if in_a_row >= GIVE_UP_AFTER:
                reasons.update(dict.fromkeys(batch, f"not embedded: {last}"))
                continue
            try:
                known.update(self._embed(embedder, "query", batch))
                in_a_row = 0
            except RetrieverError as error:
                in_a_row, last = in_a_row + 1, error.what
                reasons.update(dict.fromkeys(batch, last))
        return reasons

    def _embed(
        self, embedder: Embedder, kind: Kind, batch: Mapping[Key, str]
    ) -> dict[Key, Vectors]:
        texts = list(batch.values())
        embed = embedder.embed_passages if kind == "passage" else embedder.embed_queries
        rows = np.asarray(embed(texts), dtype=np.float32)
        if rows.shape != (len(texts), embedder.dimensions):
            raise RetrieverError(f"the embedder gave {len(rows)} vectors for {len(texts)} texts")
        if not np.isfinite(rows).all():
            raise RetrieverError("the embedder gave a vector that is not finite")
        made = dict(zip(batch, rows, strict=True))
        if self.cache is not None:
            self.cache.put(made)
        return made


def _keys(name: str, kind: Kind, texts: Sequence[str]) -> list[Key]:
    return [key_of(name, kind, text) for text in texts]


def _missing(
    known: Mapping[Key, Vectors], keys: Sequence[Key], texts: Sequence[str]
) -> dict[Key, str]:
    return {key: text for key, text in zip(keys, texts, strict=True) if key not in known}


def _batches(missing: Mapping[Key, str], size: int) -> Iterator[dict[Key, str]]:
    items = list(missing.items())
    for start in range(0, len(items), size):
        yield dict(items[start : start + size])


def _stack(known: Mapping[Key, Vectors], keys: Sequence[Key]) -> Vectors:
    lengths = {len(vector) for vector in known.values()}
    if len(lengths) > 1:
        raise RetrieverError("stored vectors of one embedder differ in length")
    rows = np.zeros((len(keys), lengths.pop() if lengths else 0), dtype=np.float32)
    for row, key in enumerate(keys):
        if key in known:
            rows[row] = known[key]
    return rows
