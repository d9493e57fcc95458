"""``unbury golden diff``: what changed between two versions of a golden set."""

from __future__ import annotations

from pathlib import Path
from typing import Annotated

import typer

from evalcore.cli.options import AsJson


def command(
    before: Annotated[Path, typer.Argument(help="The earlier version: a golden set or a suite.")],
    after: Annotated[Path, typer.Argument(help="The later version.")],
    *,
    as_json: AsJson = False,
) -> None:
    """Say which cases came, went and changed, and in which of them what is examined changed.

    Example: unbury golden diff golden.jsonl golden-2.jsonl
    """
    from evalcore.workflows.golden_diff import diff_golden

    found = diff_golden(before, after)
    if as_json:
        from evalcore.cli.console import print_json
        from evalcore.views.golden_result import diff_result

        print_json({"before": found.before, "after": found.after, **diff_result(found.versions)})
        return
    from evalcore.cli.golden_text import print_diff

    print_diff(found)
