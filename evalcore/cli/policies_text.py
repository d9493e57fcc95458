"""Policy versions in a terminal and as JSON."""

from __future__ import annotations

from collections.abc import Sequence
from typing import Any

from rich.console import Console
from rich.table import Table
from rich.text import Text

from evalcore.formats.policy_table import policy_to_table
from evalcore.workflows.policies import SHORT, Version


def print_versions(versions: Sequence[Version]) -> None:
    """One line a version, newest first, and its reason under it."""
    console = Console(highlight=False, markup=False, emoji=False)
    if not versions:
        console.print("No policy is stored yet: unbury run SUITE stores the one it judges by.")
        return
    table = Table(box=None, padding=(0, 2, 0, 0), header_style="dim")
    for name in ("version", "saved", "runs"):
        table.add_column(name, no_wrap=True)
    table.add_column("signed by, and why")
    for one in versions:
        signed = ": ".join(part for part in (one.policy.author, one.policy.reason) if part)
        table.add_row(
            Text(one.hash[:SHORT]),
            Text(one.saved[:16].replace("T", " ")),
            Text(str(len(one.runs))),
            Text(signed or "– (not signed)"),
        )
    console.print(table)
    console.print(Text("unbury policies HASH prints one; -o FILE writes it.", style="dim"))


def versions_result(versions: Sequence[Version]) -> dict[str, Any]:
    """The versions as one JSON object."""
    return {
        "policies": [
            {
                "version": one.hash,
                "saved": one.saved,
                "author": one.policy.author,
                "reason": one.policy.reason,
                "suites": list(one.suites),
                "runs": list(one.runs),
                "policy": policy_to_table(one.policy),
            }
            for one in versions
        ]
    }
