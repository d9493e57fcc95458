"""A scene: an index, its questions and its criterion, held in memory and really asked."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from dataclasses import dataclass
from datetime import date
from pathlib import Path
from typing import Any

from evalcore.model.case import Case, Expected, GoldenSet
from evalcore.model.exam import Exam
from evalcore.model.manifest import Chunk, Manifest
from evalcore.model.ranking import Ranking
from evalcore.retrievers.protocol import Query
from evalcore.retrievers.registry import build


@dataclass(frozen=True, kw_only=True)
class Scene:
    """Everything that decides a ranking. ``retriever`` is a suite's ``[retriever]`` table."""

    name: str
    retriever: Mapping[str, Any]
    manifest: Manifest
    golden: GoldenSet
    exam: Exam
    on: date
    folder: Path
    cache: Path


@dataclass(frozen=True, kw_only=True)
class Target:
    """An expected chunk that a healthy index finds: something to damage."""

    case: Case
    label: Expected
    chunk: Chunk


def ask(scene: Scene, cases: Sequence[Case]) -> list[tuple[str, ...]]:
    """The chunk ids of each case's ranking, to the exam's depth."""
    retriever = build(
        scene.retriever,
        manifest=scene.manifest,
        folder=scene.folder,
        on=scene.on,
        cache=scene.cache,
    )
    queries = [Query(case_id=c.id, text=c.question, domain=c.domain) for c in cases]
    answers = retriever.search(queries, scene.exam.depth)
    return [answer.chunk_ids if isinstance(answer, Ranking) else () for answer in answers]


def targets(scene: Scene) -> list[Target]:
    """Every chunk that a passing case needs and that stands within the cutoff."""
    cases = scene.golden.cases
    found: list[Target] = []
    for case, ranking in zip(cases, ask(scene, cases), strict=True):
        top = set(ranking[: scene.exam.cutoff])
        needed = relevant(case, scene)
        if case.any_suffices or not needed or any(one.chunk_id not in top for one in needed):
            continue
        found += [
            Target(case=case, label=one, chunk=scene.manifest.by_id[one.chunk_id])
            for one in needed
        ]
    return found


def relevant(case: Case, scene: Scene) -> list[Expected]:
    """The labels of a case that count."""
    return [label for label in case.expected if label.grade >= scene.exam.min_grade]
