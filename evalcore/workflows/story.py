"""A story of runs: the states an index went through, each examined for real, in order."""

from __future__ import annotations

import tomllib
from collections.abc import Iterator
from dataclasses import dataclass
from datetime import date
from pathlib import Path
from typing import Any

from evalcore.errors import InputError, Problem
from evalcore.workflows.outcome import Outcome
from evalcore.workflows.progress import Progress, silent
from evalcore.workflows.promote_run import promote_run
from evalcore.workflows.run_suite import RunOptions, run_suite


@dataclass(frozen=True, slots=True, kw_only=True)
class Chapter:
    """One state: its label, its manifest, the day it was examined, and what happened."""

    label: str
    manifest: Path
    on: date
    title: str
    promote: bool = False


def read_story(folder: Path) -> tuple[Chapter, ...]:
    """The chapters of ``story.toml`` in a sample's folder, in order."""
    path = folder / "story.toml"
    try:
        table = tomllib.loads(path.read_text(encoding="utf-8"))
        return tuple(_chapter(folder, state) for state in table["state"])
    except (OSError, KeyError, TypeError, tomllib.TOMLDecodeError) as error:
        problem = Problem(
            what=f"the story cannot be read ({error})",
            hint="it lists [[state]] tables with label, manifest, date and title",
            file=str(path),
        )
        raise InputError([problem]) from error


def tell_story(folder: Path, *, db: Path, progress: Progress = silent) -> Iterator[Outcome]:
    """Run the suite on every state into ``db``, promoting where the story says so."""
    for chapter in read_story(folder):
        options = RunOptions(label=chapter.label, manifest=chapter.manifest, on=chapter.on)
        outcome = run_suite(folder / "suite.toml", db=db, options=options, progress=progress)
        if chapter.promote:
            promote_run(db, outcome.run_id, who="unbury demo", why=chapter.title)
        yield outcome


def _chapter(folder: Path, state: dict[str, Any]) -> Chapter:
    return Chapter(
        label=state["label"],
        manifest=folder / state["manifest"],
        on=state["date"],
        title=state["title"],
        promote=bool(state.get("promote", False)),
    )
