"""The options that several commands share, said once."""

from __future__ import annotations

from pathlib import Path
from typing import Annotated

import typer

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
Label = Annotated[str | None, typer.Option("--label", help="A name for this run.")]
