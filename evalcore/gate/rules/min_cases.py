"""A warning when the golden set is too small to see more than gross regressions."""

from __future__ import annotations

from fractions import Fraction

from evalcore.gate.evidence import Evidence
from evalcore.model.message import Figure, Message
from evalcore.model.verdict import RuleResult
from evalcore.model.words import RuleStatus

NAME = "min_cases"


def judge(evidence: Evidence) -> RuleResult:
    """Compare the counted cases with the policy's minimum (50 in the golden-set text)."""
    N, minimum = evidence.counted, evidence.policy.golden.min_cases
    enough = minimum <= N
    figures: dict[str, Figure] = {"N": N, "limit": minimum}
    return RuleResult(
        rule=NAME,
        status=RuleStatus.HOLDS if enough else RuleStatus.WARNING,
        value=Fraction(N),
        limit=Fraction(minimum),
        value_low=Fraction(N),
        value_high=Fraction(N),
        reason=Message("Cases counted: {N}; at least {limit} are asked.", figures)
        if enough
        else Message("Cases counted: {N}; below {limit} only gross regressions show.", figures),
    )
