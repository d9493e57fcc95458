"""The abstention measures of a stored run."""

from __future__ import annotations

from evalcore.golden.abstention import Abstention, abstention, rates_from, top_scores
from evalcore.model.run import StoredRun


def abstention_of(run: StoredRun) -> Abstention | None:
    """How well the run's best scores tell what has no answer; None below 20 cases of each.

    The first sample is read. Blind cases enter as the counts that the run stored of them.
    """
    if not run.rankings:
        return None
    blind = run.context.get("blind")
    stored = blind.get("no_answer") if isinstance(blind, dict) else None
    scores = top_scores(run.golden, run.rankings[0], run.record.exam.direction)
    return abstention(scores, rates_from(stored))
