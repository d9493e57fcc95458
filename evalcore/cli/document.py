"""``unbury document``: sign the diagnosis of a tolerated failure."""

from __future__ import annotations

from typing import Annotated

import typer

from evalcore.cli.options import Database, RunName, signer


def command(
    run: RunName,
    case: Annotated[str, typer.Argument(help="The failed case.")],
    *,
    text: Annotated[str, typer.Option(help="Why it fails, and why that may wait.")],
    author: Annotated[str | None, typer.Option(help="Who signs; else the login name.")] = None,
    db: Database = None,
) -> None:
    """Write a signed diagnosis; judge the run again to see it count.

    Example: unbury document latest gd-0142 --text "The table is being re-cut." --author "M. R."
    """
    from evalcore.workflows.document_case import document_case
    from evalcore.workflows.reading import database

    author = signer(author, "--author")
    note = document_case(database(db), run, case, text=text, author=author)
    typer.echo(f"Signed by {note.author}: {note.case_id}. Now: unbury gate {note.run_id}")
