"""The history in a terminal."""

from __future__ import annotations

from collections.abc import Sequence

from rich.console import Console
from rich.table import Table
from rich.text import Text

from evalcore.model.run import RunRecord
from evalcore.model.words import Decision

_STYLE = {Decision.ACCEPT.value: "green", Decision.BLOCK.value: "bold red"}


def print_runs(records: Sequence[RunRecord]) -> None:
    """One line a run."""
    console = Console(highlight=False, markup=False, emoji=False)
    if not records:
        console.print("No run is stored yet: unbury run SUITE, or unbury demo.")
        return
    several = len({record.suite for record in records}) > 1
    table = Table(box=None, padding=(0, 2, 0, 0), header_style="dim")
    for name in ("label", "verdict", "n/N", "index of", "finished", "run"):
        table.add_column(name, no_wrap=True)
    if several:
        table.add_column("suite")
    for record in records:
        cells = [
            Text(record.label or "–"),
            Text(record.decision, style=_STYLE.get(record.decision, "yellow")),
            Text(f"{record.measured}/{record.counted}"),
            Text("" if record.on is None else record.on.isoformat()),
            Text(record.finished[:16].replace("T", " ")),
            Text(record.id, style="dim"),
        ]
        table.add_row(*cells, *([Text(record.suite)] if several else []))
    console.print(table)
