"""``unbury export``: a run as one file, for another machine or another tool."""

from __future__ import annotations

from pathlib import Path
from typing import Annotated

import typer

from evalcore.cli.options import AsJson, Database, RunName
from evalcore.errors import UsageError
from evalcore.formats.registry import names


def command(
    run: RunName,
    *,
    output: Annotated[str, typer.Option("-o", "--output", help="The file, or a URL (bundles).")],
    trec: Annotated[bool, typer.Option("--trec", help="The lists as a TREC run.")] = False,
    csv: Annotated[bool, typer.Option("--csv", help="The results for a spreadsheet.")] = False,
    jsonl: Annotated[bool, typer.Option("--jsonl", help="The lists, nothing lost.")] = False,
    format_: Annotated[
        str | None,
        typer.Option("--format", help=f"The lists as {', '.join(names('writes_rankings'))}."),
    ] = None,
    labels: Annotated[
        bool, typer.Option("--labels", help="The labels instead of the lists; also as beir.")
    ] = False,
    sample: Annotated[int, typer.Option(min=1, help="Which sample, in formats of one.")] = 1,
    db: Database = None,
    as_json: AsJson = False,
) -> None:
    """Write a run as a bundle for unbury merge, or its lists for other tools.

    A bundle holds everything of the run but paths of this machine.

    Example: unbury export latest -o friday.unbury
    """
    from evalcore.cli.console import print_json
    from evalcore.workflows.reading import database

    name = _format(trec=trec, csv=csv, jsonl=jsonl, named=format_)
    if name is None and labels:
        name = "jsonl"
    if name is None:
        from evalcore.workflows.export_run import export_bundle

        done = export_bundle(database(db), run, output)
    else:
        from evalcore.workflows.export_lists import export_lists

        path = Path(output)
        done = export_lists(database(db), run, path, format_name=name, labels=labels, sample=sample)
    if as_json:
        notes = list(done.notes)
        print_json({"run": done.run_id, "file": done.place, "bytes": done.size, "notes": notes})
        return
    typer.echo(f"{done.run_id} -> {done.place}" + (f", {done.size:,} bytes" if done.size else ""))
    for note in done.notes:
        typer.echo(f"  {note}")


def _format(*, trec: bool, csv: bool, jsonl: bool, named: str | None) -> str | None:
    asked = [name for name, said in (("trec", trec), ("csv", csv), ("jsonl", jsonl)) if said]
    asked += [] if named is None else [named]
    if len(asked) > 1:
        raise UsageError("one file has one format", hint=f"keep one of: {', '.join(asked)}")
    return asked[0] if asked else None
