"""``unbury judge``: a judge on the answers of a run."""

from __future__ import annotations

from pathlib import Path
from typing import Annotated

import typer

from evalcore.cli.options import AsJson, Database

NOTHING_JUDGED = 3


def command(
    run: Annotated[
        str | None,
        typer.Argument(metavar="[RUN]", help="The run whose questions were answered."),
    ] = None,
    *,
    answers: Annotated[
        Path | None, typer.Option(help="The answers, JSON Lines; else those the suite names.")
    ] = None,
    fetch: Annotated[
        bool, typer.Option("--fetch", help="Ask your own system, at [judge.endpoint].")
    ] = False,
    suite: Annotated[
        Path | None, typer.Option(help="The suite with [judge]; else the run's own.")
    ] = None,
    samples: Annotated[
        int | None, typer.Option(min=1, help="Votes on each answer; else the policy's.")
    ] = None,
    subset: Annotated[
        int | None, typer.Option(min=1, help="Judge a stratified part of so many cases.")
    ] = None,
    fresh: Annotated[
        bool, typer.Option("--fresh", help="Use no verdict kept from before.")
    ] = False,
    same_model: Annotated[
        bool, typer.Option("--same-model", help="Let a judge examine its own model's answers.")
    ] = False,
    human: Annotated[
        Path | None, typer.Option(help="Verdicts of people, JSON Lines; else the suite's.")
    ] = None,
    against: Annotated[
        str | None, typer.Option(metavar="RUN", help="Compare with the judgement of this run.")
    ] = None,
    stored: Annotated[
        bool, typer.Option("--stored", help="Ask nobody: show what was judged last.")
    ] = False,
    sheet: Annotated[
        Path | None, typer.Option(help="Write a sheet of drawn answers for people to judge.")
    ] = None,
    measure: Annotated[
        str, typer.Option(help="What the sheet asks: correctness, faithfulness or behaviour.")
    ] = "correctness",
    labels: Annotated[int, typer.Option(min=1, help="How many answers the sheet holds.")] = 60,
    lint: Annotated[
        bool, typer.Option("--lint", help="Only check the prompts; needs a suite or a run.")
    ] = False,
    db: Database = None,
    as_json: AsJson = False,
) -> None:
    """Judge the answers of a run. Exit: 0 judged, 3 nothing could be; the gate's where it counts.

    Example: unbury judge latest --answers answers.jsonl --subset 40
    """
    from evalcore.cli.console import print_json, progress_bar
    from evalcore.cli.judge_text import print_judged, print_lint, print_sheet
    from evalcore.errors import UsageError
    from evalcore.model.judgement import JudgedMeasure
    from evalcore.workflows.judge_answers import JudgeOptions, judge_answers
    from evalcore.workflows.judge_result import human_file, lint_of, result_of
    from evalcore.workflows.judgement_run import judged_run, write_sheet
    from evalcore.workflows.reading import database

    where = database(db)
    if lint:
        raise typer.Exit(print_lint(lint_of(where, run, suite), as_json=as_json))
    if run is None:
        raise UsageError("which run?", hint="unbury judge latest --answers answers.jsonl")
    if measure not in list(JudgedMeasure):
        raise UsageError(f"{measure!r} is not judged", hint=", ".join(JudgedMeasure))
    if not (stored or sheet is not None):
        options = JudgeOptions(
            suite=suite,
            answers=answers,
            fetch=fetch,
            samples=samples,
            subset=subset,
            fresh=fresh,
            same_model=same_model,
        )
        with progress_bar(quiet=as_json) as progress:
            judge_answers(where, run, options=options, progress=progress)
    found = judged_run(where, run, human=human or human_file(where, run, suite), against=against)
    if sheet is not None:
        print_sheet(sheet, write_sheet(sheet, found, JudgedMeasure(measure), labels))
        return
    if as_json:
        print_json(result_of(found))
    else:
        print_judged(found)
    if found.outcome is not None:
        raise typer.Exit(found.outcome.verdict.exit_code)
    judged = any(share.passing.n for share in found.shares)
    raise typer.Exit(0 if judged else NOTHING_JUDGED)
