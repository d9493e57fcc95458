"""``unbury merge``: bundles from many machines into one database."""

from __future__ import annotations

from typing import Annotated

import typer

from evalcore.cli.options import AsJson, Database

REFUSED = 2
_SHOWN = 20


def command(
    files: Annotated[
        list[str], typer.Argument(help="Bundles, folders of them, names with *, or URLs.")
    ],
    *,
    db: Database = None,
    as_json: AsJson = False,
) -> None:
    """Merge run bundles; each whole or not at all, and twice changes nothing.

    Exit: 0 everything is in, 2 a bundle was refused (the others are in).

    Example: unbury merge bundles/*.unbury --db shared.db
    """
    from evalcore.cli.console import print_json, progress_bar
    from evalcore.workflows.merge_bundles import merge
    from evalcore.workflows.reading import database

    with progress_bar(quiet=as_json) as progress:
        report = merge(files, db=database(db), progress=progress)
    if as_json:
        print_json(
            {
                "bundles": len(report.files),
                "runs": report.runs,
                "rows": report.rows,
                "unchanged": report.unchanged,
                "refused": [{"file": one.file, "why": one.refused} for one in report.refused],
            }
        )
    else:
        typer.echo(
            f"Bundles: {len(report.files)}. New runs: {report.runs}. New entries of known runs: "
            f"{report.rows}. Held nothing new: {report.unchanged}. Refused: {len(report.refused)}."
        )
        for one in report.refused[:_SHOWN]:
            typer.echo(f"  refused: {one.file}: {one.refused}", err=True)
        if len(report.refused) > _SHOWN:
            typer.echo(f"  ... and {len(report.refused) - _SHOWN} more", err=True)
    raise typer.Exit(REFUSED if report.refused else 0)
