"""Could the system know that it does not know: does the best score tell the two apart.

The top score of questions that have an answer beside that of questions that have none. It holds
for the one retriever and embedder it was measured on, is advisory, and is silent for few cases
(design.md, section 4).
"""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from dataclasses import asdict, dataclass
from typing import Any

import numpy as np
import numpy.typing as npt

from evalcore.model.case import GoldenSet
from evalcore.model.case_table import column
from evalcore.model.ranking import Rankings
from evalcore.model.words import Behaviour, CaseStatus, Direction
from evalcore.stats.auroc import Auroc, auroc

Floats = npt.NDArray[np.float64]

LEAST = 20
"""So many of each are needed; below, nothing is said."""

_NO_ANSWER = (Behaviour.ABSTAIN, Behaviour.DECLINE)
_EITHER = (Behaviour.ANSWER, *_NO_ANSWER)


@dataclass(frozen=True, eq=False, kw_only=True)
class TopScores:
    """The best score of every answered question, higher is better; an empty list scores -inf."""

    answerable: Floats
    unanswerable: Floats

    @property
    def enough(self) -> bool:
        """Whether there are ``LEAST`` of each."""
        return min(len(self.answerable), len(self.unanswerable)) >= LEAST


@dataclass(frozen=True, slots=True, kw_only=True)
class Rates:
    """What a threshold does: ``kept`` of the answerable are answered, ``held_back`` of the others.

    A question is answered where its best score reaches the threshold.
    """

    kept: int
    answerable: int
    held_back: int
    unanswerable: int


@dataclass(frozen=True, slots=True, kw_only=True)
class Abstention:
    """Separability over the visible cases, and the threshold that serves them best.

    ``blind`` is what that threshold does to the blind cases; None where they were not asked or
    are too few. ``threshold`` is on the run's own scores.
    """

    area: Auroc
    threshold: float
    visible: Rates
    blind: Rates | None = None


def top_scores(
    golden: GoldenSet, rankings: Rankings, direction: Direction, *, blind: bool = False
) -> TopScores | None:
    """The best scores of one side of the blind split; None where the lists carry no scores.

    Cases that are to ask back are neither; failures and questions not asked are left out.
    """
    if rankings.scores is None:
        return None
    answerable, unanswerable = _sides(golden, blind=blind)
    return TopScores(
        answerable=_best_scores(rankings, answerable, direction),
        unanswerable=_best_scores(rankings, unanswerable, direction),
    )


def _sides(golden: GoldenSet, *, blind: bool) -> tuple[list[str], list[str]]:
    """Ids of the cases with an answer, and of those without."""
    names = ("id", "status", "blind", "behaviour")
    sides: tuple[list[str], list[str]] = ([], [])
    for case_id, status, kept, due in zip(*(column(golden.cases, n) for n in names), strict=True):
        if status is CaseStatus.ACTIVE and kept == blind and due in _EITHER:
            sides[due in _NO_ANSWER].append(case_id)
    return sides


def _best_scores(rankings: Rankings, cases: Sequence[str], direction: Direction) -> Floats:
    """The first score of every list that came back, so that higher is better."""
    answered = (one for one in cases if one not in rankings.failures)
    found = [row for one in answered if (row := rankings.row_of.get(one)) is not None]
    rows = np.array(found, dtype=np.int64)
    first = rankings.starts[rows]
    some = first < rankings.starts[rows + 1]
    best = np.full(len(rows), -np.inf)
    if rankings.scores is not None:
        sign = 1 if direction is Direction.HIGHER else -1
        best[some] = sign * rankings.scores[first[some]]
    return best


def abstention(visible: TopScores | None, blind: Rates | None = None) -> Abstention | None:
    """The measures; None where scores or cases are missing."""
    if visible is None or not visible.enough:
        return None
    threshold = best_threshold(visible)
    if threshold is None:
        return None
    return Abstention(
        area=auroc(visible.answerable, visible.unanswerable),
        threshold=threshold,
        visible=rates(visible, threshold),
        blind=blind,
    )


def best_threshold(scores: TopScores) -> float | None:
    """The score that best divides the two groups (Youden, 1950), midway between two scores.

    It maximises the share kept plus the share held back; of several, the lowest, which keeps most
    answers. None where no score is finite.
    """
    both = np.concatenate([scores.answerable, scores.unanswerable])
    values = np.unique(both[np.isfinite(both)])
    if not len(values):
        return None
    cuts = np.concatenate([values[:1], (values[1:] + values[:-1]) / 2])
    kept = 1 - np.searchsorted(np.sort(scores.answerable), cuts) / len(scores.answerable)
    held = np.searchsorted(np.sort(scores.unanswerable), cuts) / len(scores.unanswerable)
    return float(cuts[int(np.argmax(kept + held))])


def rates(scores: TopScores, threshold: float) -> Rates:
    """What the threshold does to these questions."""
    return Rates(
        kept=int((scores.answerable >= threshold).sum()),
        answerable=len(scores.answerable),
        held_back=int((scores.unanswerable < threshold).sum()),
        unanswerable=len(scores.unanswerable),
    )


def blind_rates(
    golden: GoldenSet, visible: Rankings, reserved: Rankings, direction: Direction
) -> dict[str, int] | None:
    """What the visible cases' threshold does to the blind ones, as counts to be stored.

    None where either side has too few: a count of few would tell single cases.
    """
    seen = top_scores(golden, visible, direction)
    unseen = top_scores(golden, reserved, direction, blind=True)
    if seen is None or unseen is None or not (seen.enough and unseen.enough):
        return None
    threshold = best_threshold(seen)
    return None if threshold is None else asdict(rates(unseen, threshold))


def rates_from(stored: Mapping[str, Any] | None) -> Rates | None:
    """The rates of stored counts; None where there are none."""
    return None if not stored else Rates(**{name: int(stored[name]) for name in _COUNTS})


_COUNTS = ("kept", "answerable", "held_back", "unanswerable")
