"""What the last runs would have been under other numbers, as rows and sentences."""

from __future__ import annotations

from collections.abc import Iterable, Mapping
from dataclasses import dataclass

from evalcore.model.trial import Trial
from evalcore.model.words import Decision
from evalcore.views.history import name_of
from evalcore.views.language import Translator
from evalcore.views.settings import setting_word
from evalcore.views.words import Tone, decision_tone, decision_word, rule_word

LISTED = 6


@dataclass(frozen=True, slots=True, kw_only=True)
class TrialRow:
    """A line of the table. ``name`` and the ids in ``cases`` are people's own text."""

    id: str
    name: str
    before: str
    before_tone: Tone
    after: str
    after_tone: Tone
    turned: bool
    rules: str
    cases: str


def trial_rows(trials: Iterable[Trial], t: Translator) -> list[TrialRow]:
    """The runs in the order given."""
    return [_row(one, t) for one in trials]


def trial_sentence(trials: tuple[Trial, ...], t: Translator) -> str:
    """How many runs would have been blocked, how many were, and how many verdicts turn."""
    would = sum(one.after.decision is Decision.BLOCK for one in trials)
    were = sum(one.before.decision is Decision.BLOCK for one in trials)
    turned = sum(one.before.decision is not one.after.decision for one in trials)
    return " ".join(
        (
            t.plural(
                "Of the last {N} runs, {n} would have been blocked (stored: {were}).",
                "Of the last {N} runs, {n} would have been blocked (stored: {were}).",
                would,
                N=len(trials),
                were=were,
            ),
            t.plural("{n} verdict turns.", "{n} verdicts turn.", turned)
            if turned
            else t.text("No verdict turns."),
        )
    )


def change_lines(changes: Mapping[str, tuple[str, str]], t: Translator) -> list[str]:
    """The numbers that differ, old and new; domain names in them are people's own text."""
    general = t.text("as in general")
    return [
        f"{setting_word(key, t)}: {old or general} → {new or general}"
        for key, (old, new) in changes.items()
    ]


def _row(one: Trial, t: Translator) -> TrialRow:
    before, after = one.before.decision, one.after.decision
    return TrialRow(
        id=one.record.id,
        name=name_of(one.record),
        before=decision_word(before, t),
        before_tone=decision_tone(before),
        after=decision_word(after, t),
        after_tone=decision_tone(after),
        turned=before is not after,
        rules=", ".join(rule_word(rule, t) for rule in one.rules),
        cases=_cases(one, t),
    )


def _cases(one: Trial, t: Translator) -> str:
    parts = []
    if one.cases:
        parts.append(t.text("now: {cases}", cases=_few(one.cases)))
    if one.no_longer:
        parts.append(t.text("no longer: {cases}", cases=_few(one.no_longer)))
    return "; ".join(parts)


def _few(cases: tuple[str, ...]) -> str:
    more = len(cases) - LISTED
    return ", ".join(cases[:LISTED]) + (f" +{more}" if more > 0 else "")
