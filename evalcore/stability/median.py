"""The run that stands for several: the one in the middle, never the best one seen."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass
from fractions import Fraction


@dataclass(frozen=True, slots=True, kw_only=True)
class Repetition:
    """A run among its repetitions: its mean quality (0 to 100) and its start, ISO 8601 in UTC."""

    run_id: str
    quality: Fraction
    started: str


def median_run(runs: Sequence[Repetition]) -> str:
    """The id of the run whose mean quality is in the middle (design.md, section 9).

    Of an even number the lower of the two middle ones, so that a lucky run never sets the bar.
    Of runs with that same mean, the earlier. ``ValueError`` without runs.
    """
    if not runs:
        raise ValueError("the median of no runs is not defined")
    ordered = sorted(runs, key=lambda run: run.quality)
    middle = ordered[(len(ordered) - 1) // 2].quality
    equal = [run for run in runs if run.quality == middle]
    return min(equal, key=lambda run: (run.started, run.run_id)).run_id
