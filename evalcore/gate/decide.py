"""The verdict: BLOCK if any rule fails, CANNOT JUDGE if any is open, else ACCEPT."""

from __future__ import annotations

from collections.abc import Sequence

from evalcore.gate.evidence import Evidence
from evalcore.gate.rules import rules_for
from evalcore.model.message import Message
from evalcore.model.verdict import (
    EXIT_ACCEPT,
    EXIT_BLOCK,
    EXIT_CANNOT_JUDGE,
    EXIT_STALE,
    RuleResult,
    Verdict,
)
from evalcore.model.words import Decision, RuleStatus, State

_MOST_TELLING = (
    "gold_failures",
    "golden_health",
    "other_failures",
    "regression",
    "judged_answers",
    "noise",
    "ingest",
    "comparable",
)
"""Which failing rule tells the story best; a failing mean is a consequence of the others."""


def decide(evidence: Evidence) -> Verdict:
    """Judge every rule and add them up; the same evidence always gives the same verdict."""
    rules = tuple(judge(evidence) for _, judge in rules_for(evidence.policy))
    failing = [rule for rule in rules if rule.status is RuleStatus.FAILS]
    still_open = [rule for rule in rules if rule.status is RuleStatus.NOT_EVALUATED]
    documented = tuple(sorted(evidence.documented))
    if failing:
        decision, exit_code, sentence = Decision.BLOCK, EXIT_BLOCK, _telling(failing)
    elif still_open:
        stale = any(rule.stale for rule in still_open)
        exit_code = EXIT_STALE if stale else EXIT_CANNOT_JUDGE
        decision, sentence = Decision.CANNOT_JUDGE, _open_reason(still_open)
    else:
        decision, exit_code, sentence = Decision.ACCEPT, EXIT_ACCEPT, _accepted(evidence)
    return Verdict(
        decision=decision,
        exit_code=exit_code,
        rules=rules,
        sentence=sentence,
        documented=documented,
        baseline=None if evidence.baseline is None else evidence.baseline.run_id,
        judgement=_counted_judgement(evidence),
    )


def _counted_judgement(evidence: Evidence) -> str | None:
    if evidence.policy.judge is None or evidence.judgement is None:
        return None
    return evidence.judgement.id


def _telling(failing: Sequence[RuleResult]) -> Message:
    by_name = {rule.rule: rule for rule in failing}
    return next((by_name[name] for name in _MOST_TELLING if name in by_name), failing[0]).reason


def _open_reason(still_open: Sequence[RuleResult]) -> Message:
    stale = next((rule for rule in still_open if rule.stale), None)
    judged = next((rule for rule in still_open if rule.rule == "judged"), None)
    return (stale or judged or still_open[0]).reason


def _accepted(evidence: Evidence) -> Message:
    passed = int(evidence.examination.is_state(State.PASS).sum())
    return Message(
        "No rule stands against it: {n} of {N} questions get back what they must.",
        {"n": passed, "N": evidence.counted},
    )
