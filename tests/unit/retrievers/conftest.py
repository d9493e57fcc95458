"""What the retriever tests share: a toy embedder, small manifests, and no proxies."""

import hashlib
from collections.abc import Callable, Sequence
from dataclasses import dataclass, field
from datetime import date
from pathlib import Path

import numpy as np
import pytest

from evalcore.errors import RetrieverError
from evalcore.model.manifest import Chunk, Manifest
from evalcore.retrievers.embedders.protocol import EmbedderChoice
from evalcore.retrievers.protocol import Query
from evalcore.retrievers.registry import build

DAY = date(2026, 3, 15)


@dataclass
class ToyEmbedder:
    """Vectors from hashes of the words, so that equal words are near; counts what it is asked."""

    name: str = "toy"
    dimensions: int = 16
    asked: list[str] = field(default_factory=list)
    fails_on: str | None = None

    def embed_passages(self, texts: Sequence[str]) -> np.ndarray:
        return self._embed(texts)

    def embed_queries(self, texts: Sequence[str]) -> np.ndarray:
        return self._embed(texts)

    def _embed(self, texts: Sequence[str]) -> np.ndarray:
        if self.fails_on and any(self.fails_on in text for text in texts):
            raise RetrieverError("the toy refused")
        self.asked.extend(texts)
        return np.stack([self._vector(text) for text in texts])

    def _vector(self, text: str) -> np.ndarray:
        total = np.full(self.dimensions, 0.01, dtype=np.float64)
        for word in text.lower().split():
            seed = int.from_bytes(hashlib.sha256(word.encode()).digest()[:4], "little")
            total += np.random.default_rng(seed).normal(size=self.dimensions)
        return total.astype(np.float32)


def choice_of(embedder: ToyEmbedder, batch: int = 64) -> EmbedderChoice:
    return EmbedderChoice(name=embedder.name, make=lambda: embedder, batch=batch)


@pytest.fixture
def toy() -> ToyEmbedder:
    return ToyEmbedder()


@pytest.fixture
def choice() -> Callable[..., EmbedderChoice]:
    return choice_of


@pytest.fixture
def manifest_of() -> Callable[[dict[str, str]], Manifest]:
    def make(texts: dict[str, str]) -> Manifest:
        return Manifest(
            chunks=tuple(Chunk(chunk_id=key, representation=text) for key, text in texts.items())
        )

    return make


@pytest.fixture
def built() -> Callable[..., object]:
    """``build`` with everything but options and manifest filled in."""

    def make(options, manifest=None, **more):
        given = {"folder": Path(), "on": DAY, "cache": None} | more
        return build(options, manifest=manifest, **given)

    return make


@pytest.fixture
def ask() -> Callable[..., list[Query]]:
    def make(*texts: str, domain: str | None = None) -> list[Query]:
        return [
            Query(case_id=f"q{row}", text=text, domain=domain) for row, text in enumerate(texts)
        ]

    return make


@pytest.fixture(autouse=True)
def _no_proxies(monkeypatch: pytest.MonkeyPatch) -> None:
    for name in (
        "HTTP_PROXY",
        "HTTPS_PROXY",
        "ALL_PROXY",
        "http_proxy",
        "https_proxy",
        "all_proxy",
    ):
        monkeypatch.delenv(name, raising=False)
