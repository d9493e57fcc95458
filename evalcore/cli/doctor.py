"""``unbury doctor``: whether installation and database hold together."""

from __future__ import annotations

import typer

from evalcore.cli.options import AsJson, Database


def command(*, db: Database = None, as_json: AsJson = False) -> None:
    """Check the installation and the database. Exit: 0 sound, 2 with a fault.

    Example: unbury doctor
    """
    from evalcore.cli.console import print_json
    from evalcore.workflows.doctor import examine_installation
    from evalcore.workflows.reading import database

    findings = examine_installation(database(db))
    if as_json:
        print_json({"findings": [f.to_plain() for f in findings]})
    else:
        for finding in findings:
            typer.echo(f"{'ok   ' if finding.sound else 'FAULT'}  {finding.what}")
            if finding.hint:
                typer.echo(f"       {finding.hint}")
    raise typer.Exit(0 if all(f.sound for f in findings) else 2)
