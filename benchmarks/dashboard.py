"""The dashboard in a real browser: first page, page to page, and actions within a page."""

from __future__ import annotations

import sys
from collections.abc import Callable, Iterator
from dataclasses import dataclass
from functools import partial
from itertools import cycle, islice
from pathlib import Path
from typing import Any

import numpy as np
from browser import Visit, serving, visiting
from jobs import two_runs
from section import Ground, Section
from whole_process import as_installed, run_process

DAMAGED = Path(__file__).resolve().parent.parent / "sample_runs" / "despacho" / "damaged.toml"
"""The sample with more than one failing case."""
ACTIONS, SHORT_ACTIONS = 50, 4
PAGES = ("", "cases", "case", "heatmap", "noise", "symptoms", "golden", "runs")
WORDS = ("plazo", "importe", "norma", "caso", "")


@dataclass(frozen=True, slots=True, kw_only=True)
class Action:
    """Something a reader does again and again on one page, and what a good time for it is."""

    name: str
    page: str
    goal: float
    act: Callable[[Visit, int], Any]
    leaves: bool = False
    """Whether it opens another page, so that the way back, which is not timed, comes between."""
    words: bool = False
    """Whether its time ends with the first words that say something else, not with the drawing."""


def section(ground: Ground) -> Section:
    """A row an action: the sample beside the large run."""
    sample, large = _sample(ground), two_runs(ground)
    repeats = SHORT_ACTIONS if ground.short else ACTIONS
    both = ((sample, "damaged"), (large, "after"))
    measured = [_measured(db, run, ground.folder, repeats) for db, run in both]
    rows = []
    for name, goal in GOALS.items():
        cells = [_told(found.get(name, [])) for found, _ in measured]
        rows.append([name, *cells, f"{goal:.1f} s" if goal else ""])
    rows.append(["memory of the server afterwards", *(f"{m:,.0f} MB" for _, m in measured), ""])
    return Section(
        title="The dashboard",
        text=f"`unbury serve` in Chromium, seconds from the click to the end of drawing, median "
        f"and 95th percentile over {repeats} actions: the sample (69 cases, ten runs) beside two "
        "runs of the large size. The first page is opened on a server that was just started and "
        "has opened no run yet; page to page includes the first visit of each page. Streamlit "
        "itself takes 0.14 s for the smallest action. The noise ceiling is answered in words "
        "first, where the first row ends; its pictures follow.",
        columns=("action", "sample", "large", "goal, 95th percentile at the large size"),
        rows=rows,
    )


def _measured(
    db: Path, run: str, folder: Path, repeats: int
) -> tuple[dict[str, list[float]], float]:
    found: dict[str, list[float]] = {}
    with serving(db, folder) as server, visiting(server) as visit:
        found["first page, server just started"] = [visit.opened(f"/?run={run}")]
        found["page to page"] = [
            visit.timed(partial(visit.follow, page)) for page in islice(cycle(PAGES), repeats)
        ]
        for action in ACTS:
            visit.opened(f"/{action.page}?run={run}")
            found[action.name] = list(_timed(action, visit, repeats))
        return found, server.megabytes


def _timed(action: Action, visit: Visit, repeats: int) -> Iterator[float]:
    for number in range(repeats):
        if action.leaves and number:
            visit.timed(lambda: visit.follow(action.page))
        measure = visit.answered if action.words else visit.timed
        yield measure(partial(action.act, visit, number))


def _filter(visit: Visit, number: int) -> None:
    visit.write("Search", WORDS[number % len(WORDS)])


def _next_case(visit: Visit, _number: int) -> None:
    visit.press_link("Next to repair", "Previous")


def _ceiling(visit: Visit, number: int) -> None:
    visit.slide("ArrowLeft" if number // 3 % 2 == 0 else "ArrowRight")


def _heatmap(visit: Visit, _number: int) -> None:
    visit.click_plot()


ACTS = (
    Action(name="filter the cases", page="cases", goal=0.5, act=_filter),
    Action(name="next case", page="case", goal=0.5, act=_next_case),
    Action(
        name="move the noise ceiling: words",
        page="noise",
        goal=0.5,
        act=_ceiling,
        words=True,
    ),
    Action(name="the same: last picture", page="noise", goal=0.5, act=_ceiling),
    Action(name="click a cell of the heatmap", page="heatmap", goal=1.0, act=_heatmap, leaves=True),
)
GOALS = {
    "first page, server just started": 3.0,
    "page to page": 1.0,
    **{action.name: action.goal for action in ACTS},
}


def _sample(ground: Ground) -> Path:
    db = ground.folder / "sample.db"
    if not db.exists():
        unbury = [sys.executable, "-m", "evalcore"]
        environment = as_installed(ground.folder / "bytecode")
        for job in (["demo", "--no-serve"], ["run", str(DAMAGED), "--label", "damaged"]):
            command = [*unbury, *job, "--db", str(db)]
            run_process(command, environment=environment, allowed=(0, 1, 3, 4))
    return db


def _told(seconds: list[float]) -> str:
    if len(seconds) < 2:
        return "".join(f"{one:.2f} s" for one in seconds)
    middle, late = np.percentile(seconds, [50, 95])
    return f"{middle:.2f} s, {late:.2f} s"
