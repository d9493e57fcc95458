"""``unbury promote``: make an accepted run the baseline of its suite."""

from __future__ import annotations

from typing import Annotated

import typer

from evalcore.cli.options import Database, signer


def command(
    runs: Annotated[
        list[str],
        typer.Argument(
            metavar="RUN...", help="One run, or several repetitions: the median is promoted."
        ),
    ],
    *,
    why: Annotated[str, typer.Option(help="Why this run is the one to compare with.")],
    who: Annotated[str | None, typer.Option(help="Who decides; else the login name.")] = None,
    db: Database = None,
) -> None:
    """Promote an accepted run to baseline; who, when, why and from which runs are kept.

    Of several the median by mean quality (of an even number the lower middle). Later runs of
    the suite are held against it.

    Example: unbury promote latest-green --why "First complete suite"
    """
    from evalcore.workflows.promote_run import promote_run
    from evalcore.workflows.reading import database

    record = promote_run(database(db), *runs, who=signer(who, "--who"), why=why)
    chosen = f", the median of {len(runs)} runs," if len(runs) > 1 else ""
    label = f" ({record.label})" if record.label else ""
    typer.echo(f"{record.id}{label}{chosen} is now the baseline of {record.suite}.")
