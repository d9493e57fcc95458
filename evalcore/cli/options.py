"""The options that several commands share, said once."""

from __future__ import annotations

import getpass
from pathlib import Path
from typing import Annotated

import typer

from evalcore.errors import UsageError

Database = Annotated[
    Path | None,
    typer.Option("--db", help="The database; unbury.db here, or $UNBURY_DB, when not given."),
]
AsJson = Annotated[bool, typer.Option("--json", help="Answer with one JSON object.")]
RunName = Annotated[
    str,
    typer.Argument(
        metavar="RUN", help="An id, a unique prefix, a label, latest, baseline or latest-green."
    ),
]


def signer(given: str | None, option: str) -> str:
    """Who signs: the name given, else the login name. Raises ``UsageError`` where there is none."""
    if given is not None:
        return given
    try:
        return getpass.getuser()
    except (ImportError, KeyError, OSError):
        raise UsageError("nobody is logged in by a name", hint=f"say who with {option}") from None


BaselineName = Annotated[
    str | None,
    typer.Option(
        "--baseline", metavar="RUN", help="Hold it against this run; else the promoted one."
    ),
]
Label = Annotated[str | None, typer.Option("--label", help="A name for this run.")]
