"""The first corpus: the sample office's green state and its visible, counted cases."""

from __future__ import annotations

import random
import re
from collections.abc import Iterator
from dataclasses import replace
from datetime import date
from pathlib import Path

from evalcore.formats.golden import read_golden
from evalcore.formats.manifest import read_manifest
from evalcore.formats.suite import read_suite
from evalcore.model.case import Case, Expected
from evalcore.model.manifest import Chunk
from evalcore.model.words import Behaviour, CaseStatus
from evalcore.retrievers.embedded.filters import is_valid

from damages.scene import Scene

ON = date(2026, 10, 9)
_SENTENCE = re.compile(r"(?<=\.)\s+")


def sample(folder: Path, cache: Path) -> Scene:
    """The green state under the sample's own suite."""
    suite = read_suite(folder / "suite.toml")
    golden = read_golden(suite.golden)
    kept = tuple(case for case in golden.cases if _counts(case))
    return Scene(
        name="despacho",
        retriever=suite.retriever,
        manifest=read_manifest(folder / "manifests" / "green.jsonl"),
        golden=replace(golden, cases=kept),
        exam=suite.exam,
        on=ON,
        folder=folder,
        cache=cache,
    )


def by_words_alone(scene: Scene) -> Scene:
    """The scene under BM25: no vectors, and no cut, whose share was chosen for fused scores."""
    kept = {key: scene.retriever[key] for key in ("kind", "language", "filters", "boost")}
    return replace(scene, retriever={**kept, "mode": "bm25"})


def strangers(scene: Scene, rng: random.Random, *, each: int) -> Iterator[Case]:
    """The golden questions, expecting some healthy chunk of their domain that is far from them."""
    for case in scene.golden.cases:
        own = {label.doc_id for label in case.expected}
        far = [
            chunk
            for chunk in scene.manifest.chunks
            if chunk.domain == case.domain and chunk.doc_id not in own and _is_healthy(chunk)
        ]
        for number, chunk in enumerate(rng.sample(far, min(each, len(far))), start=1):
            yield replace(
                case,
                id=f"{case.id}-stranger-{number}",
                expected=(
                    Expected(chunk_id=chunk.chunk_id, doc_id=chunk.doc_id, quote=_sentence(chunk)),
                ),
                requires_all=None,
            )


def _counts(case: Case) -> bool:
    asked = case.status is CaseStatus.ACTIVE and not case.blind
    return asked and case.behaviour is Behaviour.ANSWER


def _is_healthy(chunk: Chunk) -> bool:
    return bool((chunk.representation or "").strip()) and is_valid(chunk, ON)


def _sentence(chunk: Chunk) -> str:
    return _SENTENCE.split((chunk.text or "").splitlines()[-1])[0]
