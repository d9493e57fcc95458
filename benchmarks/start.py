"""What starting costs: seconds of CPU of the shortest commands, as whole processes."""

from __future__ import annotations

import sys

from section import Ground, Section
from whole_process import as_installed, middle, run_process

TURNS = 7
VERDICTS = (0, 1, 3, 4)
GOALS = {"unbury --help": 0.3, "unbury import (S, 200 x 10)": 1.0}


def section(ground: Ground) -> Section:
    """A row a command, with the goal it is held against."""
    files, db = ground.trec("S"), ground.folder / "start.db"
    environment = as_installed(ground.folder / "bytecode")
    unbury = [sys.executable, "-m", "evalcore"]
    brought = ["--golden", str(files.qrels), "--rankings", str(files.run), "--db", str(db)]
    commands = ([*unbury, "--help"], [*unbury, "import", *brought])
    rows = []
    for name, command in zip(GOALS, commands, strict=True):
        measures = []
        for _ in range(TURNS + 1):
            db.unlink(missing_ok=True)
            measures.append(run_process(command, environment=environment, allowed=VERDICTS))
        one = middle(measures[1:])
        goal = f"< {GOALS[name]} s"
        rows.append([name, f"{one.cpu:.2f} s", goal, f"{one.wall:.2f} s", f"{one.peak:,.0f} MB"])
    return Section(
        title="Start",
        text="Medians of whole processes, after one turn that is not counted. What they import is "
        "watched by tests/house/test_start_up.py, which counts modules and not time.",
        columns=("command", "CPU", "goal", "wall", "peak memory"),
        rows=rows,
    )
