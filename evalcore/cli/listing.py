"""How ``--help`` lists commands: each with its whole first sentence, on two lines where needed."""

from __future__ import annotations

from typing import Any

import typer
from typer.core import TyperGroup

_WHOLE = 1_000


class WholeSentences(TyperGroup):
    """A group of commands whose sentences are wrapped; Typer's own are cut at the line's end."""

    def format_commands(self, ctx: typer.Context, formatter: Any) -> None:  # type: ignore[override]  # Typer keeps its own Context private
        """Write the list of commands."""
        found = ((name, self.get_command(ctx, name)) for name in self.list_commands(ctx))
        rows = [(name, one.get_short_help_str(_WHOLE)) for name, one in found if one is not None]
        with formatter.section("Commands"):
            formatter.write_dl(rows)
