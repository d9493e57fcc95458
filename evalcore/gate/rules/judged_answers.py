"""Answers that a judge passed: at least the policy's share, on the aggregate (``[judge]``)."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass, replace
from fractions import Fraction

from evalcore.gate.bounds import at_least
from evalcore.gate.evidence import Evidence
from evalcore.model.judgement import JudgedMeasure, Judgement
from evalcore.model.message import Figure, Message
from evalcore.model.policy import JudgePolicy, SamplingPolicy
from evalcore.model.verdict import RuleResult
from evalcore.model.words import RuleStatus, State
from evalcore.stability.judged import JudgedShare, judged_share

NAME = "judged_answers"

_WORST_FIRST = (RuleStatus.FAILS, RuleStatus.NOT_EVALUATED, RuleStatus.HOLDS)


@dataclass(frozen=True, slots=True, kw_only=True)
class _Found:
    share: JudgedShare
    level: Fraction
    status: RuleStatus

    @property
    def margin(self) -> Fraction:
        return self.share.bounds[0] - self.level


def judge(evidence: Evidence) -> RuleResult:
    """Hold when every measure that gates holds with all open answers failing.

    It fails when one fails even with all of them passing. Single answers are for diagnosis. The
    figures told are those of the measure that decides, else of the one nearest to its level.
    """
    policy, sampling = evidence.policy.judge, evidence.policy.sampling
    if policy is None:
        raise ValueError("no judged measure gates by this policy")
    judgement = None if evidence.judgement is None else evidence.judgement.judgement
    lacking = _lacking(judgement, policy, sampling)
    if judgement is None or lacking is not None:
        return RuleResult(rule=NAME, status=RuleStatus.NOT_EVALUATED, reason=lacking or _NOBODY)
    found = [_found(judgement, name, level, sampling) for name, level in policy.levels.items()]
    told = min(found, key=lambda one: (_WORST_FIRST.index(one.status), one.margin))
    worst, best = told.share.bounds
    return RuleResult(
        rule=NAME,
        status=told.status,
        value=_value(told.share),
        limit=told.level,
        value_low=worst,
        value_high=best,
        cases=_cases(found),
        reason=_reason(told),
    )


_NOBODY = Message("No judge has been asked about the answers of this run yet.")


def _lacking(
    judgement: Judgement | None, policy: JudgePolicy, sampling: SamplingPolicy
) -> Message | None:
    """What keeps a judgement from being one to gate on."""
    if judgement is None:
        return _NOBODY
    n, wanted = len(judgement.cases), min(policy.min_cases, judgement.eligible)
    if n < wanted or not n:
        return Message(
            "Answers judged: {n}; the policy wants {wanted} before it trusts a share.",
            {"n": n, "wanted": max(wanted, 1)},
        )
    asked = judgement.ruler.samples
    if asked < sampling.judge:
        return Message(
            "Votes on each answer: {n}; the policy wants {asked} before it trusts a judge.",
            {"n": asked, "asked": sampling.judge},
        )
    return None


def _found(judgement: Judgement, name: str, level: Fraction, sampling: SamplingPolicy) -> _Found:
    share = judged_share(judgement, JudgedMeasure(name), sampling)
    worst, best = share.bounds
    return _Found(share=share, level=level, status=at_least(worst, best, level))


def _value(share: JudgedShare) -> Fraction | None:
    decided = len(share.cases) - share.open
    return Fraction(share.passed, decided) if decided else None


def _cases(found: list[_Found]) -> tuple[str, ...]:
    """Every answer that fails or is open under a measure that gates, once, in the cases' order."""
    cases = (case for one in found for case in one.share.cases if case.state is not State.PASS)
    return tuple(dict.fromkeys(case.judged.case_id for case in cases))


_TEMPLATES: Mapping[JudgedMeasure, Mapping[RuleStatus, Message]] = {
    JudgedMeasure.CORRECTNESS: {
        RuleStatus.HOLDS: Message("Correct answers: {n} of {N}; {limit} is asked of the whole."),
        RuleStatus.FAILS: Message(
            "Correct answers: {n} of {N}, below the {limit} asked of the whole."
        ),
        RuleStatus.NOT_EVALUATED: Message(
            "Correct answers: {n} of {N}, with {open} undecided or not read: "
            "they could carry it to either side of {limit}."
        ),
    },
    JudgedMeasure.FAITHFULNESS: {
        RuleStatus.HOLDS: Message("Faithful answers: {n} of {N}; {limit} is asked of the whole."),
        RuleStatus.FAILS: Message(
            "Faithful answers: {n} of {N}, below the {limit} asked of the whole."
        ),
        RuleStatus.NOT_EVALUATED: Message(
            "Faithful answers: {n} of {N}, with {open} undecided or not read: "
            "they could carry it to either side of {limit}."
        ),
    },
    JudgedMeasure.BEHAVIOUR: {
        RuleStatus.HOLDS: Message(
            "Answers that behave as they must: {n} of {N}; {limit} is asked of the whole."
        ),
        RuleStatus.FAILS: Message(
            "Answers that behave as they must: {n} of {N}, below the {limit} asked of the whole."
        ),
        RuleStatus.NOT_EVALUATED: Message(
            "Answers that behave as they must: {n} of {N}, with {open} undecided or not read: "
            "they could carry it to either side of {limit}."
        ),
    },
}


def _reason(told: _Found) -> Message:
    share = told.share
    if not share.cases:
        return Message("The policy gates on a measure that no answer was judged by.")
    figures: dict[str, Figure] = {
        "n": share.passed,
        "N": len(share.cases),
        "open": share.open,
        "limit": told.level,
    }
    return replace(_TEMPLATES[share.measure][told.status], figures=figures)
