"""What the gate says: each rule with its figures, and the word they add up to."""

from __future__ import annotations

from dataclasses import dataclass
from fractions import Fraction

from evalcore.model.message import Message
from evalcore.model.words import Decision, RuleStatus

EXIT_ACCEPT, EXIT_BLOCK, EXIT_CANNOT_JUDGE, EXIT_STALE = 0, 1, 3, 4


@dataclass(frozen=True, slots=True, kw_only=True)
class RuleResult:
    """One line of the gate. ``value`` and ``limit`` are exact; None where there is none.

    ``value_low`` and ``value_high`` are the value at the worst and at the best that the
    unmeasured cases could have been; equal to ``value`` when everything was measured.
    ``stale`` marks the one failure to evaluate that has its own exit code: too much of the
    golden set is broken.
    """

    rule: str
    status: RuleStatus
    reason: Message
    value: Fraction | None = None
    limit: Fraction | None = None
    value_low: Fraction | None = None
    value_high: Fraction | None = None
    cases: tuple[str, ...] = ()
    stale: bool = False


@dataclass(frozen=True, slots=True, kw_only=True)
class Verdict:
    """The decision, its exit code, and every rule in the order of design.md, section 5.

    ``sentence`` says why in one sentence: the reason of the rule that decided. ``documented``
    are the cases whose signed diagnosis the gate counted, and ``baseline`` is the id of the run
    it was held against (None where there was none), so that a verdict can be recomputed.
    """

    decision: Decision
    exit_code: int
    rules: tuple[RuleResult, ...]
    sentence: Message
    documented: tuple[str, ...] = ()
    baseline: str | None = None
    judgement: str | None = None
    """The judgement of answers it counted, by id, where the policy's ``[judge]`` asks for one."""
