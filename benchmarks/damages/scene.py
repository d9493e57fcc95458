"""A scene: an index, its questions and its criterion, held in memory."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass
from datetime import date
from pathlib import Path
from typing import Any

from evalcore.model.case import Case, Expected, GoldenSet
from evalcore.model.exam import Exam
from evalcore.model.manifest import Chunk, Manifest


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


def relevant(case: Case, scene: Scene) -> list[Expected]:
    """The labels of a case that count."""
    return [label for label in case.expected if label.grade >= scene.exam.min_grade]
