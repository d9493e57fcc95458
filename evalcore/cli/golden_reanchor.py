"""``unbury golden reanchor``: labels found again after the corpus was cut anew."""

from __future__ import annotations

from pathlib import Path
from typing import Annotated

import typer

from evalcore.cli.golden_options import Golden, Output
from evalcore.cli.options import AsJson


def command(
    golden: Golden,
    *,
    manifest: Annotated[
        Path | None, typer.Option("--manifest", help="The new manifest to look in.")
    ] = None,
    old: Annotated[
        Path | None,
        typer.Option(help="The manifest the labels were made on: it proves where quotes stood."),
    ] = None,
    apply: Annotated[
        Path | None, typer.Option("--apply", help="A patch to apply: it makes the new version.")
    ] = None,
    output: Output = None,
    as_json: AsJson = False,
) -> None:
    """Find each label's quote in a new manifest; write a patch to review, then apply it.

    Only exact anchors are taken by themselves; the rest waits for accept, refuse or retire.

    Example: unbury golden reanchor golden.jsonl --manifest new.jsonl -o golden.patch.jsonl
    """
    from evalcore.cli import golden_patch
    from evalcore.cli.golden_text import print_patch
    from evalcore.errors import UsageError
    from evalcore.workflows.golden_reanchor import make_patch

    if (manifest is None) == (apply is None):
        raise UsageError(
            "give --manifest NEW to make a patch, or --apply PATCH", hint="one of the two"
        )
    if apply is not None:
        golden_patch.apply(golden, apply, output, as_json=as_json)
        return
    made = make_patch(golden, manifest=manifest or Path(), old=old)
    golden_patch.keep(made, golden, output, as_json=as_json, tell=print_patch)
