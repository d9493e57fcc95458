"""Which stored judgement of a run's answers the gate counts."""

from __future__ import annotations

from evalcore.model.judgement import StoredJudgement
from evalcore.model.policy import Policy
from evalcore.model.verdict import Verdict
from evalcore.store import Reader


def newest_judgement(reader: Reader, run_id: str, policy: Policy) -> StoredJudgement | None:
    """The last judgement of the run; None without one, or where the policy gates on none."""
    if policy.judge is None:
        return None
    found = reader.judgements(run_id)
    return found[-1] if found else None


def counted_judgement(reader: Reader, run_id: str, verdict: Verdict) -> StoredJudgement | None:
    """The judgement that a stored verdict counted; None where it is not there (any more)."""
    if verdict.judgement is None:
        return None
    return next((one for one in reader.judgements(run_id) if one.id == verdict.judgement), None)
