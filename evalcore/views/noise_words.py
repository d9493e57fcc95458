"""The sentences of the noise page: what this run shows, and which policy is in force."""

from __future__ import annotations

from fractions import Fraction

from evalcore.gate.calibrate import Proposal
from evalcore.gate.rules import noise as rule
from evalcore.model.policy import NoisePolicy, Policy
from evalcore.model.run import StoredRun
from evalcore.stats.quantile import needed
from evalcore.views.history import SHORT_HASH
from evalcore.views.language import Translator
from evalcore.views.noise import Groups

BOOK = NoisePolicy().ceiling
"""Where the book starts (chapter 17)."""


def headline(run: StoredRun, counts: Groups, t: Translator) -> str:
    """How many passing cases are over their ceiling, by the verdict that stands."""
    result = next((one for one in run.verdict.rules if one.rule == rule.NAME), None)
    judged = counts.healthy + counts.passing
    if not counts.scored:
        return t.text("The results carry no scores, so noise cannot be measured")
    if not judged or result is None:
        return t.text("No case passes recall, so there is no noise to judge")
    over = len(result.cases)
    if not over:
        return t.plural(
            "The passing case stays within its noise ceiling",
            "All {n} passing cases stay within their noise ceiling",
            judged,
        )
    return t.plural(
        "{n} of {N} passing cases is over its noise ceiling",
        "{n} of {N} passing cases are over their noise ceiling",
        over,
        N=judged,
    )


def in_force_words(run: StoredRun, policy: Policy, version: str, t: Translator) -> str:
    """The ceiling in force, where the book starts, and whether this run was judged by another."""
    words = t.text(
        "In force: ceiling {ceiling}, tolerance {tolerance} (version {version}). The book starts "
        "at {book} and asks to calibrate it on the healthy cases.",
        ceiling=policy.noise.ceiling,
        tolerance=policy.noise.tolerance,
        version=version[:SHORT_HASH],
        book=BOOK,
    )
    if policy == run.policy:
        return words
    other = t.text(
        "This run was judged by another version, with ceiling {ceiling}.",
        ceiling=run.policy.noise.ceiling,
    )
    return f"{words} {other}"


def proposed(one: Proposal, t: Translator) -> str:
    """The ceiling suggested, or why there is none."""
    if one.base is None:
        return t.text("none: no healthy case")
    if one.ceiling is None:
        return t.text("none that could be exceeded")
    return t.figure(one.ceiling)


def about_proposal(one: Proposal, t: Translator) -> str:
    """Where the suggestion comes from: quantile, interval, n, and how far it can be trusted."""
    base = one.base
    if base is None:
        return t.text("No case passes clearly, so nothing can be read off.")
    words = t.text(
        "{share} of {n} healthy cases have noise {value} or less; 95% interval: {interval}.",
        share=base.share,
        n=base.n,
        value=base.value,
        interval=_between(base.low, base.high, t),
    )
    if not one.is_hint:
        return words
    hint = t.text("A hint only: bounding it from above takes {n} cases.", n=needed(base.share))
    return f"{words} {hint}"


def no_ceiling(t: Translator) -> str:
    """What to do where even healthy lists are as noisy as a list can be."""
    return t.text(
        "Healthy lists already carry as much noise as any list can, so no ceiling would ever "
        "fire. Let the retriever cut its lists by score first."
    )


def _between(low: Fraction | None, high: Fraction | None, t: Translator) -> str:
    """The interval; too few cases leave an end of it open."""
    if low is not None and high is not None:
        return t.text("{low} to {high}", low=low, high=high)
    if low is not None:
        return t.text("{low} or more", low=low)
    return t.text("open on both sides") if high is None else t.text("{high} or less", high=high)
