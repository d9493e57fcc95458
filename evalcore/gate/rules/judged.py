"""Every counted case was judged: nothing undecided, nothing in error."""

from __future__ import annotations

from fractions import Fraction

from evalcore.gate.evidence import Evidence
from evalcore.model.message import Message
from evalcore.model.verdict import RuleResult
from evalcore.model.words import RuleStatus, State
from evalcore.stability.votes import can_ever_be_undecided

NAME = "judged"


def judge(evidence: Evidence) -> RuleResult:
    """Withhold the verdict while a case has no outcome; an empty exam has judged nothing.

    Fewer samples than the policy asks leave open what the missing ones would have said. A
    ``min_agreement`` that any majority of these samples reaches is pointed out: it can never
    leave a case undecided, so that nothing is undecided says nothing.
    """
    examination = evidence.examination
    samples = len(examination.samples)
    errors = int(examination.is_state(State.ERROR).sum())
    undecided = int(examination.is_state(State.UNDECIDED).sum())
    N = evidence.counted
    open_cases = errors + undecided
    status, reason = RuleStatus.NOT_EVALUATED, _reason(errors, undecided, N)
    if N and not open_cases:
        status, reason = _all_judged(samples, evidence)
    return RuleResult(
        rule=NAME,
        status=status,
        value=Fraction(open_cases),
        limit=Fraction(0),
        value_low=Fraction(open_cases),
        value_high=Fraction(open_cases),
        cases=examination.ids(evidence.unmeasured),
        reason=reason,
    )


def _all_judged(samples: int, evidence: Evidence) -> tuple[RuleStatus, Message]:
    sampling = evidence.policy.sampling
    if samples < sampling.system:
        return RuleStatus.NOT_EVALUATED, _too_few_samples(samples, sampling.system)
    if samples > 1 and not can_ever_be_undecided(samples, sampling.min_agreement):
        return RuleStatus.WARNING, _never_undecided(samples, sampling.min_agreement)
    return RuleStatus.HOLDS, _reason(0, 0, evidence.counted)


def _never_undecided(samples: int, min_agreement: Fraction) -> Message:
    share = f"{min_agreement.numerator}/{min_agreement.denominator}"
    better = f"{(samples + 1) // 2 + 1}/{samples}"
    return Message(
        "Nothing is undecided, and nothing could be: of {samples} votes any majority reaches "
        "min_agreement {share}. Ask for more agreement, such as {better}.",
        {"samples": samples, "share": share, "better": better},
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
