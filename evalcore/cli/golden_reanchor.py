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
    from evalcore.cli.console import print_json
    from evalcore.cli.golden_text import print_applied, print_patch
    from evalcore.errors import UsageError
    from evalcore.views.golden_result import patch_result
    from evalcore.workflows.golden_reanchor import apply_patch, make_patch, save_patch

    if (manifest is None) == (apply is None):
        raise UsageError(
            "give --manifest NEW to make a patch, or --apply PATCH", hint="one of the two"
        )
    if apply is not None:
        if output is None:
            raise UsageError("--apply PATCH and -o NEW go together", hint="name the new version")
        applied = apply_patch(golden, apply, output)
        if as_json:
            print_json({"taken": applied.taken, "left": applied.left, "hash": applied.hash})
        else:
            print_applied(applied, output)
        return
    made = make_patch(golden, manifest=manifest or Path(), old=old)
    if output is not None and made.patch.proposals:
        save_patch(made.patch, output)
    if as_json:
        print_json(patch_result(made.patch.proposals, kept=made.kept))
    else:
        print_patch(made, golden, output)
