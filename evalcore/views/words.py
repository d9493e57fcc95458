"""The closed vocabularies of the contract in words for people, and how grave each one is."""

from __future__ import annotations

from collections.abc import Mapping
from enum import StrEnum

from evalcore.model.words import Behaviour, Decision, Place, RuleStatus, State
from evalcore.views.language import N_, Translator


class Tone(StrEnum):
    """How a screen may colour a word; never the only sign, the word always stands beside it."""

    GOOD = "good"
    BAD = "bad"
    WARN = "warn"
    QUIET = "quiet"


_STATES: Mapping[State, tuple[str, Tone]] = {
    State.PASS: (N_("Passes"), Tone.GOOD),
    State.FAIL: (N_("Fails"), Tone.BAD),
    State.LOST: (N_("Lost"), Tone.BAD),
    State.UNDECIDED: (N_("Undecided"), Tone.WARN),
    State.ERROR: (N_("Error"), Tone.BAD),
    State.BROKEN: (N_("Broken"), Tone.WARN),
    State.NO_ANSWER: (N_("No answer due"), Tone.QUIET),
    State.DRAFT: (N_("Draft"), Tone.QUIET),
    State.RETIRED: (N_("Retired"), Tone.QUIET),
    State.BLIND: (N_("Blind"), Tone.QUIET),
}
_DECISIONS: Mapping[Decision, tuple[str, Tone]] = {
    Decision.ACCEPT: (N_("ACCEPTED"), Tone.GOOD),
    Decision.BLOCK: (N_("BLOCKED"), Tone.BAD),
    Decision.CANNOT_JUDGE: (N_("CANNOT BE JUDGED"), Tone.WARN),
}
_STATUSES: Mapping[RuleStatus, tuple[str, Tone]] = {
    RuleStatus.HOLDS: (N_("Holds"), Tone.GOOD),
    RuleStatus.FAILS: (N_("Does not hold"), Tone.BAD),
    RuleStatus.NOT_EVALUATED: (N_("Not evaluated"), Tone.WARN),
    RuleStatus.NOT_APPLICABLE: (N_("Not applicable"), Tone.QUIET),
    RuleStatus.WARNING: (N_("Warning"), Tone.WARN),
}
_PLACES: Mapping[Place, tuple[str, Tone]] = {
    Place.FOUND: (N_("Found"), Tone.GOOD),
    Place.MISRANKED: (N_("Misranked"), Tone.BAD),
    Place.ABSENT: (N_("Absent"), Tone.BAD),
}
_BEHAVIOURS: Mapping[Behaviour, str] = {
    Behaviour.ANSWER: N_("answer"),
    Behaviour.ABSTAIN: N_("abstain"),
    Behaviour.ASK_BACK: N_("ask back"),
    Behaviour.DECLINE: N_("decline"),
}
_RULES: Mapping[str, str] = {
    "mean_quality": N_("Mean quality"),
    "gold_failures": N_("Curated syntheses (gold)"),
    "other_failures": N_("Other failures"),
    "noise": N_("Noise"),
    "judged": N_("Everything judged"),
    "golden_health": N_("Golden set health"),
    "min_cases": N_("Size of the golden set"),
    "ingest": N_("Ingest"),
    "comparable": N_("Comparable with the baseline"),
    "regression": N_("No regression"),
    "judged_answers": N_("Answers, by the judge"),
}


def state_word(state: State, t: Translator) -> str:
    """What a case's state is called."""
    return t.text(_STATES[state][0])


def state_tone(state: State) -> Tone:
    """How grave a case's state is."""
    return _STATES[state][1]


def decision_word(decision: Decision | str, t: Translator) -> str:
    """The verdict for people; an unknown stored word is shown as it is."""
    known = _decision(decision)
    return t.text(_DECISIONS[known][0]) if known else str(decision)


def decision_tone(decision: Decision | str) -> Tone:
    """How grave a verdict is; one that is not known is a warning."""
    known = _decision(decision)
    return _DECISIONS[known][1] if known else Tone.WARN


def status_word(status: RuleStatus, t: Translator) -> str:
    """What a rule's status is called."""
    return t.text(_STATUSES[status][0])


def status_tone(status: RuleStatus) -> Tone:
    """How grave a rule's status is."""
    return _STATUSES[status][1]


def place_word(place: Place, t: Translator) -> str:
    """Where an expected chunk ended up, in one word."""
    return t.text(_PLACES[place][0])


def place_tone(place: Place) -> Tone:
    """How grave a place is."""
    return _PLACES[place][1]


def behaviour_word(behaviour: Behaviour, t: Translator) -> str:
    """What the system owes the user, as a verb."""
    return t.text(_BEHAVIOURS[behaviour])


def rule_word(rule: str, t: Translator) -> str:
    """The title of a rule; a rule added later is shown under its own name."""
    title = _RULES.get(rule)
    return t.text(title) if title else rule


def _decision(decision: Decision | str) -> Decision | None:
    try:
        return Decision(decision)
    except ValueError:
        return None
