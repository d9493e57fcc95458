"""What a rankings file gives: one set of rankings for each sample, checked against itself."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass

import numpy as np

from evalcore.formats.findings import Findings
from evalcore.metrics.order import contradictions, reorder, runs_backwards
from evalcore.model.ranking import Rankings
from evalcore.model.words import Direction, Order

_NAMED = 5


@dataclass(frozen=True, eq=False, kw_only=True)
class RankingFile:
    """The samples of a rankings file in the order of their numbers; ``notes`` are for people."""

    samples: tuple[Rankings, ...]
    format: str
    notes: tuple[str, ...] = ()


@dataclass(frozen=True, slots=True)
class Asked:
    """What the person said about the file: which order it means, which scores are better."""

    order: Order | None = None
    direction: Direction = Direction.HIGHER


def in_order(
    rankings: Rankings, asked: Asked, findings: Findings, lines: Mapping[str, int] | None = None
) -> Rankings:
    """The rankings in the order asked for.

    Where nothing was asked and the scores contradict the given order, that goes to
    ``findings`` with the first few cases named: it is for the person to say which is meant.
    """
    if asked.order is not None:
        return reorder(rankings, asked.order, asked.direction)
    rows = contradictions(rankings, asked.direction)
    if len(rows):
        first = rankings.case_ids[int(rows[0])]
        what, hint = _contradiction(rankings, rows.tolist(), asked.direction)
        findings.add(what, hint, line=(lines or {}).get(first), at="score")
    return rankings


def _contradiction(rankings: Rankings, rows: list[int], direction: Direction) -> tuple[str, str]:
    named = "; ".join(_both_orders(rankings, row, direction) for row in rows[:_NAMED])
    more = f"; and {len(rows) - _NAMED} more" if len(rows) > _NAMED else ""
    if runs_backwards(rankings, direction):
        rise, other = ("rise", "lower") if direction is Direction.HIGHER else ("fall", "higher")
        hint = f"say --direction {other} if {other} scores are better here"
        return f"scores {rise} with rank, cases {len(rows)}: {named}{more}", hint
    return (
        f"order and scores contradict each other, cases {len(rows)}: {named}{more}",
        "say --order rank to keep the given order, or --order score to sort by score",
    )


def _both_orders(rankings: Rankings, row: int, direction: Direction) -> str:
    """The first place of a list where the order and the scores part, as both put it."""
    start, stop = int(rankings.starts[row]), int(rankings.starts[row + 1])
    scores = np.zeros(0) if rankings.scores is None else rankings.scores[start:stop]
    sign = 1 if direction is Direction.HIGHER else -1
    place = int(np.argmax(np.diff(scores) * sign > 0))
    upper, lower = f"rank {place + 1} scores {scores[place]:g}", f"rank {place + 2} scores"
    return f"{rankings.case_ids[row]} ({upper}, {lower} {scores[place + 1]:g})"
