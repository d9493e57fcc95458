"""``unbury gate``: judge a stored run again."""

from __future__ import annotations

from pathlib import Path
from typing import Annotated

import typer

from evalcore.cli.options import AsJson, BaselineName, Database, RunName
from evalcore.cli.outputs import Github, Junit, Markdown


def command(
    run: RunName,
    *,
    policy: Annotated[
        Path | None, typer.Option(help="Judge by this policy instead of the run's own.")
    ] = None,
    policy_version: Annotated[
        str | None,
        typer.Option(metavar="HASH", help="Judge by a stored version: unbury policies."),
    ] = None,
    baseline: BaselineName = None,
    junit: Junit = None,
    markdown: Markdown = None,
    github: Github = False,
    db: Database = None,
    as_json: AsJson = False,
) -> None:
    """Judge a stored run again; the new verdict is appended, old ones stay.

    Example: unbury gate latest --policy stricter.toml
    """
    from evalcore.cli.answer import answer
    from evalcore.cli.outputs import Outputs, write_outputs
    from evalcore.errors import UsageError
    from evalcore.workflows import policies
    from evalcore.workflows.gate_run import gate_run
    from evalcore.workflows.reading import database

    if policy is not None and policy_version is not None:
        raise UsageError("one policy at a time", hint="give --policy or --policy-version")
    where = database(db)
    chosen = policy if policy_version is None else policies.version(where, policy_version)
    outcome = gate_run(where, run, policy=chosen, baseline=baseline)
    outputs = Outputs(junit=junit, markdown=markdown, github=github)
    write_outputs(where, outcome.run_id, outputs)
    answer(outcome, as_json=as_json)
