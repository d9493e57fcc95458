"""The golden set still fits the index: few broken cases, none with gold, no fact lost."""

from __future__ import annotations

from fractions import Fraction

import numpy as np

from evalcore.gate.evidence import Evidence
from evalcore.model.message import Figure, Message
from evalcore.model.ratios import Mask
from evalcore.model.verdict import RuleResult
from evalcore.model.words import RuleStatus, State

NAME = "golden_health"


def judge(evidence: Evidence) -> RuleResult:
    """A lost fact fails; too many broken cases, or one that expects gold, make the set stale.

    The share is of the cases that would be counted if none were broken. Without a manifest
    only what the labels themselves show is known: cases of which no grade counts.
    """
    examination = evidence.examination
    lost = examination.is_state(State.LOST)
    broken = examination.is_state(State.BROKEN)
    n_broken, limit = int(broken.sum()), evidence.policy.golden.max_broken
    if not examination.manifest_known and not n_broken:
        reason = Message("No manifest was given, so nothing tells whether the labels still exist.")
        return RuleResult(rule=NAME, status=RuleStatus.NOT_APPLICABLE, reason=reason)
    out_of = evidence.counted + n_broken
    share = Fraction(n_broken, out_of) if out_of else Fraction(0)
    gold = int(_broken_gold(evidence, broken).sum())
    stale = share > limit or gold > 0
    figures: dict[str, Figure] = {
        "lost": int(lost.sum()),
        "n": n_broken,
        "gold": gold,
        "N": out_of,
        "limit": limit,
    }
    return RuleResult(
        rule=NAME,
        status=_status(lost=bool(lost.any()), stale=stale),
        value=share,
        limit=limit,
        value_low=share,
        value_high=share,
        cases=examination.ids(lost | broken),
        reason=_reason(figures, lost=bool(lost.any()), gold=gold > 0, over=share > limit),
        stale=stale,
    )


def _broken_gold(evidence: Evidence, broken: Mask) -> Mask:
    """Broken cases that expect gold; where nothing tells what is gold, all that lost a chunk."""
    examination = evidence.examination
    if examination.gold_known:
        return broken & examination.expects_gold
    lacking = broken.copy()
    for index in np.flatnonzero(broken).tolist():
        grades = (label.grade for label in examination.cases[index].expected)
        lacking[index] = any(grade >= examination.exam.min_grade for grade in grades)
    return lacking


def _status(*, lost: bool, stale: bool) -> RuleStatus:
    if lost:
        return RuleStatus.FAILS
    return RuleStatus.NOT_EVALUATED if stale else RuleStatus.HOLDS


def _reason(figures: dict[str, Figure], *, lost: bool, gold: bool, over: bool) -> Message:
    if lost:
        return Message("Cases whose quoted fact is gone from the index: {lost}.", figures)
    if gold:
        return Message(
            "Questions set aside that expect a curated synthesis, or may expect one: {gold}; "
            "their chunks are gone, or none has a grade that counts.",
            figures,
        )
    if over:
        return Message(
            "Questions set aside: {n} of {N}, more than the {limit} allowed; "
            "their chunks are gone, or none has a grade that counts.",
            figures,
        )
    if figures["n"]:
        return Message(
            "Questions set aside: {n} of {N}, within the {limit} allowed; "
            "their chunks are gone, or none has a grade that counts.",
            figures,
        )
    return Message("Every question can be examined as it is annotated.", figures)
