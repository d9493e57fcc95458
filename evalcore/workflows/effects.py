"""What a repair does to each case: the same case in two examinations."""

from __future__ import annotations

from collections.abc import Iterator, Mapping
from dataclasses import dataclass
from enum import StrEnum

import numpy as np

from evalcore.model.examination import Examination
from evalcore.model.policy import Policy
from evalcore.model.repair import Effect, Moved, Standing
from evalcore.model.words import State

_CLEAR = (State.PASS, State.FAIL, State.LOST, State.BROKEN)
"""States that say what came of a case; anything else cannot be compared."""

Ranks = Mapping[str, int | None]
"""Rank of the repaired chunk by case id; a case without a list is not in it."""


class Turn(StrEnum):
    """Which way a case went."""

    WORSE = "worse"
    IMPROVED = "improved"
    SAME = "same"
    UNKNOWN = "unknown"


@dataclass(frozen=True, eq=False, kw_only=True)
class Side:
    """One side of the comparison: an examination, and where it has the repaired chunk."""

    examination: Examination
    ranks: Ranks

    def standing(self, index: int) -> Standing:
        """What the case at ``index`` gets."""
        examination, state = self.examination, self.examination.state_of(index)
        measured = examination.measured
        return Standing(
            rank=self.ranks.get(examination.cases[index].id),
            recall=measured.recall.at(index),
            quality=measured.quality.at(index),
            passes=state is State.PASS,
            state=state,
            noise=measured.noise.at(index),
        )

    def expected(self, index: int) -> dict[str, int | None]:
        """Rank of every relevant chunk of a case, in label order."""
        placements = self.examination.samples[0].placements
        labels, least = placements.labels, self.examination.exam.min_grade
        rows = np.flatnonzero((labels.case == index) & (labels.grade >= least)).tolist()
        return {labels.chunk_ids[row]: int(placements.rank[row]) or None for row in rows}


def effect(before: Side, after: Side, index: int) -> Effect:
    """One case on both sides."""
    ranks = after.expected(index)
    return Effect(
        case_id=before.examination.cases[index].id,
        before=before.standing(index),
        after=after.standing(index),
        expected=tuple(
            Moved(chunk_id=chunk_id, before=rank, after=ranks.get(chunk_id))
            for chunk_id, rank in before.expected(index).items()
        ),
    )


def turn(told: Effect, policy: Policy, *, domain: str | None) -> Turn:
    """Which way a case went.

    Passing or failing decides; then quality, then the noise ceiling, then the ranks of the
    expected chunks. A case that loses one rank and gains another has lost something.
    """
    before, after = told.before, told.after
    if before.state not in _CLEAR or after.state not in _CLEAR:
        return Turn.UNKNOWN
    if before.passes != after.passes:
        return Turn.IMPROVED if after.passes else Turn.WORSE
    signs = {*_of_figures(told, policy, domain), *_of_ranks(told)}
    if -1 in signs:
        return Turn.WORSE
    return Turn.IMPROVED if 1 in signs else Turn.SAME


def _of_figures(told: Effect, policy: Policy, domain: str | None) -> Iterator[int]:
    before, after = told.before, told.after
    for old, new in ((before.quality, after.quality), (before.recall, after.recall)):
        if old is not None and new is not None:
            yield (new > old) - (new < old)
    if before.state is State.PASS:
        ceiling = policy.noise.ceiling_for(domain)
        over = [side.noise is not None and side.noise > ceiling for side in (before, after)]
        yield over[0] - over[1]


def _of_ranks(told: Effect) -> Iterator[int]:
    """Steps of each expected chunk; among those not found a step is up or down as well."""
    for moved in told.expected:
        old, new = (np.inf if it is None else it for it in (moved.before, moved.after))
        yield int(new < old) - int(new > old)
