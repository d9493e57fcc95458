"""No question that expects a curated synthesis may fail: this is not negotiated (chapter 17)."""

from __future__ import annotations

from fractions import Fraction

import numpy as np

from evalcore.gate.bounds import at_most
from evalcore.gate.evidence import Evidence
from evalcore.gate.missed import missed_of
from evalcore.model.message import Figure, Message
from evalcore.model.verdict import RuleResult
from evalcore.model.words import RuleStatus, State

NAME = "gold_failures"


def judge(evidence: Evidence) -> RuleResult:
    """Count failures among cases that expect gold; any unmeasured one may be a failure too."""
    examination = evidence.examination
    failed = evidence.failed & evidence.gold
    failures = int(failed.sum())
    open_cases = evidence.unmeasured & evidence.gold
    limit = Fraction(evidence.policy.tolerance.gold)
    low, high = Fraction(failures), Fraction(failures + int(open_cases.sum()))
    gold_cases = int((examination.counted & evidence.gold).sum())
    if not evidence.counted:
        status = RuleStatus.NOT_EVALUATED
    elif not gold_cases:
        status = RuleStatus.NOT_APPLICABLE
    else:
        status = at_most(low, high, limit)
    return RuleResult(
        rule=NAME,
        status=status,
        value=low,
        limit=limit,
        value_low=low,
        value_high=high,
        cases=examination.ids(failed if failures else open_cases),
        reason=_reason(evidence, status, failures, gold_cases),
    )


def _reason(evidence: Evidence, status: RuleStatus, failures: int, gold_cases: int) -> Message:
    if status is RuleStatus.FAILS:
        return _failing(evidence, failures)
    if status is RuleStatus.NOT_APPLICABLE:
        return Message("No counted question expects a curated synthesis.")
    if not evidence.counted:
        return Message("No case was counted, so no curated synthesis was looked for.")
    if not evidence.examination.gold_known:
        return _nothing_tells(status, gold_cases)
    if status is RuleStatus.NOT_EVALUATED:
        return Message("Some questions that expect a curated synthesis could not be measured.")
    return Message("Questions that expect a curated synthesis: {n} of {n} pass.", {"n": gold_cases})


def _nothing_tells(status: RuleStatus, cases: int) -> Message:
    if status is RuleStatus.NOT_EVALUATED:
        return Message(
            "Some questions could not be measured. Nothing says which chunks are curated, "
            "so none of them may fail."
        )
    return Message(
        "Questions that pass: {n} of {n}. Nothing says which chunks are curated, "
        "so none of them may fail.",
        {"n": cases},
    )


def _failing(evidence: Evidence, failures: int) -> Message:
    if not evidence.examination.gold_known:
        return Message(
            "Failed questions: {n}. Nothing says which chunks are curated, "
            "so each counts as if it expected one.",
            {"n": failures},
        )
    if failures == 1:
        return _one(evidence)
    return Message("Questions that expect a curated synthesis and fail: {n}.", {"n": failures})


def _one(evidence: Evidence) -> Message:
    """Name the question and the chunk that a user would have missed."""
    examination = evidence.examination
    index = int(np.flatnonzero(evidence.failed & evidence.gold)[0])
    figures: dict[str, Figure] = {"question": examination.cases[index].question}
    missed = missed_of(examination, index)
    if examination.state_of(index) is State.LOST or not missed:
        return Message(
            "«{question}» expects a curated synthesis, and what it expects is gone from the index.",
            figures,
        )
    figures |= {"chunk": missed[0].chunk_id, "K": examination.exam.cutoff}
    if not missed[0].rank:
        return Message(
            "«{question}» expects a curated synthesis and fails: {chunk} does not come back.",
            figures,
        )
    return Message(
        "«{question}» expects a curated synthesis and fails: {chunk} is buried at rank {rank}, "
        "and only the first {K} are delivered.",
        {**figures, "rank": missed[0].rank},
    )
