"""``unbury promote``: make an accepted run the baseline of its suite."""

from __future__ import annotations

from typing import Annotated

import typer

from evalcore.cli.options import Database, RunName, signer


def command(
    run: RunName,
    *,
    why: Annotated[str, typer.Option(help="Why this run is the one to compare with.")],
    who: Annotated[str | None, typer.Option(help="Who decides; else the login name.")] = None,
    db: Database = None,
) -> None:
    """Promote an accepted run to baseline; who, when and why are kept.

    Example: unbury promote latest-green --why "First complete suite"
    """
    from evalcore.workflows.promote_run import promote_run
    from evalcore.workflows.reading import database

    record = promote_run(database(db), run, who=signer(who, "--who"), why=why)
    typer.echo(f"{record.id} is now the baseline of {record.suite}.")
