"""The figures of the benchmark as a page: what was compared, how, where, and what came out."""

from __future__ import annotations

import os
import platform
import sqlite3
from collections.abc import Iterator, Sequence
from datetime import UTC, datetime
from importlib.metadata import version
from typing import Any

_METHOD = """\
`unbury import` reads a TREC run and its labels, checks every line, measures every case, works
out the intervals, judges, stores the whole run and commits it to the disk.
[pytrec_eval](https://github.com/cvangysel/pytrec_eval) reads the same two files and scores
recall@10, P@10, RR, nDCG@10 and AP of every case: nothing is checked and nothing is kept. Both are
timed as whole processes, from start to exit, with compiled modules as an installation leaves
them. The turns are interleaved on one machine; figures are medians, and a ratio is the median
of the ratios of the turns, ours by theirs, so that a noisy moment is noisy for both. Ours parses
in two threads: where both cores are free its wall time is below its CPU time, where other work
takes them the two are alike or worse."""


def page(rows: Sequence[dict[str, Any]], command: str) -> str:
    """The whole page in Markdown."""
    return "\n".join(_lines(rows, command)) + "\n"


def _lines(rows: Sequence[dict[str, Any]], command: str) -> Iterator[str]:
    yield "# Performance"
    yield f"\n<!-- written by: {command} -->\n"
    yield _METHOD
    yield "\n| size | results | turns | | wall | CPU | peak memory |\n|---|---|---|---|---|---|---|"
    for row in rows:
        yield from _table_rows(row)
    yield f"\n{_machine()}"
    yield f"\nMeasured on {datetime.now(UTC):%Y-%m-%d} with `{command}`."


def _table_rows(row: dict[str, Any]) -> Iterator[str]:
    results = f"{row['cases']:,} x {row['depth']}"
    ours = _figures(row["unbury"])
    yield f"| {row['size']} | {results} | {row['repeats']} | unbury import {ours}"
    yield f"| | | | pytrec_eval {_figures(row['pytrec_eval'])}"
    ratio = row["ratio"]
    yield (
        f"| | | | **ratio** | **{ratio['wall']:.2f}** | **{ratio['cpu']:.2f}** |"
        f" **{ratio['peak']:.2f}** |"
    )


def _figures(measured: dict[str, float]) -> str:
    return f"| {measured['wall']:.2f} s | {measured['cpu']:.2f} s | {measured['peak']:,.0f} MB |"


def _machine() -> str:
    packages = ", ".join(
        f"{name} {version(name)}"
        for name in ("numpy", "pyarrow", "sqlite-utils", "typer", "pytrec-eval-terrier")
    )
    return (
        f"Machine: {os.cpu_count()} shared cores ({platform.machine()}), {platform.system()}; load"
        f" {os.getloadavg()[2]:.1f} over the last quarter of an hour, this benchmark included."
        f" Python {platform.python_version()}, SQLite {sqlite3.sqlite_version}, {packages}."
    )
