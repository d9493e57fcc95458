"""The golden set still fits the index: few broken cases, none with gold, no fact lost."""

from __future__ import annotations

from fractions import Fraction

from evalcore.gate.evidence import Evidence
from evalcore.model.message import Figure, Message
from evalcore.model.verdict import RuleResult
from evalcore.model.words import RuleStatus, State

NAME = "golden_health"


def judge(evidence: Evidence) -> RuleResult:
    """A lost fact fails; too many broken cases, or one that expects gold, make the set stale.

    The share is of the cases that would be counted if none were broken.
    """
    examination = evidence.examination
    if not examination.manifest_known:
        reason = Message("No manifest was given, so nothing tells whether the labels still exist.")
        return RuleResult(rule=NAME, status=RuleStatus.NOT_APPLICABLE, reason=reason)
    lost = examination.is_state(State.LOST)
    broken = examination.is_state(State.BROKEN)
    n_broken, limit = int(broken.sum()), evidence.policy.golden.max_broken
    out_of = evidence.counted + n_broken
    share = Fraction(n_broken, out_of) if out_of else Fraction(0)
    broken_gold = int((broken & evidence.gold).sum()) if examination.gold_known else n_broken
    stale = share > limit or broken_gold > 0
    return RuleResult(
        rule=NAME,
        status=_status(lost=bool(lost.any()), stale=stale),
        value=share,
        limit=limit,
        value_low=share,
        value_high=share,
        cases=examination.ids(lost | broken),
        reason=_reason(int(lost.sum()), n_broken, broken_gold, out_of=out_of, limit=limit),
        stale=stale,
    )


def _status(*, lost: bool, stale: bool) -> RuleStatus:
    if lost:
        return RuleStatus.FAILS
    return RuleStatus.NOT_EVALUATED if stale else RuleStatus.HOLDS


def _reason(lost: int, broken: int, gold: int, *, out_of: int, limit: Fraction) -> Message:
    figures: dict[str, Figure] = {
        "lost": lost,
        "n": broken,
        "gold": gold,
        "N": out_of,
        "limit": limit,
    }
    if lost:
        return Message("Cases whose quoted fact is gone from the index: {lost}.", figures)
    if gold:
        return Message(
            "Cases that expect a curated synthesis and point at chunks that are gone: {gold}.",
            figures,
        )
    if out_of and Fraction(broken, out_of) > limit:
        return Message(
            "Cases that point at chunks that are gone: {n} of {N}, more than the {limit} allowed.",
            figures,
        )
    if broken:
        return Message("Cases set aside because their chunks were cut anew: {n} of {N}.", figures)
    return Message("Every label of the golden set is in the manifest.", figures)
