"""``unbury backup``: a safe copy of the database, also while others write to it."""

from __future__ import annotations

from pathlib import Path
from typing import Annotated

import typer

from evalcore.cli.options import AsJson, Database


def command(
    file: Annotated[Path, typer.Argument(help="The copy; a new name, nothing is overwritten.")],
    *,
    db: Database = None,
    as_json: AsJson = False,
) -> None:
    """Copy the database safely: one moment of it, complete and checked before it has its name.

    A plain copy of the file may lack what was written last.

    Example: unbury backup unbury-2026-11-27.db
    """
    from evalcore.cli.console import print_json
    from evalcore.workflows.copy_database import copy_database
    from evalcore.workflows.reading import database

    size = copy_database(database(db), file)
    if as_json:
        print_json({"file": str(file), "bytes": size})
    else:
        typer.echo(f"{database(db)} -> {file}, {size:,} bytes, checked.")
