"""What came of one case, in one sentence and the few that explain it. All words are ours."""

from __future__ import annotations

from collections.abc import Callable, Mapping
from dataclasses import dataclass

from evalcore.model.words import Place, State
from evalcore.views import amounts
from evalcore.views.language import N_, Translator
from evalcore.views.outcome import Expectation, Outcome
from evalcore.views.words import Tone, behaviour_word, state_tone


@dataclass(frozen=True, slots=True, kw_only=True)
class Finding:
    """``headline`` says what happened, ``body`` the figures behind it; no text of people's."""

    tone: Tone
    headline: str
    body: tuple[str, ...]


_NOT_RUN = (
    N_("This case was not run"),
    N_("Drafts and retired cases are kept in the golden set and not examined."),
)
_FIXED: Mapping[State, tuple[str, str]] = {
    State.LOST: (
        N_("The ingest lost a fact: the chunk is gone, and so is its quote"),
        N_("Nobody declared it removed. The case fails until the fact is back."),
    ),
    State.ERROR: (
        N_("The search did not answer this question"),
        N_("It never counts as a pass; the verdict waits for an answer."),
    ),
    State.BROKEN: (
        N_("The golden set no longer fits the index: this case is set aside"),
        N_("It is counted in no mean. Anchor its quotes again or give it relevant chunks."),
    ),
    State.DRAFT: _NOT_RUN,
    State.RETIRED: _NOT_RUN,
    State.BLIND: _NOT_RUN,
}
_NOTES: Mapping[str, str] = {
    "duplicate_in_ranking": N_("A chunk comes back twice: it keeps its slot and earns nothing."),
    "nothing_returned": N_("The search answered with an empty list: that is data, recall 0."),
    "fewer_than_cutoff": N_("The search returned fewer results than the cutoff."),
    "more_expected_than_cutoff": N_(
        "More chunks are expected than fit above the cutoff, so not all can be found."
    ),
    "no_positive_label": N_(
        "An answer is expected, yet no chunk is marked relevant: mend the golden set."
    ),
    "expected_chunk_gone": N_("An annotated chunk is no longer in the manifest."),
    "removal_declared": N_(
        "What it asks for was taken out on purpose, as the manifest declares: retire or rewrite it."
    ),
    "id_looks_like_another": N_(
        "An expected chunk misses, and another id only looks like it: case, spaces or Unicode."
    ),
}


def finding(outcome: Outcome, t: Translator, *, over: bool, ceiling: str) -> Finding:
    """The finding of a case; ``over`` says it is over its noise ceiling, which is ``ceiling``."""
    tell = _BY_STATE.get(outcome.state)
    headline, body = tell(outcome, t) if tell else _fixed(outcome.state, t)
    if over:
        body = (*body, _noise_over(outcome, ceiling, t))
    return Finding(
        tone=Tone.WARN if over else state_tone(outcome.state), headline=headline, body=body
    )


def notes(outcome: Outcome, t: Translator) -> tuple[str, ...]:
    """Flags of the case in plain words; one added later is shown under its own name."""
    names = outcome.run.examination.notes.get(outcome.case.id, ())
    told = (_note(name, outcome, t) for name in names)
    return tuple(told)


def noise_words(outcome: Outcome, ceiling: str, t: Translator) -> str:
    """Where the noise line falls and whether it decides anything."""
    if outcome.ranking is None:
        return ""
    if not outcome.run.examination.scored:
        return t.text("The results carry no scores, so noise is not applicable.")
    noise = outcome.measured.noise
    if outcome.threshold is None or not noise.den[outcome.index]:
        return t.text("An expected chunk is absent, so this case has no noise line.")
    if outcome.state is State.PASS:
        return t.text(
            "{noise} of what is delivered scores worse than the worst expected chunk; "
            "the ceiling is {ceiling}.",
            noise=amounts.ratio(noise, outcome.index),
            ceiling=ceiling,
        )
    return t.text(
        "Noise is {noise} by the letter, but it only counts in cases that pass recall: "
        "here it decides nothing.",
        noise=amounts.ratio(noise, outcome.index),
    )


Told = tuple[str, tuple[str, ...]]


def _fixed(state: State, t: Translator) -> Told:
    headline, sentence = _FIXED[state]
    return t.text(headline), (t.text(sentence),)


def _passes(outcome: Outcome, t: Translator) -> Told:
    expected, found = outcome.expected, _found(outcome.expected)
    if len(found) == len(expected):
        worst = max((one.rank or 0 for one in expected), default=0)
        head = t.plural(
            "What had to come out came out, at rank {worst}",
            "All {n} expected chunks came out, the last at rank {worst}",
            len(expected),
            worst=worst,
        )
    elif outcome.case.any_suffices:
        head = t.text("One expected chunk is enough, and it came out")
    else:
        head = t.text("What came out satisfies the case")
    return head, (_supply(outcome, t),)


def _fails(outcome: Outcome, t: Translator) -> Told:
    missing = [one for one in outcome.expected if one.place is not Place.FOUND]
    ranks = [one.rank for one in missing if one.rank is not None]
    absent = len(missing) - len(ranks)
    if ranks:
        head = t.plural(
            "One expected chunk is buried at rank {ranks}",
            "{n} expected chunks are buried, at ranks {ranks}",
            len(ranks),
            ranks=t.joined([str(rank) for rank in sorted(ranks)]),
        )
        if absent:
            head += t.plural(", and one does not appear", ", and {n} do not appear", absent)
    else:
        head = t.plural(
            "One expected chunk does not appear in the list",
            "{n} expected chunks do not appear in the list",
            absent,
        )
    return head, (_delivered(outcome, t), _supply(outcome, t))


def _undecided(outcome: Outcome, t: Translator) -> Told:
    agreement = amounts.ratio(outcome.run.examination.agreement, outcome.index)
    return t.text("The samples disagree, so this case could not be judged"), (
        t.text("Agreement {agreement}. It never counts as a pass.", agreement=agreement),
    )


def _no_answer(outcome: Outcome, t: Translator) -> Told:
    verb = behaviour_word(outcome.case.behaviour, t)
    return t.text("Nothing has to come out here: the system should {verb}", verb=verb), (
        t.text("The case has measures of its own and is left out of recall."),
    )


_BY_STATE: Mapping[State, Callable[[Outcome, Translator], Told]] = {
    State.PASS: _passes,
    State.FAIL: _fails,
    State.UNDECIDED: _undecided,
    State.NO_ANSWER: _no_answer,
}


def _found(expected: tuple[Expectation, ...]) -> list[Expectation]:
    return [one for one in expected if one.place is Place.FOUND]


def _delivered(outcome: Outcome, t: Translator) -> str:
    return t.text(
        "Only the first {K} are delivered, and {n} of the {N} expected are among them.",
        K=outcome.cutoff,
        n=len(_found(outcome.expected)),
        N=len(outcome.expected),
    )


def _supply(outcome: Outcome, t: Translator) -> str:
    quality = outcome.measured.quality.at(outcome.index)
    return t.text(
        "Recall {recall}, quality {quality}.",
        recall=amounts.ratio_and_percent(outcome.measured.recall.at(outcome.index), t),
        quality=amounts.points(quality, None, t),
    )


def _noise_over(outcome: Outcome, ceiling: str, t: Translator) -> str:
    return t.text(
        "But noise is over its ceiling: {noise} where {ceiling} is allowed.",
        noise=amounts.ratio(outcome.measured.noise, outcome.index),
        ceiling=ceiling,
    )


def _note(name: str, outcome: Outcome, t: Translator) -> str:
    if name == "tie_at_cutoff":
        return t.text(
            "Scores tie across the cutoff: with another order recall could be anywhere "
            "from {low} to {high}.",
            low=amounts.ratio(outcome.measured.recall_low, outcome.index),
            high=amounts.ratio(outcome.measured.recall_high, outcome.index),
        )
    return t.text(_NOTES[name]) if name in _NOTES else name
