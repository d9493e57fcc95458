"""Every counted case was judged: nothing undecided, nothing in error."""

from __future__ import annotations

from fractions import Fraction

from evalcore.gate.evidence import Evidence
from evalcore.model.message import Message
from evalcore.model.verdict import RuleResult
from evalcore.model.words import RuleStatus, State

NAME = "judged"


def judge(evidence: Evidence) -> RuleResult:
    """Withhold the verdict while a case has no outcome; an empty exam has judged nothing."""
    examination = evidence.examination
    errors = int(examination.is_state(State.ERROR).sum())
    undecided = int(examination.is_state(State.UNDECIDED).sum())
    N = evidence.counted
    open_cases = errors + undecided
    return RuleResult(
        rule=NAME,
        status=RuleStatus.HOLDS if N and not open_cases else RuleStatus.NOT_EVALUATED,
        value=Fraction(open_cases),
        limit=Fraction(0),
        value_low=Fraction(open_cases),
        value_high=Fraction(open_cases),
        cases=examination.ids(evidence.unmeasured),
        reason=_reason(errors, undecided, N),
    )


def _reason(errors: int, undecided: int, N: int) -> Message:
    if not N:
        return Message("The golden set has no case to count, so nothing was examined.")
    if not errors and not undecided:
        return Message("Cases judged: {N} of {N}.", {"N": N})
    if not undecided:
        return Message("Cases that ended in an error: {n} of {N}.", {"n": errors, "N": N})
    if not errors:
        return Message("Undecided cases: {n} of {N}.", {"n": undecided, "N": N})
    return Message(
        "Cases that ended in an error: {errors}, undecided: {undecided}, of {N}.",
        {"errors": errors, "undecided": undecided, "N": N},
    )
