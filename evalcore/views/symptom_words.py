"""What symptoms are called on a screen and in a terminal."""

from __future__ import annotations

from collections.abc import Mapping

from evalcore.model.symptom import SymptomName, SymptomState
from evalcore.views.language import N_, Translator
from evalcore.views.words import Tone

_TITLES: Mapping[SymptomName, str] = {
    SymptomName.DOMAIN: N_("A whole domain fails"),
    SymptomName.NUMERIC: N_("Only numeric questions fail"),
    SymptomName.GOLD: N_("Only questions that expect gold fail"),
    SymptomName.REGRESSION: N_("A question that passed now fails, its domain unchanged"),
    SymptomName.DECLINE: N_("Slow, general decline"),
    SymptomName.NOISE: N_("Recall is green and noise is high"),
    SymptomName.CODES: N_("Codes and acronyms fail"),
    SymptomName.VOCABULARY: N_("The users' own words fail"),
    SymptomName.OLD_VERSION: N_("An old version outranks the new one"),
    SymptomName.HALF_FOUND: N_("Multi-hop questions are half found"),
    SymptomName.OVERFIT: N_("The blind reserve does far worse"),
    SymptomName.TIES: N_("Ties decide"),
    SymptomName.INDEX: N_("The index loses chunks"),
}
_STATES: Mapping[SymptomState, tuple[str, Tone]] = {
    SymptomState.ACTIVE: (N_("active"), Tone.BAD),
    SymptomState.QUIET: (N_("quiet"), Tone.GOOD),
    SymptomState.NOT_ENOUGH_DATA: (N_("lacks data"), Tone.QUIET),
}


def symptom_title(name: SymptomName, t: Translator) -> str:
    """The symptom in a few words."""
    return t.text(_TITLES[name])


def symptom_state_word(state: SymptomState, t: Translator) -> str:
    """The state of a row in one or two words."""
    return t.text(_STATES[state][0])


def symptom_tone(state: SymptomState) -> Tone:
    """How grave the state of a row is."""
    return _STATES[state][1]
