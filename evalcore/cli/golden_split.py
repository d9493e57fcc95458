"""``unbury golden split``: part of the cases kept blind."""

from __future__ import annotations

from typing import Annotated

import typer

from evalcore.cli.golden_options import Golden, Output
from evalcore.cli.options import AsJson


def command(
    golden: Golden,
    *,
    share: Annotated[str, typer.Option(help="The blind share, 20% to 30%.")] = "25%",
    output: Output = None,
    as_json: AsJson = False,
) -> None:
    """Reserve 20 to 30 % of the active cases, spread over categories and difficulties.

    Sides are written into the file and never change; run it again after adding cases.

    Example: unbury golden split golden.jsonl --share 25% -o golden-split.jsonl
    """
    from evalcore.cli.console import print_json
    from evalcore.errors import UsageError
    from evalcore.views.golden_result import share_of
    from evalcore.workflows.golden_grow import split_golden

    if output is None:
        raise UsageError("say where the new version goes", hint="give -o NEW")
    made = split_golden(golden, output, share=share_of(share))
    if as_json:
        print_json(
            {
                "active": made.active,
                "blind": made.blind,
                "decided": made.decided,
                "hash": made.hash,
            }
        )
        return
    percent = 100 * made.blind / max(1, made.active)
    typer.echo(f"{output}: {made.blind} of {made.active} cases are blind ({percent:.1f} %).")
    typer.echo(f"{made.decided} got their side now; the others kept theirs.")
    typer.echo(f"version {made.hash[:12]}")
    typer.echo("They run only with: unbury run SUITE --blind")
