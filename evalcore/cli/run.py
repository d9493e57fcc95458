"""``unbury run``: execute a suite against its index."""

from __future__ import annotations

import sys
from contextlib import redirect_stdout
from datetime import datetime
from pathlib import Path
from typing import Annotated

import typer

from evalcore.cli.options import AsJson, BaselineName, Database, Label
from evalcore.cli.outputs import Github, Junit, Markdown


def command(
    suite: Annotated[Path, typer.Argument(help="The suite: the criterion fixed in writing.")],
    *,
    samples: Annotated[
        int | None, typer.Option(min=1, help="Ask every question this many times.")
    ] = None,
    label: Label = None,
    blind: Annotated[
        bool, typer.Option("--blind", help="Ask the reserved cases too; only an aggregate is kept.")
    ] = False,
    manifest: Annotated[
        Path | None, typer.Option(help="Another state of the index, by the same criterion.")
    ] = None,
    on: Annotated[
        datetime | None,
        typer.Option("--date", formats=["%Y-%m-%d"], help="The day whose validity applies."),
    ] = None,
    baseline: BaselineName = None,
    resume: Annotated[
        str | None,
        typer.Option(metavar="RUN", help="Keep this run's lists; ask only what got none."),
    ] = None,
    junit: Junit = None,
    markdown: Markdown = None,
    github: Github = False,
    db: Database = None,
    as_json: AsJson = False,
) -> None:
    """Run a suite, store it, judge it. Exit: 0 accept, 1 block, 3 or 4 cannot judge.

    Example: unbury run suite.toml --label friday
    """
    from evalcore.cli.answer import answer
    from evalcore.cli.console import progress_bar
    from evalcore.cli.outputs import Outputs, write_outputs
    from evalcore.workflows.reading import database
    from evalcore.workflows.run_suite import RunOptions, run_suite

    options = RunOptions(
        label=label,
        samples=samples,
        blind=blind,
        manifest=manifest,
        on=None if on is None else on.date(),
        baseline=baseline,
        resume=resume,
    )
    # What a search function prints must not end up inside the answer.
    with progress_bar(quiet=as_json) as progress, redirect_stdout(sys.stderr):
        outcome = run_suite(suite, db=database(db), options=options, progress=progress)
    outputs = Outputs(junit=junit, markdown=markdown, github=github)
    write_outputs(database(db), outcome.run_id, outputs)
    answer(outcome, as_json=as_json)
