"""Every figure of docs/performance.md, measured one after the other.

    python benchmarks/all.py --markdown docs/performance.md       everything, about a quarter hour
    python benchmarks/all.py --only start reading                 some parts, to the terminal
    python benchmarks/all.py --short                              small files: do they still work?

Give it a machine with two free cores and 8 GB. The tools compared with are installed into an
environment of their own (.venv/peers) on the first call.
"""

from __future__ import annotations

import argparse
import importlib
import shutil
import sys
import tempfile
import time
from pathlib import Path

from report import page
from section import Ground, Section

MINUTES = {"start": 0.5, "reading": 6.0, "storing": 1.0, "dashboard": 5.0, "jobs": 2.5}
"""The parts in their order, each a module here, and how long each takes on two free cores."""

DISK = 4_000_000_000
"""Bytes that the files and databases of all parts need at once."""


def main() -> None:
    """Measure the parts; print each as it is done, and write the page."""
    asked = _options()
    if asked.markdown and (asked.short or set(asked.only) != set(MINUTES)):
        sys.exit("--markdown writes the whole page: leave out --only and --short")
    free = shutil.disk_usage(tempfile.gettempdir()).free
    if not asked.short and free < DISK:
        sys.exit(f"{DISK / 1e9:.0f} GB are needed in {tempfile.gettempdir()}; set TMPDIR")
    if not asked.short:
        minutes = sum(MINUTES[name] for name in asked.only)
        print(f"about {minutes:.0f} minutes on two free cores", flush=True)
    with tempfile.TemporaryDirectory(prefix="unbury-benchmark-") as folder:
        ground = Ground(folder=Path(folder), short=asked.short)
        sections = [_measured(name, ground) for name in MINUTES if name in asked.only]
    if asked.markdown:
        command = f"python benchmarks/all.py --markdown {asked.markdown}"
        asked.markdown.write_text(page(sections, command), encoding="utf-8")


def _options() -> argparse.Namespace:
    parser = argparse.ArgumentParser(description=__doc__.splitlines()[0])
    parser.add_argument("--only", nargs="+", choices=tuple(MINUTES), default=list(MINUTES))
    parser.add_argument("--short", action="store_true", help="small files, figures mean nothing")
    parser.add_argument("--markdown", type=Path, help="write the page here")
    return parser.parse_args()


def _measured(name: str, ground: Ground) -> Section:
    started = time.perf_counter()
    found: Section = importlib.import_module(name).section(ground)
    print(f"\n{found.markdown()}\n\n({name}: {time.perf_counter() - started:.0f} s)", flush=True)
    return found


if __name__ == "__main__":
    main()
