"""Embeds every text the story asks for, so that it can be told without the embedder."""

from __future__ import annotations

import json
import tomllib
from collections.abc import Mapping, Sequence
from pathlib import Path
from typing import Any

from evalcore.retrievers.embedders.protocol import EmbedderChoice
from evalcore.retrievers.embedders.registry import choose
from evalcore.retrievers.vector_cache import key_of, read_vectors
from evalcore.retrievers.vector_source import VectorSource


def write_vectors_of(folder: Path, made: Mapping[str, str], asked: Sequence[str]) -> int:
    """Write the suite's vectors file from all states and all questions; answers how many.

    ``asked`` are questions beside those of the golden sets: what the diagnosis asks.

    Vectors that the file holds already stay as they are.
    """
    suite = _suite(folder)
    target = folder / suite["retriever"]["vectors"]
    kept = read_vectors(target) if target.exists() else {}
    source = VectorSource(choice=_choice(suite), shipped=kept)
    return source.write(
        target, passages=_passages(made), queries=[*_queries(folder, suite, made), *asked]
    )


def missing_vectors(folder: Path, made: Mapping[str, str], asked: Sequence[str]) -> int:
    """How many texts of the story the committed vectors file does not hold."""
    suite = _suite(folder)
    name = _choice(suite).name
    kept = read_vectors(folder / suite["retriever"]["vectors"])
    needed = [key_of(name, "passage", text) for text in _passages(made)]
    needed += [key_of(name, "query", text) for text in [*_queries(folder, suite, made), *asked]]
    return sum(key not in kept for key in needed)


def _suite(folder: Path) -> dict[str, Any]:
    return tomllib.loads((folder / "suite.toml").read_text(encoding="utf-8"))


def _choice(suite: Mapping[str, Any]) -> EmbedderChoice:
    return choose({"kind": suite["retriever"]["embedder"]}, at="retriever.embedder", file=None)


def _queries(folder: Path, suite: Mapping[str, Any], made: Mapping[str, str]) -> list[str]:
    golden = (folder / suite["golden"]).read_text(encoding="utf-8")
    lines = [line for text in (golden, *made.values()) for line in text.splitlines()]
    cases = [case for case in map(json.loads, lines) if "pregunta" in case]
    return list(dict.fromkeys(case["pregunta"] for case in cases))


def _passages(made: Mapping[str, str]) -> list[str]:
    """What represents the chunks of all states, once each; what represents none is left out."""
    lines = [json.loads(line) for text in made.values() for line in text.splitlines()]
    shown = (chunk["representation"] for chunk in lines if "representation" in chunk)
    return [text for text in dict.fromkeys(shown) if text]
