"""Whether the best score tells the questions without an answer, in words."""

from __future__ import annotations

from fractions import Fraction

from evalcore.golden.abstention import Abstention, Rates
from evalcore.stats.binomial import interval
from evalcore.views.language import Translator

_CHANCE = 0.5


def headline(found: Abstention, t: Translator) -> str:
    """What the separability means, in one sentence."""
    area = found.area
    if area.low <= _CHANCE <= area.high:
        return t.text("The best score does not tell the questions without an answer from the rest.")
    if area.high < _CHANCE:
        return t.text("Questions without an answer score higher than those with one.")
    return t.text(
        "In {share} of pairs the question with an answer has the higher best score.",
        share=t.percent(float(area.value), 1),
    )


def area_words(found: Abstention, t: Translator) -> str:
    """The area with its interval and both n."""
    area = found.area
    return t.text(
        "AUROC {value} ({low} to {high}); {n} with an answer, {m} without.",
        value=t.number(float(area.value), 3),
        low=t.number(area.low, 3),
        high=t.number(area.high, 3),
        n=area.first,
        m=area.second,
    )


def threshold_words(found: Abstention, t: Translator) -> tuple[str, ...]:
    """The threshold, what it does to the visible cases it was chosen on, and to the blind ones."""
    chosen = t.text(
        "Answering from {threshold} on, chosen on the visible cases: {what}.",
        threshold=t.number(found.threshold, 3),
        what=_rates(found.visible, t),
    )
    if found.blind is None:
        unchecked = t.text(
            "Not checked on blind cases: they were not asked, or there are fewer than 20 of each."
        )
        return chosen, unchecked
    return chosen, t.text("On the blind cases: {what}.", what=_rates(found.blind, t))


def caution(t: Translator) -> str:
    """What the figure may not be taken for."""
    return t.text("Advisory; it holds for this retriever and embedder only.")


def _rates(rates: Rates, t: Translator) -> str:
    return t.text(
        "it answers {kept} of those with an answer and holds back {held} of those without",
        kept=_share(rates.kept, rates.answerable, t),
        held=_share(rates.held_back, rates.unanswerable, t),
    )


def _share(n: int, of: int, t: Translator) -> str:
    low, high = interval(n, of)
    return t.text(
        "{share} ({n}/{N}; {low} to {high})",
        share=t.percent(Fraction(n, of)),
        n=n,
        N=of,
        low=t.percent(low),
        high=t.percent(high),
    )
