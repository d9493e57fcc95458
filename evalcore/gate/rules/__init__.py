"""One rule of the gate a file; the registry names them in the order they are told."""

from __future__ import annotations

from collections.abc import Callable

from evalcore.gate.evidence import Evidence
from evalcore.gate.rules import (
    comparable,
    gold_failures,
    golden_health,
    ingest,
    judged,
    judged_answers,
    mean_quality,
    min_cases,
    noise,
    other_failures,
    regression,
)
from evalcore.model.policy import Policy
from evalcore.model.verdict import RuleResult

Rule = Callable[[Evidence], RuleResult]

RULES: tuple[tuple[str, Rule], ...] = (
    (mean_quality.NAME, mean_quality.judge),
    (gold_failures.NAME, gold_failures.judge),
    (other_failures.NAME, other_failures.judge),
    (noise.NAME, noise.judge),
    (judged.NAME, judged.judge),
    (golden_health.NAME, golden_health.judge),
    (min_cases.NAME, min_cases.judge),
    (ingest.NAME, ingest.judge),
    (comparable.NAME, comparable.judge),
    (regression.NAME, regression.judge),
)
"""Name and function of every rule, in the order of design.md, section 5."""

WITH_JUDGE: tuple[tuple[str, Rule], ...] = (*RULES, (judged_answers.NAME, judged_answers.judge))
"""The rules of a policy whose ``[judge]`` names measures that gate."""


def rules_for(policy: Policy) -> tuple[tuple[str, Rule], ...]:
    """The rules that a policy asks for."""
    return RULES if policy.judge is None else WITH_JUDGE
