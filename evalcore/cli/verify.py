"""``unbury verify``: recompute a stored verdict and compare."""

from __future__ import annotations

import typer

from evalcore.cli.options import AsJson, Database, RunName

DIFFERS = 1


def command(run: RunName, *, db: Database = None, as_json: AsJson = False) -> None:
    """Recompute a run's cases and verdict from its stored inputs. Exit: 0 equal, 1 different.

    Example: unbury verify friday
    """
    from evalcore.cli.console import print_json
    from evalcore.workflows.reading import database
    from evalcore.workflows.verify_run import verify_run

    found = verify_run(database(db), run)
    if as_json:
        print_json(
            {
                "run": found.run_id,
                "verdict": found.decision,
                "cases": found.cases,
                "agrees": found.agrees,
                "differences": list(found.differences),
            }
        )
    elif found.agrees:
        typer.echo(f"{found.run_id}: {found.decision}, {found.cases} cases, equal bit for bit.")
    else:
        typer.echo(f"{found.run_id}: what is stored does not follow from its inputs.")
        for difference in found.differences:
            typer.echo(f"  {difference}")
    raise typer.Exit(0 if found.agrees else DIFFERS)
