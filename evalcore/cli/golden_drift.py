"""``unbury golden drift``: does the golden set still ask what users ask."""

from __future__ import annotations

from pathlib import Path
from typing import Annotated

import typer

from evalcore.cli.golden_options import Golden
from evalcore.cli.options import AsJson


def command(
    golden: Golden,
    *,
    log: Annotated[Path, typer.Option(help="A query log, CSV or JSON Lines, one question a line.")],
    worst: Annotated[
        int, typer.Option("--worst", min=1, max=200, help="How many uncovered questions to list.")
    ] = 10,
    embed: Annotated[
        int, typer.Option("--embed", min=0, help="Log questions compared by vectors; 0 for none.")
    ] = 100,
    as_json: AsJson = False,
) -> None:
    """Set the golden set's distribution beside a query log; nothing is written.

    Words, categories where the log has them, and meaning where an embedder is there, each beside
    what a random sample of the log as large as the golden set would show; then the questions
    least covered, of the head and of the tail. Exit: always 0 when there is something to compare.

    Example: unbury golden drift suite.toml --log queries.csv
    """
    from evalcore.cli.console import print_json, progress_bar
    from evalcore.cli.golden_drift_text import print_drift
    from evalcore.views.golden_drift import drift_result
    from evalcore.workflows.golden_drift import drift_golden

    with progress_bar(quiet=as_json) as progress:
        found = drift_golden(golden, log, worst=worst, embed=embed, progress=progress)
    if as_json:
        result = drift_result(found.drift, found.meaning)
        print_json({**result, "embedded": found.embedded, "embedder": found.embedder})
    else:
        print_drift(found, golden, log)
