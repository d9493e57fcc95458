"""``unbury import`` against pytrec_eval, as whole processes, in turns, on the same files.

    python benchmarks/import_trec.py --sizes S M L --repeats 5 --markdown docs/performance.md

Ours reads, validates, measures with intervals, judges and stores, and commits to the disk; the
peer reads and scores. The turns are interleaved, so that a noisy machine is noisy for both; only
the ratios count, each the median over the turns.
"""

from __future__ import annotations

import argparse
import json
import sys
import tempfile
from pathlib import Path
from statistics import median
from typing import Any

from report import page
from trec_data import SIZES, TrecFiles, write_trec
from whole_process import Measure, as_installed, middle, run_process

VERDICTS = (0, 1, 3, 4)
PEER = Path(__file__).with_name("peer_pytrec_eval.py")


def main() -> None:
    """Print a table; with --json, write the figures too."""
    options = _options()
    rows = []
    with tempfile.TemporaryDirectory(prefix="unbury-benchmark-") as folder:
        for name in options.sizes:
            files = write_trec(Path(folder) / name, SIZES[name])
            rows.append(_compare(name, files, Path(folder), options.repeats))
            print(_line(rows[-1]), flush=True)
    if options.json:
        options.json.write_text(json.dumps({"import_trec": rows}, indent=2) + "\n")
    if options.markdown:
        options.markdown.write_text(
            page(rows, f"python benchmarks/import_trec.py {_asked(options)}")
        )


def _options() -> argparse.Namespace:
    parser = argparse.ArgumentParser(description=__doc__.splitlines()[0])
    parser.add_argument("--sizes", nargs="+", choices=tuple(SIZES), default=["S", "M"])
    parser.add_argument("--repeats", type=int, default=5)
    parser.add_argument("--json", type=Path)
    parser.add_argument("--markdown", type=Path)
    return parser.parse_args()


def _asked(options: argparse.Namespace) -> str:
    sizes = " ".join(options.sizes)
    return f"--sizes {sizes} --repeats {options.repeats} --markdown docs/performance.md"


def _compare(name: str, files: TrecFiles, folder: Path, repeats: int) -> dict[str, Any]:
    """Turns of both, after one of each that is not counted."""
    db = folder / f"{name}.db"
    environment = as_installed(folder / "bytecode")
    commands = (_unbury(files, db), [sys.executable, str(PEER), str(files.qrels), str(files.run)])
    turns: list[tuple[Measure, Measure]] = []
    for _ in range(repeats + 1):
        db.unlink(missing_ok=True)
        mine, theirs = (run_process(c, environment=environment, allowed=VERDICTS) for c in commands)
        turns.append((mine, theirs))
    mine, peer = (middle(measures) for measures in zip(*turns[1:], strict=True))
    return {
        "size": name,
        "cases": SIZES[name].cases,
        "depth": SIZES[name].depth,
        "repeats": repeats,
        "unbury": mine.to_plain(),
        "pytrec_eval": peer.to_plain(),
        "ratio": {
            figure: round(median(getattr(a, figure) / getattr(b, figure) for a, b in turns[1:]), 3)
            for figure in ("wall", "cpu", "peak")
        },
        "database_mb": round(db.stat().st_size / 1e6, 1),
    }


def _unbury(files: TrecFiles, db: Path) -> list[str]:
    command = [sys.executable, "-m", "evalcore", "import"]
    return [*command, "--golden", str(files.qrels), "--rankings", str(files.run), "--db", str(db)]


def _line(row: dict[str, Any]) -> str:
    ours, peer, ratio = row["unbury"], row["pytrec_eval"], row["ratio"]
    return (
        f"{row['size']}  {row['cases']:>7,} x {row['depth']:<4}"
        f" unbury {ours['wall']:6.2f} s ({ours['cpu']:6.2f} cpu) {ours['peak']:6.0f} MB"
        f" | pytrec_eval {peer['wall']:6.2f} s ({peer['cpu']:6.2f} cpu) {peer['peak']:6.0f} MB"
        f" | ratio {ratio['wall']:.2f} wall, {ratio['cpu']:.2f} cpu, {ratio['peak']:.2f} memory"
        f" | file {row['database_mb']} MB"
    )


if __name__ == "__main__":
    main()
