"""What changed between two runs, told for somebody who decides: a sentence, then counters."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass

from evalcore.model.comparison import Change
from evalcore.views.compared import COUNTERS, FLIPPED, Compared
from evalcore.views.comparison_measures import chance_words, resolution_words
from evalcore.views.language import N_, Translator
from evalcore.views.measures import delta_of, value_of
from evalcore.views.words import Tone

QUALITY = "quality"
_FLAT = 1.0
"""Points of mean quality within which a reader of the mean alone would see nothing."""

_WORDS: Mapping[str, tuple[str, Tone]] = {
    Change.IMPROVED.value: (N_("improved"), Tone.GOOD),
    Change.WORSENED.value: (N_("got worse"), Tone.BAD),
    FLIPPED: (N_("changed verdict"), Tone.WARN),
    Change.WITHIN_NOISE.value: (N_("within noise"), Tone.QUIET),
    Change.NOT_COMPARABLE.value: (N_("not comparable"), Tone.QUIET),
}


@dataclass(frozen=True, slots=True, kw_only=True)
class Counter:
    """How many cases had one thing happen to them; ``key`` is what the URL calls it."""

    key: str
    word: str
    n: int
    tone: Tone


@dataclass(frozen=True, slots=True, kw_only=True)
class ComparisonView:
    """``headline`` and ``body`` are ours; nothing of people's text is in them."""

    headline: str
    tone: Tone
    body: tuple[str, ...]
    counters: tuple[Counter, ...]


def comparison_view(both: Compared, t: Translator) -> ComparisonView:
    """The sentence for a stakeholder, what stands behind it, and the counters."""
    headline, tone = _headline(both, t)
    return ComparisonView(
        headline=headline, tone=tone, body=tuple(_body(both, t)), counters=counters(both, t)
    )


def counters(both: Compared, t: Translator) -> tuple[Counter, ...]:
    """Every counter, also those at zero: that nothing got worse is worth reading."""
    return tuple(
        Counter(key=key, word=change_word(key, t), n=len(both.having(key)), tone=_WORDS[key][1])
        for key in COUNTERS
    )


def change_word(key: str, t: Translator) -> str:
    """What a counter is called."""
    return t.text(_WORDS[key][0])


def change_tone(key: str) -> Tone:
    """How grave a counter is."""
    return _WORDS[key][1]


def _headline(both: Compared, t: Translator) -> tuple[str, Tone]:
    failing, passing = len(both.newly_failing), len(both.newly_passing)
    if not both.changes.shared:
        return t.text("These two runs share no question: nothing can be compared"), Tone.WARN
    now_fail = t.plural(
        "{n} question that passed now fails", "{n} questions that passed now fail", failing
    )
    if failing and passing:
        also = t.plural(
            ", and {n} that failed now passes", ", and {n} that failed now pass", passing
        )
        return now_fail + also, Tone.BAD
    if failing:
        return now_fail, Tone.BAD
    if passing:
        return t.plural(
            "{n} question that failed now passes", "{n} questions that failed now pass", passing
        ), Tone.GOOD
    return _no_flip(both, t)


def _no_flip(both: Compared, t: Translator) -> tuple[str, Tone]:
    better, worse = (len(both.having(c.value)) for c in (Change.IMPROVED, Change.WORSENED))
    if not better and not worse:
        return t.plural(
            "Nothing changed for the one shared question",
            "Nothing changed for any of the {n} shared questions",
            both.changes.shared,
        ), Tone.GOOD
    return t.text(
        "No question changed verdict: {better} got better and {worse} worse",
        better=better,
        worse=worse,
    ), Tone.WARN if worse else Tone.GOOD


def _body(both: Compared, t: Translator) -> list[str]:
    words = []
    better, worse = (len(both.having(c.value)) for c in (Change.IMPROVED, Change.WORSENED))
    measure = both.changes.measures.get(QUALITY)
    if measure is not None and measure.delta is not None:
        words.append(
            t.text(
                "Mean quality went from {base} to {candidate} ({delta}) over {n} shared questions.",
                base=value_of(QUALITY, measure.base, t),
                candidate=value_of(QUALITY, measure.candidate, t),
                delta=delta_of(QUALITY, measure.delta, t),
                n=measure.n,
            )
        )
        if better and worse and abs(measure.delta) < _FLAT:
            words.append(
                t.text(
                    "The mean hardly moves, yet {better} questions got better and {worse} worse: "
                    "look at the list, not at the mean.",
                    better=better,
                    worse=worse,
                )
            )
        elif worse and both.newly_failing and abs(measure.delta) < 2 * _FLAT:
            words.append(t.text("The mean alone would not have shown it."))
        words += [chance_words(measure, t), resolution_words(QUALITY, measure, t)]
    return [one for one in (*words, _left_out(both, t)) if one]


def _left_out(both: Compared, t: Translator) -> str:
    out = len(both.having(Change.NOT_COMPARABLE.value))
    if not out:
        return ""
    return t.plural(
        "{n} question is left out: only one run has it, its text or labels differ, "
        "or one run could not measure it.",
        "{n} questions are left out: only one run has them, their text or labels differ, "
        "or one run could not measure them.",
        out,
    )
