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
    from evalcore.cli import golden_patch
    from evalcore.cli.golden_text import print_quotes
    from evalcore.workflows.golden_reanchor import make_quotes

    if apply is not None:
        golden_patch.apply(golden, apply, output, as_json=as_json)
        return
    made = make_quotes(golden, manifest=manifest)
    golden_patch.keep(made, golden, output, as_json=as_json, tell=print_quotes)
