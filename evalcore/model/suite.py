"""The suite: the criterion fixed in writing. What invalidates a suite is its variability."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass, field
from datetime import date
from pathlib import Path
from typing import Any

from evalcore.model.exam import Exam
from evalcore.model.judge import JudgeSettings


@dataclass(frozen=True, kw_only=True)
class Suite:
    """What is asked, of which index, and by what criterion (chapter 17).

    Paths are absolute, resolved from the suite's folder. ``retriever`` is the checked table
    of the file: ``kind`` and that kind's options. ``run_date`` is the day whose validity
    filters apply; None means the day of the run.
    """

    name: str
    golden: Path
    exam: Exam
    retriever: Mapping[str, Any]
    manifest: Path | None = None
    policy: Path | None = None
    run_date: date | None = None
    folder: Path = Path()
    written: Mapping[str, Any] = field(default_factory=dict)
    """The file's own table, but for ``judge``; its canonical hash is stored with each run."""
    judge: JudgeSettings | None = None
    """The ruler for answers: no part of the criterion for lists, and stored with each judgement."""
