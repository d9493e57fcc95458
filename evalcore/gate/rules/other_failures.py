"""Other failures: at most 5 % of the cases, each with a signed diagnosis (chapter 17)."""

from __future__ import annotations

from fractions import Fraction

from evalcore.gate.bounds import at_most
from evalcore.gate.evidence import Evidence
from evalcore.model.message import Figure, Message
from evalcore.model.policy import TolerancePolicy
from evalcore.model.verdict import RuleResult
from evalcore.model.words import RuleStatus

NAME = "other_failures"


def judge(evidence: Evidence) -> RuleResult:
    """Compare the share of failures without gold, then ask for each one's diagnosis."""
    examination, policy = evidence.examination, evidence.policy.tolerance
    failed = evidence.failed & ~evidence.gold
    ids = examination.ids(failed)
    failures, unmeasured = len(ids), int((evidence.unmeasured & ~evidence.gold).sum())
    N, limit = evidence.counted, policy.other
    if not N:
        reason = Message("No case was counted, so no share of failures can be told.")
        return RuleResult(rule=NAME, status=RuleStatus.NOT_EVALUATED, limit=limit, reason=reason)
    low, high = Fraction(failures, N), Fraction(failures + unmeasured, N)
    undocumented = tuple(i for i in ids if i not in evidence.documented)
    status = at_most(low, high, limit)
    if status is not RuleStatus.FAILS and policy.documented:
        status = _with_diagnoses(status, len(undocumented), unmeasured)
    return RuleResult(
        rule=NAME,
        status=status,
        value=low,
        limit=limit,
        value_low=low,
        value_high=high,
        cases=ids,
        reason=_reason(
            status,
            failures=failures,
            N=N,
            policy=policy,
            undocumented=undocumented,
        ),
    )


def _with_diagnoses(status: RuleStatus, undocumented: int, unmeasured: int) -> RuleStatus:
    """A tolerated failure needs a diagnosis; one that may still turn up has none yet."""
    if undocumented:
        return RuleStatus.FAILS
    return RuleStatus.NOT_EVALUATED if unmeasured else status


def _reason(
    status: RuleStatus,
    *,
    failures: int,
    N: int,
    policy: TolerancePolicy,
    undocumented: tuple[str, ...],
) -> Message:
    figures: dict[str, Figure] = {
        "n": failures,
        "N": N,
        "limit": policy.other,
        "undocumented": len(undocumented),
    }
    if Fraction(failures, N) > policy.other:
        return Message("Failed questions: {n} of {N}, more than the {limit} tolerated.", figures)
    if status is RuleStatus.FAILS:
        return Message(
            "Failed questions without a signed diagnosis: {undocumented} of {n}; "
            "a failure is only tolerated with one.",
            figures,
        )
    if status is RuleStatus.NOT_EVALUATED:
        return Message("Questions that could not be measured may be failures too.", figures)
    if failures and policy.documented:
        return Message(
            "Failed questions: {n} of {N}, within the {limit} tolerated, each with its diagnosis.",
            figures,
        )
    if failures:
        return Message(
            "Failed questions: {n} of {N}, within the {limit} tolerated; "
            "this policy asks for no diagnosis.",
            figures,
        )
    return Message("No question fails outside the curated ones ({N} cases counted).", figures)
