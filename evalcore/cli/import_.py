"""``unbury import``: judge rankings that were made elsewhere."""

from __future__ import annotations

from pathlib import Path
from typing import Annotated

import typer

from evalcore.cli.options import AsJson, BaselineName, Database, Label
from evalcore.cli.outputs import Github, Junit, Markdown
from evalcore.cli.process import spare_matrix_threads
from evalcore.formats.registry import names
from evalcore.model.words import Direction, Gain, Level, Missing, Order


def readable(use: str) -> str:
    """The formats of the registry that have this use, in words."""
    return ", ".join(names(use))


def command(
    *,
    golden: Annotated[Path, typer.Option(help=f"The labels: {readable('reads_labels')}.")],
    rankings: Annotated[Path, typer.Option(help=f"The lists: {readable('reads_rankings')}.")],
    manifest: Annotated[
        Path | None, typer.Option(help="The chunks of the index: JSONL, CSV, Parquet, BEIR.")
    ] = None,
    policy: Annotated[Path | None, typer.Option(help="The gate's numbers (TOML).")] = None,
    format_: Annotated[
        str | None, typer.Option("--format", help="The format of the rankings; else guessed.")
    ] = None,
    golden_format: Annotated[
        str | None, typer.Option(help="The format of the labels; else guessed.")
    ] = None,
    system: Annotated[
        str | None, typer.Option(help="Whose lists, where the file holds several systems'.")
    ] = None,
    cutoff: Annotated[int, typer.Option(help="K: how many results are scored.")] = 10,
    min_grade: Annotated[
        int | None, typer.Option(help="Relevant from this grade up; else the policy's.")
    ] = None,
    gain: Annotated[Gain, typer.Option(help="How grades count in nDCG.")] = Gain.LINEAR,
    level: Annotated[Level, typer.Option(help="What the labels name.")] = Level.CHUNK,
    order: Annotated[
        Order | None, typer.Option(help="Which order counts when ranks and scores disagree.")
    ] = None,
    missing: Annotated[
        Missing, typer.Option(help="What a question without a list is.")
    ] = Missing.ERROR,
    direction: Annotated[
        Direction, typer.Option(help="Whether higher or lower scores are better.")
    ] = Direction.HIGHER,
    label: Label = None,
    suite: Annotated[
        str | None, typer.Option(help="The suite's name; else the golden file's.")
    ] = None,
    baseline: BaselineName = None,
    junit: Junit = None,
    markdown: Markdown = None,
    github: Github = False,
    db: Database = None,
    as_json: AsJson = False,
) -> None:
    """Import rankings, store them, judge them. Exit: 0 accept, 1 block, 3 or 4 cannot judge.

    Example: unbury import --golden golden.jsonl --rankings run.trec --cutoff 10
    """
    spare_matrix_threads()
    from evalcore.cli.answer import answer
    from evalcore.cli.console import progress_bar
    from evalcore.cli.outputs import Outputs, write_outputs
    from evalcore.workflows.import_run import ImportOptions, import_run
    from evalcore.workflows.reading import database

    options = ImportOptions(
        golden=golden,
        rankings=rankings,
        manifest=manifest,
        policy=policy,
        format=format_,
        golden_format=golden_format,
        system=system,
        cutoff=cutoff,
        min_grade=min_grade,
        gain=gain,
        level=level,
        order=order,
        missing=missing,
        direction=direction,
        label=label,
        suite=suite,
        baseline=baseline,
    )
    with progress_bar(quiet=as_json) as progress:
        outcome = import_run(options, db=database(db), progress=progress)
    outputs = Outputs(junit=junit, markdown=markdown, github=github)
    write_outputs(database(db), outcome.run_id, outputs)
    answer(outcome, as_json=as_json)
