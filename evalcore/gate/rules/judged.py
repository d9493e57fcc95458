"""Every counted case was judged: nothing undecided, nothing in error."""

from __future__ import annotations

from fractions import Fraction

from evalcore.gate.evidence import Evidence
from evalcore.model.message import Message
from evalcore.model.verdict import RuleResult
from evalcore.model.words import RuleStatus, State

NAME = "judged"


def judge(evidence: Evidence) -> RuleResult:
    """Withhold the verdict while a case has no outcome; an empty exam has judged nothing.

    Fewer samples than the policy asks leave open what the missing ones would have said.
    """
    examination = evidence.examination
    samples, asked = len(examination.samples), evidence.policy.sampling.system
    errors = int(examination.is_state(State.ERROR).sum())
    undecided = int(examination.is_state(State.UNDECIDED).sum())
    N = evidence.counted
    open_cases = errors + undecided
    return RuleResult(
        rule=NAME,
        status=RuleStatus.HOLDS
        if N and not open_cases and samples >= asked
        else RuleStatus.NOT_EVALUATED,
        value=Fraction(open_cases),
        limit=Fraction(0),
        value_low=Fraction(open_cases),
        value_high=Fraction(open_cases),
        cases=examination.ids(evidence.unmeasured),
        reason=_too_few_samples(samples, asked)
        if N and not open_cases and samples < asked
        else _reason(errors, undecided, N),
    )


def _too_few_samples(samples: int, asked: int) -> Message:
    return Message(
        "Times each question was asked: {n}; the policy wants {asked} before it trusts an answer.",
        {"n": samples, "asked": asked},
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
