"""``unbury gate``: judge a stored run again."""

from __future__ import annotations

from pathlib import Path
from typing import Annotated

import typer

from evalcore.cli.options import AsJson, Database, RunName


def command(
    run: RunName,
    *,
    policy: Annotated[
        Path | None, typer.Option(help="Judge by this policy instead of the run's own.")
    ] = None,
    db: Database = None,
    as_json: AsJson = False,
) -> None:
    """Judge a stored run again; the new verdict is appended, old ones stay.

    Example: unbury gate latest --policy stricter.toml
    """
    from evalcore.cli.answer import answer
    from evalcore.workflows.gate_run import gate_run
    from evalcore.workflows.reading import database

    answer(gate_run(database(db), run, policy=policy), as_json=as_json)
