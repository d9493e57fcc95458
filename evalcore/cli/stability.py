"""``unbury stability``: how far an unchanged index swings, and the tolerance that follows."""

from __future__ import annotations

from pathlib import Path
from typing import Annotated

import typer

from evalcore.cli.options import AsJson, Database, signer


def command(
    names: Annotated[
        list[str], typer.Argument(metavar="RUN...", help="Three or more runs of one frozen suite.")
    ],
    *,
    worth: Annotated[
        float | None,
        typer.Option(
            metavar="POINTS",
            help="The change worth detecting, in points of 100; else the policy's.",
        ),
    ] = None,
    write_policy: Annotated[
        Path | None,
        typer.Option("--write-policy", help="Write a policy version with these tolerances."),
    ] = None,
    author: Annotated[
        str | None, typer.Option(help="Who signs that version; else the login name.")
    ] = None,
    reason: Annotated[str, typer.Option(help="Why that version is made.")] = "",
    db: Database = None,
    as_json: AsJson = False,
) -> None:
    """Measure how far unchanged runs differ. Exit: 0 usable, 3 too noisy to gate.

    Example: unbury stability monday tuesday wednesday
    """
    from evalcore.cli.console import print_json
    from evalcore.cli.stability_text import print_stability, print_written
    from evalcore.views.stability_result import stability_result
    from evalcore.workflows.reading import database
    from evalcore.workflows.stability_runs import (
        measure_stability,
        share_worth,
        write_tolerance,
    )

    share = None if worth is None else share_worth(worth)
    found, policy = measure_stability(database(db), names, worth=share)
    if as_json:
        print_json(stability_result(found))
    else:
        print_stability(found)
    if write_policy is not None:
        who = signer(author, "--author")
        changed = write_tolerance(write_policy, policy, found, author=who, reason=reason)
        if not as_json:
            print_written(write_policy, changed)
    raise typer.Exit(0 if found.usable else 3)
