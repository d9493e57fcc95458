"""``unbury golden check``: whether a golden set still deserves to judge anything."""

from __future__ import annotations

from datetime import datetime
from pathlib import Path
from typing import Annotated

import typer

from evalcore.cli.golden_options import Golden, ItsManifest
from evalcore.cli.options import AsJson, Database


def command(
    golden: Golden,
    *,
    manifest: ItsManifest = None,
    on: Annotated[
        datetime | None,
        typer.Option(formats=["%Y-%m-%d"], help="The day it is checked for; else today."),
    ] = None,
    db: Database = None,
    as_json: AsJson = False,
) -> None:
    """Examine a golden set: size, composition, sources, age, labels, coverage, annotators.

    Exit: 0 sound, 1 with errors, 2 unreadable, 4 stale (too many labels no longer exist).

    Example: unbury golden check suite.toml
    """
    from evalcore.workflows.golden_check import check_golden
    from evalcore.workflows.reading import database

    day = None if on is None else on.date()
    checked = check_golden(Path(golden), manifest=manifest, on=day, db=database(db))
    if as_json:
        from evalcore.cli.console import print_json
        from evalcore.views.golden_result import check_result

        print_json({**check_result(checked.report), "hash": checked.hash})
    else:
        from evalcore.cli.golden_text import print_check

        print_check(checked)
    raise typer.Exit(checked.report.exit_code)
