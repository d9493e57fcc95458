"""The options that the commands on golden sets share."""

from __future__ import annotations

from pathlib import Path
from typing import Annotated

import typer

Golden = Annotated[
    Path, typer.Argument(metavar="SUITE|GOLDEN", help="A suite (.toml) or a golden set.")
]
ItsManifest = Annotated[
    Path | None, typer.Option("--manifest", help="The manifest; a suite names its own.")
]
Output = Annotated[
    Path | None,
    typer.Option("--output", "-o", help="The new version; no file is changed in place unasked."),
]
