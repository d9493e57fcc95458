"""``unbury golden quote``: quotes proposed for labels that have none."""

from __future__ import annotations

from pathlib import Path
from typing import Annotated

import typer

from evalcore.cli.golden_options import Golden, ItsManifest, Output
from evalcore.cli.options import AsJson


def command(
    golden: Golden,
    *,
    manifest: ItsManifest = None,
    apply: Annotated[
        Path | None, typer.Option("--apply", help="A patch of quotes to apply.")
    ] = None,
    output: Output = None,
    as_json: AsJson = False,
) -> None:
    """Propose a short, distinctive quote for each label without one, while its chunk stands.

    A person accepts them in the patch; --apply writes the new version.

    Example: unbury golden quote golden.jsonl --manifest chunks.jsonl -o quotes.patch.jsonl
    """
    from evalcore.cli.console import print_json
    from evalcore.cli.golden_text import print_applied, print_quotes
    from evalcore.errors import UsageError
    from evalcore.views.golden_result import patch_result
    from evalcore.workflows.golden_reanchor import apply_patch, make_quotes, save_patch

    if apply is not None:
        if output is None:
            raise UsageError("--apply PATCH and -o NEW go together", hint="name the new version")
        applied = apply_patch(golden, apply, output)
        if as_json:
            print_json({"taken": applied.taken, "left": applied.left, "hash": applied.hash})
        else:
            print_applied(applied, output)
        return
    made = make_quotes(golden, manifest=manifest)
    if output is not None and made.patch.proposals:
        save_patch(made.patch, output)
    if as_json:
        print_json(patch_result(made.patch.proposals, kept=made.kept))
    else:
        print_quotes(made, golden, output)
