"""The two ends of a patch, the same for every command that makes one: kept, then applied."""

from __future__ import annotations

from collections.abc import Callable
from pathlib import Path
from typing import TYPE_CHECKING

if TYPE_CHECKING:
    from evalcore.workflows.golden_reanchor import MadePatch

Tell = Callable[["MadePatch", Path, Path | None], None]


def keep(made: MadePatch, golden: Path, output: Path | None, *, as_json: bool, tell: Tell) -> None:
    """Write the patch, where it decides something and has a place to go, and say what is in it."""
    from evalcore.cli.console import print_json
    from evalcore.views.golden_result import patch_result
    from evalcore.workflows.golden_reanchor import save_patch

    if output is not None and made.patch.proposals:
        save_patch(made.patch, output)
    if as_json:
        print_json(patch_result(made.patch.proposals, kept=made.kept))
    else:
        tell(made, golden, output)


def apply(golden: Path, patch: Path, output: Path | None, *, as_json: bool) -> None:
    """Write the new version and say what it took; ``UsageError`` where it has no name."""
    from evalcore.cli.console import print_json
    from evalcore.cli.golden_text import print_applied
    from evalcore.errors import UsageError
    from evalcore.workflows.golden_reanchor import apply_patch

    if output is None:
        raise UsageError("--apply PATCH and -o NEW go together", hint="name the new version")
    applied = apply_patch(golden, patch, output)
    if as_json:
        print_json({"taken": applied.taken, "left": applied.left, "hash": applied.hash})
    else:
        print_applied(applied, output)
