"""The task list in a terminal, and as the texts that are exported."""

from __future__ import annotations

from collections.abc import Sequence
from pathlib import Path

import typer
from rich.console import Console
from rich.table import Table
from rich.text import Text

from evalcore.errors import UsageError
from evalcore.model.repair import Task
from evalcore.workflows.tasks import Applied


def print_tasks(tasks: Sequence[Task]) -> None:
    """One line a task, newest first."""
    console = Console(highlight=False, markup=False, emoji=False)
    if not tasks:
        console.print("No repair is on the list yet: try one on the page of a failed case.")
        return
    table = Table(box=None, padding=(0, 2, 0, 0), header_style="dim")
    for name in ("task", "status", "case", "chunk", "edit", "rank", "worse", "accepted by"):
        table.add_column(name)
    for task in tasks:
        table.add_row(*(Text(cell) for cell in _cells(task)))
    console.print(table)


def export(db: Path, tasks: Sequence[Task], *, markdown: bool, jsonl: bool) -> None:
    """The list on standard output: Markdown, JSON Lines, or one JSON object."""
    from evalcore.cli.console import print_data, print_json
    from evalcore.views.language import Translator
    from evalcore.views.tasks import as_jsonl, as_markdown, as_objects, task_rows
    from evalcore.workflows.tasks import questions_of

    if markdown:
        translator = Translator()
        typer.echo(as_markdown(task_rows(tasks, questions_of(db, tasks), translator), translator))
    elif jsonl:
        print_data(as_jsonl(tasks))
    else:
        print_json({"tasks": as_objects(tasks)})


def sole_suite(tasks: Sequence[Task]) -> None:
    """Raise ``UsageError`` where tasks of several suites would be made on one manifest."""
    suites = sorted({task.suite for task in tasks})
    if not suites:
        raise UsageError("no repair is on the list", hint="accept one on the page of a failed case")
    if len(suites) > 1:
        raise UsageError(
            f"the list holds tasks of {len(suites)} suites", hint=f"give --suite {suites[0]}"
        )


def print_applied(applied: Applied, output: Path) -> None:
    """What was made, and what to do next."""
    typer.echo(f"{output}: {len(applied.made)} tasks made.")
    if applied.already:
        typer.echo(f"{len(applied.already)} stood there already.")
    typer.echo(f"Now run the suite on it: unbury run SUITE --manifest {output}")


def _cells(task: Task) -> tuple[str, ...]:
    here, tried = task.tried.here, task.tried
    turned = " passes" if here.after.passes and not here.before.passes else ""
    return (
        str(task.key),
        task.status.value,
        task.case_id,
        task.before.chunk_id,
        ", ".join(edit.value for edit in tried.edits),
        f"{here.before.rank or '–'} → {here.after.rank or '–'}{turned}",
        f"{len(tried.worse)} of {tried.checked}",
        f"{task.author}, {task.written[:10]}",
    )
