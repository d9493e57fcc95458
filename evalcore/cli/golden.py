"""``unbury golden``: the commands that keep a golden set alive, registered by name."""

from __future__ import annotations

from collections.abc import Callable

import typer

from evalcore.cli import (
    golden_add,
    golden_check,
    golden_diff,
    golden_drift,
    golden_quote,
    golden_reanchor,
    golden_schema,
    golden_split,
    golden_unlock,
)
from evalcore.cli.listing import WholeSentences

app = typer.Typer(
    cls=WholeSentences,
    help="Keep a golden set alive: check it, re-anchor it, let it grow, keep part of it blind.\n\n"
    "Example: unbury golden check suite.toml",
    no_args_is_help=True,
    rich_markup_mode=None,
)

COMMANDS: dict[str, Callable[..., None]] = {
    "check": golden_check.command,
    "reanchor": golden_reanchor.command,
    "quote": golden_quote.command,
    "split": golden_split.command,
    "unlock": golden_unlock.command,
    "add": golden_add.command,
    "drift": golden_drift.command,
    "diff": golden_diff.command,
    "schema": golden_schema.command,
}
for name, command in COMMANDS.items():
    app.command(name)(command)
