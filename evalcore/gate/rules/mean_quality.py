"""Mean quality over the whole golden set: at least 95 of 100 (chapter 17)."""

from __future__ import annotations

from fractions import Fraction

from evalcore.gate.bounds import at_least
from evalcore.gate.evidence import Evidence
from evalcore.model.message import Figure, Message
from evalcore.model.verdict import RuleResult
from evalcore.model.words import RuleStatus

NAME = "mean_quality"
PERFECT = Fraction(100)


def judge(evidence: Evidence) -> RuleResult:
    """Compare the exact mean; unmeasured cases count 0 at worst and 100 at best.

    A case that was decided although one of its samples was not read has no quality: its state
    is known, and its quality is as open as that of a case without any answer.
    """
    limit = evidence.policy.recall.mean_quality
    N = evidence.counted
    if not N:
        return RuleResult(rule=NAME, status=RuleStatus.NOT_EVALUATED, limit=limit, reason=_NOTHING)
    quality = evidence.examination.measured.quality
    known = evidence.examination.known & quality.defined
    measured = int(known.sum())
    total = quality.total(known)
    worst, best = total / N, (total + PERFECT * (N - measured)) / N
    value = total / measured if measured else None
    status = at_least(worst, best, limit)
    return RuleResult(
        rule=NAME,
        status=status,
        value=value,
        limit=limit,
        value_low=worst,
        value_high=best,
        cases=evidence.examination.ids(evidence.failed),
        reason=_reason(status, value, limit, measured, N),
    )


_NOTHING = Message("No case was counted, so there is no quality to judge.")


def _reason(
    status: RuleStatus, value: Fraction | None, limit: Fraction, measured: int, N: int
) -> Message:
    figures: dict[str, Figure] = {"limit": float(limit), "n": measured, "N": N}
    if value is None:
        return Message("Quality could be measured in none of the {N} cases.", {"N": N})
    figures["value"] = float(value)
    if status is RuleStatus.HOLDS:
        return Message("Mean quality is {value} over {n} of {N} cases; {limit} is asked.", figures)
    if status is RuleStatus.FAILS:
        return Message(
            "Mean quality is {value} over {n} of {N} cases, below the {limit} asked.", figures
        )
    return Message(
        "Mean quality is {value} over {n} of {N} cases: the unmeasured ones could carry it "
        "to either side of {limit}.",
        figures,
    )
