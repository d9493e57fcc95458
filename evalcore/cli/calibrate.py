"""``unbury calibrate``: other numbers, tried on stored runs."""

from __future__ import annotations

from typing import Annotated

import typer

from evalcore.cli.options import AsJson, Database


def command(
    name: Annotated[str, typer.Argument(metavar="RUN|SUITE", help="A run, or a suite by name.")],
    *,
    settings: Annotated[
        list[str] | None,
        typer.Option("--set", metavar="KEY=VALUE", help="noise.ceiling=4/10, recall.floor=9/10 …"),
    ] = None,
    last: Annotated[
        int | None, typer.Option(min=1, help="How many runs back; 10 of a suite, one of a run.")
    ] = None,
    db: Database = None,
    as_json: AsJson = False,
) -> None:
    """Say what stored runs would have been under other numbers; nothing is stored.

    Without --set: the ceilings that the healthy cases of the newest run suggest.

    Example: unbury calibrate latest --last 10 --set noise.ceiling=4/10
    """
    from evalcore.cli.calibrate_text import calibration_result, print_calibration
    from evalcore.cli.console import print_json
    from evalcore.workflows.calibration import calibration
    from evalcore.workflows.reading import database

    found = calibration(database(db), name, settings or (), last=last)
    if as_json:
        print_json(calibration_result(found))
    else:
        print_calibration(found)
