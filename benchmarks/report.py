"""The figures of the benchmarks as a page: how, where, and what came out."""

from __future__ import annotations

import os
import platform
import sqlite3
from collections.abc import Sequence
from datetime import UTC, datetime
from importlib.metadata import version

from section import Section

_PACKAGES = ("numpy", "pyarrow", "sqlite-utils", "typer", "streamlit")
_HEAD = """\
# Performance

<!-- written by: {command} -->

Sizes: S is 200 cases with 10 results each, M 6,980 x 100, L 100,000 x 100, XL 6,980 x 1,000.
Compare figures of one table with each other, and never with those of another machine."""


def page(sections: Sequence[Section], command: str) -> str:
    """The whole page in Markdown."""
    parts = [_HEAD.format(command=command), *(one.markdown() for one in sections)]
    parts.append(f"{_machine()}\n\nMeasured on {datetime.now(UTC):%Y-%m-%d} with `{command}`.")
    return "\n\n".join(parts) + "\n"


def _machine() -> str:
    packages = ", ".join(f"{name} {version(name)}" for name in _PACKAGES)
    return (
        f"Machine: {os.cpu_count()} cores ({platform.machine()}), {platform.system()}; load"
        f" {os.getloadavg()[2]:.1f} over the last quarter of an hour, these benchmarks included."
        f" Python {platform.python_version()}, SQLite {sqlite3.sqlite_version}, {packages}."
    )
