"""``unbury symptoms``: which patterns a run's failures draw, and the chapters they point at."""

from __future__ import annotations

from evalcore.cli.options import AsJson, Database, RunName


def command(run: RunName, *, db: Database = None, as_json: AsJson = False) -> None:
    """Tell the symptoms of a run, over its cases and over the runs before it. Exit: 0.

    Example: unbury symptoms latest
    """
    from evalcore.cli.console import print_json
    from evalcore.cli.symptoms_text import print_symptoms
    from evalcore.views.symptoms_result import symptoms_result
    from evalcore.workflows.reading import database
    from evalcore.workflows.symptoms_run import symptoms_run

    table = symptoms_run(database(db), run)
    if as_json:
        print_json(symptoms_result(table))
    else:
        print_symptoms(table)
