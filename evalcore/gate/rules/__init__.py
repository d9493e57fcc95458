"""One rule of the gate a file; the registry names them in the order they are told."""

from __future__ import annotations

from collections.abc import Callable

from evalcore.gate.evidence import Evidence
from evalcore.gate.rules import (
    gold_failures,
    golden_health,
    ingest,
    judged,
    mean_quality,
    min_cases,
    noise,
    other_failures,
)
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
)
"""Name and function of every rule, in the order of design.md, section 5."""
