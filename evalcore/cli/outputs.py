"""What a pipeline takes home from a verdict: JUnit XML, Markdown, a GitHub step summary."""

from __future__ import annotations

import os
import sys
from dataclasses import dataclass
from pathlib import Path
from typing import Annotated

import typer

from evalcore.errors import UsageError

Junit = Annotated[
    Path | None, typer.Option("--junit", help="Write JUnit XML: one test a case, one a rule.")
]
Markdown = Annotated[
    Path | None, typer.Option("--markdown", help="Write a report for a pull request.")
]
Github = Annotated[
    bool, typer.Option("--github", help="Add to GitHub's step summary, and annotate the run.")
]
SUMMARY = "GITHUB_STEP_SUMMARY"


@dataclass(frozen=True, slots=True, kw_only=True)
class Outputs:
    """Which of them are wanted."""

    junit: Path | None = None
    markdown: Path | None = None
    github: bool = False

    @property
    def wanted(self) -> bool:
        """Whether there is anything to write."""
        return bool(self.junit or self.markdown or self.github)


def write_outputs(db: Path, run_id: str, outputs: Outputs) -> None:
    """Write what is wanted of a run that was just judged; without a wish nothing is read.

    Raises ``UsageError`` where a file cannot be written: a pipeline that lost its report must
    not look green. The verdict is stored all the same.
    """
    if not outputs.wanted:
        return
    from evalcore.views.github import workflow_commands
    from evalcore.views.junit import junit
    from evalcore.views.language import Translator
    from evalcore.views.markdown import markdown
    from evalcore.workflows.reported_run import reported_run

    reported = reported_run(db, run_id)
    if outputs.junit is not None:
        _write(outputs.junit, junit(reported), run_id)
    if outputs.markdown is not None:
        _write(outputs.markdown, markdown(reported, Translator("en")), run_id)
    if outputs.github:
        summary = os.environ.get(SUMMARY)
        if summary:
            _write(Path(summary), markdown(reported, Translator("en")), run_id, mode="a")
        # On standard error, where --json cannot be spoilt; GitHub reads both.
        sys.stderr.write("".join(f"{line}\n" for line in workflow_commands(reported)))


def _write(path: Path, text: str, run_id: str, mode: str = "w") -> None:
    try:
        with path.open(mode, encoding="utf-8", newline="\n") as file:
            file.write(text if text.endswith("\n") else f"{text}\n")
    except OSError as error:
        raise UsageError(
            f"{path} cannot be written: {error.strerror}",
            hint=f"the verdict is stored; unbury gate {run_id} writes its reports again",
        ) from error
