"""Embeds every text the story asks for, so that it can be told without the embedder."""

from __future__ import annotations

import json
import tomllib
from collections.abc import Mapping
from pathlib import Path
from typing import Any

from evalcore.retrievers.embedders.protocol import EmbedderChoice
from evalcore.retrievers.embedders.registry import choose
from evalcore.retrievers.vector_cache import key_of, read_vectors
from evalcore.retrievers.vector_source import VectorSource


def write_vectors_of(folder: Path, made: Mapping[str, str]) -> int:
    """Write the suite's vectors file from all states and all questions; answers how many."""
    suite = _suite(folder)
    source = VectorSource(choice=_choice(suite))
    target = folder / suite["retriever"]["vectors"]
    return source.write(target, passages=_passages(made), queries=_queries(folder, suite))


def missing_vectors(folder: Path, made: Mapping[str, str]) -> int:
    """How many texts of the story the committed vectors file does not hold."""
    suite = _suite(folder)
    name = _choice(suite).name
    kept = read_vectors(folder / suite["retriever"]["vectors"])
    needed = [key_of(name, "passage", text) for text in _passages(made)]
    needed += [key_of(name, "query", text) for text in _queries(folder, suite)]
    return sum(key not in kept for key in needed)


def _suite(folder: Path) -> dict[str, Any]:
    return tomllib.loads((folder / "suite.toml").read_text(encoding="utf-8"))


def _choice(suite: Mapping[str, Any]) -> EmbedderChoice:
    return choose({"kind": suite["retriever"]["embedder"]}, at="retriever.embedder", file=None)


def _queries(folder: Path, suite: Mapping[str, Any]) -> list[str]:
    golden = (folder / suite["golden"]).read_text(encoding="utf-8").splitlines()
    return [json.loads(line)["pregunta"] for line in golden]


def _passages(made: Mapping[str, str]) -> list[str]:
    """What represents the chunks of all states, once each; what represents none is left out."""
    chunks = [json.loads(line) for text in made.values() for line in text.splitlines()[1:]]
    return [text for text in dict.fromkeys(chunk["representation"] for chunk in chunks) if text]
