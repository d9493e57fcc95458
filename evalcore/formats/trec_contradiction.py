"""What to tell a person whose TREC run has ranks that say one order and scores another."""

from __future__ import annotations

import numpy as np

from evalcore.errors import MAX_PROBLEMS_SHOWN
from evalcore.formats.findings import Findings
from evalcore.formats.trec_lists import TrecLists
from evalcore.formats.trec_order import Arranged, by_score
from evalcore.metrics.order import contradictions, runs_backwards
from evalcore.model.ranking import Rankings
from evalcore.model.words import Direction, Order

_SHOWN = 3


def say_contradictions(
    rankings: Rankings,
    direction: Direction,
    *,
    lists: TrecLists,
    arranged: Arranged,
    findings: Findings,
) -> None:
    """Note the first cases whose scores get better down the list, with both of their orders."""
    rows = contradictions(rankings, direction)
    if not len(rows):
        return
    hint = _way_out(rankings, direction)
    better = by_score(arranged, lists, order=Order.SCORE, direction=direction)
    for count, row in enumerate(rows[:MAX_PROBLEMS_SHOWN].tolist()):
        start, end = int(rankings.starts[row]), int(rankings.starts[row + 1])
        ranked = _listed(lists, arranged, start, end)
        scored = _listed(lists, better, start, end)
        many = f" ({len(rows):,} of {len(rankings):,} cases do)" if not count else ""
        findings.add(
            f'ranks and scores of case "{rankings.case_ids[row]}" contradict each other{many}:'
            f" by rank {ranked}; by score {scored}",
            hint,
            line=lists.lines.at(arranged.row(_first_step_up(rankings, direction, start, end))),
            at="score",
        )


def _way_out(rankings: Rankings, direction: Direction) -> str:
    choose = "say which one counts: --order rank, --order score, or --order trec"
    if not runs_backwards(rankings, direction):
        return choose
    if direction is Direction.LOWER:
        return f"the scores fall with rank everywhere: --direction higher; else {choose}"
    return (
        "the scores rise with rank everywhere, as distances do: --direction lower if smaller is"
        f" better; else {choose}"
    )


def _first_step_up(rankings: Rankings, direction: Direction, start: int, end: int) -> int:
    scores = np.zeros(0) if rankings.scores is None else rankings.scores[start:end]
    steps = np.diff(scores) if direction is Direction.HIGHER else -np.diff(scores)
    return start + 1 + int(np.argmax(steps > 0))


def _listed(lists: TrecLists, arranged: Arranged, start: int, end: int) -> str:
    rows = [arranged.row(place) for place in range(start, min(end, start + _SHOWN))]
    shown = [f"{lists.chunk_ids[lists.chunks[row]]} {lists.scores[row]:g}" for row in rows]
    return ", ".join([*shown, "..."] if end - start > _SHOWN else shown)
