"""``unbury show``: the figures of a run, or one case's list against what it expected."""

from __future__ import annotations

from typing import Annotated

import typer

from evalcore.cli.options import AsJson, Database, RunName


def command(
    run: RunName,
    *,
    case: Annotated[str | None, typer.Option(help="One case: its list, in order.")] = None,
    db: Database = None,
    as_json: AsJson = False,
) -> None:
    """Show a stored run, or one of its cases. Exit: always 0 when there is something to show.

    Example: unbury show latest --case gd-0142
    """
    from evalcore.cli.abstention_text import abstention_lines
    from evalcore.cli.answer import print_outcome_json
    from evalcore.cli.case_text import check_case, print_case
    from evalcore.cli.verdict_text import print_verdict
    from evalcore.workflows.abstention import abstention_of
    from evalcore.workflows.outcome import Outcome
    from evalcore.workflows.reading import database, open_run

    stored = open_run(database(db), run)
    if case is not None:
        check_case(stored, case)
    if as_json:
        print_outcome_json(Outcome.of_stored(stored), None if case is None else [case])
    elif case is None:
        below = list(abstention_lines(abstention_of(stored)))  # all is known before a verdict shows
        print_verdict(Outcome.of_stored(stored))
        for line in below:
            typer.echo(line)
    else:
        print_case(stored, case)
