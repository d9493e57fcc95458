"""The diagnosis's closed vocabularies in words for people: probes, answers, certainty."""

from __future__ import annotations

from collections.abc import Mapping

from evalcore.model.diagnosis import Answer, ProbeName
from evalcore.views.language import N_, Translator
from evalcore.views.words import Tone

_NAMES: Mapping[ProbeName, str] = {
    ProbeName.CASE: N_("The case itself"),
    ProbeName.SPLIT: N_("Split"),
    ProbeName.DESCRIPTION: N_("Description"),
    ProbeName.LABELS: N_("Labels and filters"),
    ProbeName.INDEX: N_("Index"),
    ProbeName.DISPLACED: N_("Displaced"),
    ProbeName.EMBEDDING: N_("Embedding"),
}
_CAUSES: Mapping[ProbeName, str] = {
    ProbeName.CASE: N_("the question itself is not sound"),
    ProbeName.SPLIT: N_("the chunk was cut badly"),
    ProbeName.DESCRIPTION: N_("the description does not serve"),
    ProbeName.LABELS: N_("labels or filters hide it"),
    ProbeName.INDEX: N_("the index cannot find it"),
    ProbeName.DISPLACED: N_("others stand above it"),
    ProbeName.EMBEDDING: N_("the embedding does not bring question and text together"),
}
_ANSWERS: Mapping[Answer, tuple[str, Tone]] = {
    Answer.CONFIRMED: (N_("confirmed"), Tone.BAD),
    Answer.SUSPECTED: (N_("suspected"), Tone.WARN),
    Answer.RULED_OUT: (N_("ruled out"), Tone.QUIET),
    Answer.NO_DATA: (N_("no data"), Tone.QUIET),
    Answer.NOT_ASKED: (N_("not asked"), Tone.QUIET),
}


def probe_number(probe: ProbeName) -> int:
    """The place of a probe in the order of the diagnosis, from 0."""
    return tuple(ProbeName).index(probe)


def probe_name(probe: ProbeName, t: Translator) -> str:
    """What a probe is called."""
    return t.text(_NAMES[probe])


def cause(probe: ProbeName, t: Translator) -> str:
    """What is wrong where this probe gives the diagnosis, as the end of a sentence."""
    return t.text(_CAUSES[probe])


def answer_word(answer: Answer, t: Translator) -> str:
    """What a probe's answer is called."""
    return t.text(_ANSWERS[answer][0])


def answer_tone(answer: Answer) -> Tone:
    """How grave a probe's answer is."""
    return _ANSWERS[answer][1]
