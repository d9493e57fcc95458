"""``unbury runs``: the history."""

from __future__ import annotations

from evalcore.cli.options import AsJson, Database


def command(*, db: Database = None, as_json: AsJson = False) -> None:
    """List the stored runs, newest first.

    Example: unbury runs
    """
    from evalcore.cli.console import print_json
    from evalcore.workflows.reading import database, runs

    records = runs(database(db))
    if as_json:
        keys = ("id", "label", "suite", "started", "finished", "counted", "measured")
        print_json(
            {
                "runs": [
                    {**{key: getattr(r, key) for key in keys}, "verdict": r.decision}
                    for r in records
                ]
            }
        )
        return
    from evalcore.cli.runs_text import print_runs

    print_runs(records)
