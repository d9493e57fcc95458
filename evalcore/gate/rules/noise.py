"""The 30 % rule: how much of what a healthy question gets back stands under its own noise line."""

from __future__ import annotations

from fractions import Fraction

import numpy as np

from evalcore.gate.bounds import at_most
from evalcore.gate.evidence import Evidence
from evalcore.model.case_table import column
from evalcore.model.message import Figure, Message
from evalcore.model.policy import NoisePolicy
from evalcore.model.ratios import Mask
from evalcore.model.verdict import RuleResult
from evalcore.model.words import RuleStatus, State

NAME = "noise"


def judge(evidence: Evidence) -> RuleResult:
    """Hold each passing case against its domain's ceiling; ``tolerance`` is a share of them.

    Only cases that pass recall are looked at (design.md, section 4): a buried chunk lowers
    the threshold and would make a bad list look clean. A case that passes although one of its
    samples was not read may be over the ceiling, as one without any answer may.
    """
    examination, policy = evidence.examination, evidence.policy.noise
    over = over_ceiling(evidence)
    passing = examination.is_state(State.PASS)
    healthy = passing & examination.measured.noise.defined
    half_read = passing & ~examination.measured.answered
    judged, unmeasured = int(healthy.sum()), int((evidence.unmeasured | half_read).sum())
    if not examination.scored and examination.known.any():
        return _not_applicable("The results carry no scores, so noise cannot be measured.")
    if not judged and not unmeasured:
        return _not_applicable("No question that passes recall has a noise to judge.")
    out_of = judged + unmeasured
    low, high = Fraction(int(over.sum()), out_of), Fraction(int(over.sum()) + unmeasured, out_of)
    status = at_most(low, high, policy.tolerance)
    return RuleResult(
        rule=NAME,
        status=status,
        value=Fraction(int(over.sum()), judged) if judged else None,
        limit=policy.tolerance,
        value_low=low,
        value_high=high,
        cases=examination.ids(over),
        reason=_reason(status, int(over.sum()), judged, policy),
    )


def over_ceiling(evidence: Evidence) -> Mask:
    """Passing cases whose noise is over the ceiling of their domain, shape (n,)."""
    examination = evidence.examination
    noise = examination.measured.noise
    said = column(examination.cases, "domain")
    domains = np.array([domain or "" for domain in said], dtype=object)
    own = evidence.policy.noise.domain
    over = noise.above(evidence.policy.noise.ceiling)
    for domain, ceiling in own.items():
        over = np.where(domains == domain, noise.above(ceiling), over)
    passing: Mask = over & examination.is_state(State.PASS)
    return passing


def _not_applicable(text: str) -> RuleResult:
    return RuleResult(rule=NAME, status=RuleStatus.NOT_APPLICABLE, reason=Message(text))


def _reason(status: RuleStatus, over: int, judged: int, policy: NoisePolicy) -> Message:
    figures: dict[str, Figure] = {"n": over, "N": judged, "ceiling": policy.ceiling}
    if status is RuleStatus.NOT_EVALUATED:
        return Message("Questions that could not be measured may be over the ceiling.", figures)
    if over and policy.tolerance:
        return _beside_tolerance(status, {**figures, "tolerance": policy.tolerance})
    if over:
        return Message(
            "Passing questions over their noise ceiling ({ceiling} in general): {n} of {N}.",
            figures,
        )
    return Message(
        "Passing questions within their noise ceiling ({ceiling} in general): {N} of {N}.",
        figures,
    )


def _beside_tolerance(status: RuleStatus, figures: dict[str, Figure]) -> Message:
    if status is RuleStatus.HOLDS:
        return Message(
            "Passing questions over their noise ceiling ({ceiling} in general): {n} of {N}, "
            "within the {tolerance} tolerated.",
            figures,
        )
    return Message(
        "Passing questions over their noise ceiling ({ceiling} in general): {n} of {N}, "
        "more than the {tolerance} tolerated.",
        figures,
    )
