"""A noise ceiling tried on one run: who is over it, and what the gate then says."""

from __future__ import annotations

from collections.abc import Callable, Sequence
from dataclasses import dataclass, replace
from fractions import Fraction

import numpy as np
import numpy.typing as npt

from evalcore.gate.evidence import Evidence
from evalcore.gate.rules import noise as rule
from evalcore.model.case_table import column
from evalcore.model.examination import Examination
from evalcore.model.policy import Policy
from evalcore.model.ratios import Mask, Ratios
from evalcore.model.verdict import RuleResult, Verdict
from evalcore.model.words import Decision, RuleStatus
from evalcore.views.language import Translator
from evalcore.views.noise import Group, group_masks
from evalcore.views.words import Tone, decision_tone, decision_word, rule_word

Counts = npt.NDArray[np.int64]
_MOST_BINS = 20


@dataclass(frozen=True, eq=False, kw_only=True)
class Bins:
    """Cases by noise. Bin i holds ``(edges[i - 1], edges[i]]``, bin 0 exactly 0; counts (b,).

    ``under`` and ``over`` are passing cases by the ceiling of their own domain, ``unclear``
    those of them that do not pass clearly, ``failing`` those that fail.
    """

    edges: tuple[Fraction, ...]
    under: Counts
    over: Counts
    failing: Counts
    unclear: int


@dataclass(frozen=True, slots=True, kw_only=True)
class SweepPoint:
    """What one ceiling decides. ``holds`` is the noise rule alone, ``decision`` the verdict."""

    ceiling: Fraction
    over: int
    holds: bool
    decision: Decision


@dataclass(frozen=True, slots=True, kw_only=True)
class Effect:
    """A tried ceiling in words. ``others`` says which other rules decide; empty if none."""

    machine: str
    word: str
    tone: Tone
    sentence: str
    others: str


def bins(examination: Examination, policy: Policy) -> Bins:
    """The cases of a run by noise, each passing one under or over its ceiling."""
    edges = _edges(examination)
    masks = group_masks(examination)
    over = rule.over_ceiling(Evidence(examination=examination, policy=policy))
    passing = masks[Group.HEALTHY] | masks[Group.PASSING]
    noise = examination.measured.noise
    place = _places(noise, edges)
    return Bins(
        edges=edges,
        under=_counted(place, passing & ~over, edges),
        over=_counted(place, passing & over, edges),
        failing=_counted(place, masks[Group.FAILING], edges),
        unclear=int(masks[Group.PASSING].sum()),
    )


def sweep(
    policy: Policy, ceilings: Sequence[Fraction], judge: Callable[[Policy], Verdict]
) -> tuple[SweepPoint, ...]:
    """What every general ceiling decides, all other numbers as in ``policy``."""
    tried = (replace(policy, noise=replace(policy.noise, ceiling=one)) for one in ceilings)
    return tuple(_point(ceiling, judge(one)) for ceiling, one in zip(ceilings, tried, strict=True))


def judged_cases(examination: Examination) -> int:
    """How many cases have a noise that the rule looks at."""
    masks = group_masks(examination)
    return int((masks[Group.HEALTHY] | masks[Group.PASSING]).sum())


def effect(verdict: Verdict, policy: Policy, judged: int, t: Translator) -> Effect:
    """The sentence beside the slider: verdict, cases over, and what the tolerance admits."""
    noise = _noise_rule(verdict)
    over = len(noise.cases)
    admitted = int(policy.noise.tolerance * judged)
    sentence = t.plural(
        "{n} of {N} passing cases is over its ceiling ({ceiling} in general); the tolerance "
        "({tolerance}) admits {admitted}.",
        "{n} of {N} passing cases are over their ceiling ({ceiling} in general); the tolerance "
        "({tolerance}) admits {admitted}.",
        over,
        ceiling=policy.noise.ceiling,
        N=judged,
        tolerance=policy.noise.tolerance,
        admitted=admitted,
    )
    if noise.status is RuleStatus.NOT_APPLICABLE:
        sentence = t.message(noise.reason)
    return Effect(
        machine=verdict.decision.value,
        word=decision_word(verdict.decision, t),
        tone=decision_tone(verdict.decision),
        sentence=sentence,
        others=_others(verdict, t),
    )


def over_ids(examination: Examination, policy: Policy, most: int) -> tuple[str, ...]:
    """Ids of the visible cases over their ceiling, the most noise first; at most ``most``."""
    over = rule.over_ceiling(Evidence(examination=examination, policy=policy))
    over = over & ~np.array(column(examination.cases, "blind"), dtype=np.bool_)
    noise, places = examination.measured.noise.values(), np.flatnonzero(over)
    order = places[np.argsort(-noise[places], kind="stable")]
    return tuple(examination.case_ids[place] for place in order[:most].tolist())


def binned(examination: Examination, cases: Mask) -> tuple[Counts, tuple[Fraction, ...]]:
    """Some cases by noise, and the edges of their bins; the same edges for all of a run."""
    edges = _edges(examination)
    return _counted(_places(examination.measured.noise, edges), cases, edges), edges


def _edges(examination: Examination) -> tuple[Fraction, ...]:
    """Tenths where every list has the length K <= 20, so that no bar stands empty; else 1/20."""
    noise, cutoff = examination.measured.noise, examination.exam.cutoff
    fixed = cutoff <= _MOST_BINS and bool(((cutoff % np.maximum(noise.den, 1)) == 0).all())
    steps = cutoff if fixed else _MOST_BINS
    return tuple(Fraction(n, steps) for n in range(steps + 1))


def _places(noise: Ratios, edges: Sequence[Fraction]) -> Counts:
    """The bin of each case, exactly; whatever it is where noise is undefined."""
    steps = len(edges) - 1
    num, den = noise.num.astype(object), np.maximum(noise.den, 1).astype(object)
    places: Counts = (-(-(num * steps) // den)).astype(np.int64)
    return np.clip(places, 0, steps)


def _counted(place: Counts, chosen: Mask, edges: Sequence[Fraction]) -> Counts:
    return np.bincount(place[chosen], minlength=len(edges)).astype(np.int64)


def _point(ceiling: Fraction, verdict: Verdict) -> SweepPoint:
    noise = _noise_rule(verdict)
    return SweepPoint(
        ceiling=ceiling,
        over=len(noise.cases),
        holds=noise.status in (RuleStatus.HOLDS, RuleStatus.NOT_APPLICABLE),
        decision=verdict.decision,
    )


def _noise_rule(verdict: Verdict) -> RuleResult:
    return next(one for one in verdict.rules if one.rule == rule.NAME)


def _others(verdict: Verdict, t: Translator) -> str:
    bars = [
        rule_word(one.rule, t)
        for one in verdict.rules
        if one.rule != rule.NAME and one.status in (RuleStatus.FAILS, RuleStatus.NOT_EVALUATED)
    ]
    if not bars:
        return ""
    return t.text("Whatever the ceiling, this run does not pass: {rules}.", rules=t.joined(bars))
