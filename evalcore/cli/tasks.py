"""``unbury tasks``: the accepted repairs, to read, to export, and to make on a manifest."""

from __future__ import annotations

from pathlib import Path
from typing import Annotated

import typer

from evalcore.cli.options import AsJson, Database, signer


def command(
    *,
    suite: Annotated[
        str | None, typer.Option(help="Only this suite's; needed to apply where there are several.")
    ] = None,
    markdown: Annotated[
        bool, typer.Option("--markdown", help="The list for those who do the repairs.")
    ] = False,
    jsonl: Annotated[
        bool, typer.Option("--jsonl", help="One JSON object a task, for other tools.")
    ] = False,
    apply: Annotated[
        Path | None, typer.Option("--apply", help="A manifest to copy with the open tasks made.")
    ] = None,
    output: Annotated[
        Path | None, typer.Option("--output", "-o", help="The repaired copy, JSON Lines.")
    ] = None,
    done: Annotated[int | None, typer.Option(help="Mark this task as done.")] = None,
    drop: Annotated[int | None, typer.Option(help="Mark this task as dropped.")] = None,
    author: Annotated[str | None, typer.Option(help="Who marks it; else the login name.")] = None,
    db: Database = None,
    as_json: AsJson = False,
) -> None:
    """List the repairs that were accepted on the bench; export them; make them on a manifest.

    Example: unbury tasks --apply chunks.jsonl -o repaired.jsonl
    """
    from evalcore.cli.tasks_text import export, print_applied, print_tasks, sole_suite
    from evalcore.errors import UsageError
    from evalcore.model.repair import TaskStatus
    from evalcore.workflows.reading import database
    from evalcore.workflows.tasks import apply_tasks, mark_task, tasks_of

    chosen = [markdown, jsonl, as_json, apply is not None, done is not None, drop is not None]
    if sum(chosen) > 1:
        raise UsageError("one answer at a time", hint="see unbury tasks --help")
    if (apply is None) != (output is None):
        raise UsageError("--apply MANIFEST and -o NEW go together", hint="name both files")
    where = database(db)
    for key, status in ((done, TaskStatus.DONE), (drop, TaskStatus.DROPPED)):
        if key is not None:
            task = mark_task(where, key, status=status, author=signer(author, "--author"))
            typer.echo(f"Task {task.key} is {task.status.value}.")
            return
    tasks = tasks_of(where, suite)
    if apply is not None and output is not None:
        sole_suite(tasks)
        print_applied(apply_tasks(apply, output, tasks), output)
    elif markdown or jsonl or as_json:
        export(where, tasks, markdown=markdown, jsonl=jsonl)
    else:
        print_tasks(tasks)
