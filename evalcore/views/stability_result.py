"""The measured stability as the stable JSON object of design.md, section 14."""

from __future__ import annotations

from typing import Any

from evalcore.model.stability import Spread, Stability, Tolerance
from evalcore.stability.reason import reason_of


def stability_result(stability: Stability) -> dict[str, Any]:
    """Strict JSON values. ``cases`` are largest differences in votes, of ``samples`` a run.

    ``aggregate`` holds the number of passing cases and each mean; ``tolerance`` the numbers
    that a policy's ``[regression]`` takes, and the votes that a single case may lose unsaid.
    """
    counts = [reading.passing for reading in stability.readings]
    tolerances = {one.measure: one for one in stability.tolerances}
    return {
        "runs": list(stability.runs),
        "suite": stability.suite,
        "frozen": True,
        "samples": stability.samples,
        "counted": len(stability.cases),
        "cases": {case.case_id: case.largest for case in stability.cases},
        "votes": {case.case_id: list(case.votes) for case in stability.cases},
        "unsure": [case.case_id for case in stability.unsure],
        "unread": [case.case_id for case in stability.unread],
        "verdicts": [reading.decision for reading in stability.readings],
        "aggregate": {
            "passing": {"values": counts, "largest": stability.passing_spread},
            **{one.measure: _mean(one, tolerances.get(one.measure)) for one in stability.spreads},
        },
        "tolerance": {
            **{name: float(one.value) for name, one in tolerances.items()},
            "case_votes": stability.case_tolerance,
        },
        "never_undecided": stability.never_undecided,
        "usable": stability.usable,
        "reason": str(reason_of(stability)),
    }


def _mean(spread: Spread, tolerance: Tolerance | None) -> dict[str, Any]:
    mean = {
        "values": [float(value) for value in spread.values],
        "largest": float(spread.largest),
        "n": spread.n,
        "N": spread.N,
    }
    if tolerance is None:
        return mean
    return {
        **mean,
        "margin": float(tolerance.margin),
        "tolerance": float(tolerance.value),
        "worth": float(tolerance.worth),
        "usable": tolerance.usable,
    }
