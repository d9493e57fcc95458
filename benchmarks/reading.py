"""``unbury import`` beside pytrec_eval, ir_measures and ranx: whole processes on the same files."""

from __future__ import annotations

import sys
from collections.abc import Sequence
from pathlib import Path
from statistics import median

from peers import Peer, installed
from section import Ground, Section
from trec_data import SIZES, TrecFiles
from whole_process import Measure, as_installed, middle, run_process

SIZE_TURNS = {"S": 5, "M": 5, "XL": 3, "L": 3}
ONCE, TWICE = 1, 2
VERDICTS = (0, 1, 3, 4)
MILLION = 1_000_000
_TEXT = """\
`unbury import` reads a TREC run and its labels, checks every line, measures every case, works
out the intervals, judges, stores the whole run and commits it to the disk. The others read the
same two files and score recall@10, P@10, RR, nDCG@10 and AP of every case: nothing is checked and
nothing is kept. All are timed as whole processes, from start to exit, with compiled modules as an
installation leaves them, after one turn that is not counted (it compiles ranx). The turns are
interleaved; figures are medians, and a ratio is the median of the ratios of the turns, ours by
theirs. ir_measures and ranx take two turns, at XL
and L one. Ours parses in two threads."""


def section(ground: Ground) -> Section:
    """The table over all sizes, and what a million results cost at each of them."""
    ready, missing = installed()
    sizes = ["S"] if ground.short else list(SIZE_TURNS)
    environment = as_installed(ground.folder / "bytecode")
    rows: list[list[str]] = []
    costs: dict[str, Measure] = {}
    for size in sizes:
        files = ground.trec(size)
        ours, theirs = _turns(ground, size, files, ready, environment)
        costs[size] = middle(ours)
        rows += _rows(size, ours, theirs)
    return Section(
        title="Reading and scoring",
        text=_TEXT,
        columns=("size", "results", "turns", "", "wall", "CPU", "peak memory", "ours by theirs"),
        rows=rows,
        notes=[_linear(costs), *missing],
    )


def _turns(
    ground: Ground,
    size: str,
    files: TrecFiles,
    peers: Sequence[Peer],
    environment: dict[str, str],
) -> tuple[list[Measure], dict[str, list[Measure]]]:
    """Our measures turn by turn, and theirs; a slow peer stops after its only turn."""
    db = ground.folder / f"{size}.db"
    ours: list[Measure] = []
    theirs: dict[str, list[Measure]] = {peer.name: [] for peer in peers}
    large = SIZES[size].cases * SIZES[size].depth > MILLION
    for turn in range(SIZE_TURNS[size] + 1):
        counted = turn > 0
        db.unlink(missing_ok=True)
        mine = run_process(_unbury(files, db), environment=environment, allowed=VERDICTS)
        if counted:
            ours.append(mine)
        for peer in peers:
            if peer.slow and turn > (ONCE if large else TWICE):
                continue
            if peer.slow and turn == 0 and large:
                continue  # a smaller size compiled it
            command = [*peer.command, str(files.qrels), str(files.run)]
            measured = run_process(command, environment=environment)
            if counted:
                theirs[peer.name].append(measured)
    return ours, theirs


def _unbury(files: TrecFiles, db: Path) -> list[str]:
    command = [sys.executable, "-m", "evalcore", "import"]
    return [*command, "--golden", str(files.qrels), "--rankings", str(files.run), "--db", str(db)]


def _rows(size: str, ours: Sequence[Measure], theirs: dict[str, list[Measure]]) -> list[list[str]]:
    results = f"{SIZES[size].cases:,} x {SIZES[size].depth:,}"
    rows = [[size, results, str(len(ours)), "**unbury import**", *_figures(middle(ours)), ""]]
    for name, measures in theirs.items():
        pairs = list(zip(ours, measures, strict=False))
        ratios = (median(getattr(a, f) / getattr(b, f) for a, b in pairs) for f in FIGURES)
        wall, cpu, peak = ratios
        told = f"**{wall:.2f}** wall, {cpu:.2f} CPU, {peak:.2f} memory"
        rows.append(["", "", str(len(measures)), name, *_figures(middle(measures)), told])
    return rows


FIGURES = ("wall", "cpu", "peak")


def _figures(one: Measure) -> list[str]:
    return [f"{one.wall:.2f} s", f"{one.cpu:.2f} s", f"{one.peak:,.0f} MB"]


def _linear(costs: dict[str, Measure]) -> str:
    """Whether the cost grows with the results: CPU seconds a million, size by size."""
    each = []
    for size, cost in costs.items():
        results = SIZES[size].cases * SIZES[size].depth
        start = costs["S"].cpu if size != "S" else 0.0
        each.append(f"{size} {(cost.cpu - start) / results * MILLION:.2f}")
    return (
        "CPU seconds for each million results, above what the smallest import takes (S itself is "
        "start-up): " + ", ".join(each) + "."
    )
