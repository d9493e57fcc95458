"""Nothing was rejected on the way in: a batch with rejected documents is not promoted."""

from __future__ import annotations

from fractions import Fraction

from evalcore.gate.evidence import Evidence
from evalcore.model.message import Figure, Message
from evalcore.model.verdict import RuleResult
from evalcore.model.words import RuleStatus

NAME = "ingest"


def judge(evidence: Evidence) -> RuleResult:
    """Count the rejected documents of the newest described batch (chapter 17, the 23)."""
    batch = evidence.examination.batch
    limit = Fraction(evidence.policy.ingest.max_rejected)
    if batch is None or batch.rejected is None:
        reason = Message("No ingest batch says how many documents it rejected.")
        return RuleResult(rule=NAME, status=RuleStatus.NOT_APPLICABLE, limit=limit, reason=reason)
    rejected = Fraction(batch.rejected)
    holds = rejected <= limit
    figures: dict[str, Figure] = {"n": batch.rejected, "batch": batch.title or batch.id}
    return RuleResult(
        rule=NAME,
        status=RuleStatus.HOLDS if holds else RuleStatus.FAILS,
        value=rejected,
        limit=limit,
        value_low=rejected,
        value_high=rejected,
        reason=Message("Documents rejected by the ingest «{batch}»: {n}.", figures),
    )
