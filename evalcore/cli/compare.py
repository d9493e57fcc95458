"""``unbury compare``: what changed between two runs."""

from __future__ import annotations

from typing import Annotated

import typer

from evalcore.cli.options import AsJson, Database


def command(
    base: Annotated[str, typer.Argument(metavar="BASE", help="The run to compare with.")],
    candidate: Annotated[
        str, typer.Argument(metavar="CANDIDATE", help="The run that came after, or beside it.")
    ],
    *,
    db: Database = None,
    as_json: AsJson = False,
) -> None:
    """Compare two runs case by case; those that changed verdict come first.

    Cases are matched by id and content. Runs of different exams are refused with the list of
    differences. Nothing is stored, and no verdict is given: that is what the gate does.

    Example: unbury compare baseline latest
    """
    from evalcore.workflows.compare_runs import opened
    from evalcore.workflows.reading import database

    before, after, changes = opened(database(db), base, candidate)
    if as_json:
        from evalcore.cli.console import print_json
        from evalcore.views.compare_result import comparison_result

        print_json(comparison_result(changes))
        return
    from evalcore.cli.compare_text import print_comparison

    print_comparison(before, after, changes)
