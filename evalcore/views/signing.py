"""Signing a failure: what the text starts from, and what a signature can and cannot lift."""

from __future__ import annotations

from dataclasses import dataclass

from evalcore.model.diagnosis import Answer, Trail
from evalcore.model.run import StoredRun
from evalcore.model.verdict import Verdict
from evalcore.model.words import RuleStatus, State
from evalcore.views.language import Translator
from evalcore.views.outcome import Outcome
from evalcore.views.probes import cause
from evalcore.views.trail import chapter_words
from evalcore.views.verdict import concealed, headline, secrets_of
from evalcore.views.words import Tone, decision_tone, decision_word

GATED = "other_failures"
"""The rule of the gate that signed diagnoses count for."""


@dataclass(frozen=True, slots=True, kw_only=True)
class Judgement:
    """One verdict in words. ``machine`` is the contract's word, ``word`` the reader's.

    ``reason`` is that of the rule which signatures count for; it may quote people's own text.
    """

    machine: str
    word: str
    tone: Tone
    headline: str
    reason: str


@dataclass(frozen=True, slots=True, kw_only=True)
class Judged:
    """The gate before and after it judged again; ``words`` say whether anything changed."""

    before: Judgement
    after: Judgement
    words: str
    tone: Tone


def may_be_signed(state: State) -> bool:
    """Only a failure is documented; what could not be judged has nothing to tolerate."""
    return state in (State.FAIL, State.LOST)


def draft(trail: Trail | None, t: Translator) -> str:
    """The text a person starts from: what the trail found; empty where it found nothing."""
    found = None if trail is None else trail.diagnosis
    if found is None:
        return ""
    what = _capital(cause(found.probe, t))
    if found.answer is Answer.CONFIRMED:
        parts = [t.text("{cause} (confirmed).", cause=what)]
    else:
        parts = [t.text("{cause} (suspected).", cause=what)]
    parts.append(_ended(t.message(found.sentence)))
    if found.repair is not None:
        parts.append(_ended(t.text("Repair: {repair}", repair=t.message(found.repair))))
    chapter = chapter_words(found.chapter, t)
    return " ".join([*parts, f"{_capital(chapter)}."] if chapter else parts)


def effect(outcome: Outcome, t: Translator) -> str:
    """What a signature does for this case in the gate, said before anybody signs."""
    examination, tolerance = outcome.run.examination, outcome.run.policy.tolerance
    if outcome.state is State.LOST:
        return t.text("It lifts no block: the ingest lost a fact, and that blocks by itself.")
    if not examination.gold_known:
        return t.text(
            "It lifts no block: nothing says what is gold here, so every failure counts as gold."
        )
    if bool(examination.expects_gold[outcome.index]):
        if tolerance.gold:
            return t.text("It changes nothing: the case expects gold, and those are only counted.")
        return t.text(
            "It lifts no block: the case expects gold, and there no failure is tolerated."
        )
    if not tolerance.documented:
        return t.text("This policy asks for no signature; it is kept all the same.")
    return t.text(
        "Failures outside gold are tolerated up to {limit} of the cases, each with its signature. "
        "It counts from the next judgement on, while the question and its expected ranks stay.",
        limit=tolerance.other,
    )


def judgement(verdict: Verdict, run: StoredRun, t: Translator) -> Judgement:
    """One verdict of a run, as far as signatures matter to it."""
    secret = secrets_of(run.examination)
    reasons = [rule.reason for rule in verdict.rules if rule.rule == GATED]
    return Judgement(
        machine=verdict.decision.value,
        word=decision_word(verdict.decision, t),
        tone=decision_tone(verdict.decision),
        headline=headline(verdict, t),
        reason=t.message(concealed(reasons[0], secret)) if reasons else "",
    )


def judged(before: Verdict, after: Verdict, run: StoredRun, t: Translator) -> Judged:
    """The two verdicts side by side."""
    if before.decision is not after.decision:
        words = t.text("The verdict has changed.")
    elif _gated(before) != _gated(after):
        words = t.text("The verdict stays; the rule that signatures count for has changed.")
    elif set(after.documented) - set(before.documented):
        words = t.text("The signature is counted, and the verdict hangs on something else.")
    else:
        words = t.text("Nothing has changed: no rule hangs on this signature.")
    return Judged(
        before=judgement(before, run, t),
        after=judgement(after, run, t),
        words=words,
        tone=decision_tone(after.decision),
    )


def _gated(verdict: Verdict) -> list[tuple[RuleStatus, str]]:
    """What is said of the rule: figures that its sentence leaves out make no difference."""
    return [(rule.status, str(rule.reason)) for rule in verdict.rules if rule.rule == GATED]


def _ended(words: str) -> str:
    return words if words.endswith((".", "!", "?")) else f"{words}."


def _capital(words: str) -> str:
    return words[:1].upper() + words[1:]
