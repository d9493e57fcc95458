"""``unbury diagnose``: why each failed case failed, with the trail of every question asked."""

from __future__ import annotations

from pathlib import Path
from typing import Annotated

import typer

from evalcore.cli.options import AsJson, Database, RunName


def command(
    run: RunName,
    *,
    case: Annotated[str | None, typer.Option(help="One failed case; all when not given.")] = None,
    suite: Annotated[
        Path | None, typer.Option(help="The run's suite file, where it has moved.")
    ] = None,
    db: Database = None,
    as_json: AsJson = False,
) -> None:
    """Diagnose the failed cases of a run and keep the trails. Exit: 0 when it could be told.

    Example: unbury diagnose latest --case gd-0142
    """
    from evalcore.cli.console import print_json, progress_bar
    from evalcore.cli.trail_text import print_trails
    from evalcore.views.diagnosed import diagnosed
    from evalcore.workflows.diagnose_run import diagnose_and_keep
    from evalcore.workflows.reading import database

    cases = None if case is None else [case]
    with progress_bar(quiet=as_json) as progress:
        told = diagnose_and_keep(database(db), run, cases=cases, suite=suite, progress=progress)
    if as_json:
        print_json(diagnosed(told.run_id, told.trails, told.unasked))
    else:
        print_trails(told.run_id, told.trails, told.unasked)
