"""``unbury import``: judge rankings that were made elsewhere."""

from __future__ import annotations

from pathlib import Path
from typing import Annotated

import typer

from evalcore.cli.options import AsJson, Database, Label
from evalcore.cli.process import spare_matrix_threads
from evalcore.model.words import Direction, Gain, Level, Missing, Order


def command(
    *,
    golden: Annotated[Path, typer.Option(help="Golden set (JSON Lines) or TREC qrels.")],
    rankings: Annotated[Path, typer.Option(help="JSONL, CSV, Parquet or a TREC run.")],
    manifest: Annotated[Path | None, typer.Option(help="The chunks of the index.")] = None,
    policy: Annotated[Path | None, typer.Option(help="The gate's numbers (TOML).")] = None,
    format_: Annotated[
        str | None, typer.Option("--format", help="jsonl, csv, parquet or trec; else guessed.")
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
    db: Database = None,
    as_json: AsJson = False,
) -> None:
    """Import rankings, store them, judge them. Exit: 0 accept, 1 block, 3 or 4 cannot judge.

    Example: unbury import --golden golden.jsonl --rankings run.trec --cutoff 10
    """
    spare_matrix_threads()
    from evalcore.cli.answer import answer
    from evalcore.cli.console import progress_bar
    from evalcore.workflows.import_run import ImportOptions, import_run
    from evalcore.workflows.reading import database

    options = ImportOptions(
        golden=golden,
        rankings=rankings,
        manifest=manifest,
        policy=policy,
        format=format_,
        cutoff=cutoff,
        min_grade=min_grade,
        gain=gain,
        level=level,
        order=order,
        missing=missing,
        direction=direction,
        label=label,
        suite=suite,
    )
    with progress_bar(quiet=as_json) as progress:
        outcome = import_run(options, db=database(db), progress=progress)
    answer(outcome, as_json=as_json)
