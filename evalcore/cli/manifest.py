"""``unbury manifest``: the list of what an index holds, pulled from it."""

from __future__ import annotations

from pathlib import Path
from typing import Annotated

import typer

from evalcore.cli.options import AsJson


def command(
    suite: Annotated[Path, typer.Argument(help="The suite; its retriever says where to look.")],
    *,
    output: Annotated[Path, typer.Option("-o", "--output", help="The manifest, .jsonl.")],
    as_json: AsJson = False,
) -> None:
    """Write every chunk of a suite's index as a manifest, in the order of the ids.

    Fields are mapped by [retriever.fields]. Nothing is written to the index.

    Example: unbury manifest suite.toml -o chunks.jsonl
    """
    from evalcore.cli.console import print_json, progress_bar
    from evalcore.workflows.manifest_pull import pull_manifest

    with progress_bar(quiet=as_json) as progress:
        pulled = pull_manifest(suite, output, progress=progress)
    if as_json:
        print_json(
            {"manifest": str(output), "chunks": pulled.chunks, "fields": dict(pulled.fields)}
        )
        return
    typer.echo(f"{output}: {pulled.chunks} chunks")
    for name, said in pulled.fields.items():
        typer.echo(f"  {name:<15} {said}/{pulled.chunks}")
