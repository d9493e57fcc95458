"""Why a case failed: the diagnosis in one sentence, and every probe's answer in order."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass

from evalcore.model.diagnosis import Answer, Asked, Certainty, ChunkTrail, Finding, Trail
from evalcore.model.run import StoredRun
from evalcore.views.chunks import ChunkFacts, facts_of
from evalcore.views.displacers import Above, above
from evalcore.views.evidence import Evidence, evidence
from evalcore.views.evidence_words import asked_words
from evalcore.views.language import N_, Translator
from evalcore.views.probes import answer_tone, answer_word, cause, probe_name, probe_number
from evalcore.views.words import Tone


@dataclass(frozen=True, slots=True, kw_only=True)
class AskedLine:
    """One question that was put to the index, and where the chunk then stood."""

    what: str
    rank: str


@dataclass(frozen=True, slots=True, kw_only=True)
class ProbeLine:
    """One probe's answer. ``sentence`` and ``repair`` may quote people's own text.

    ``leads`` marks the finding that is the diagnosis.
    """

    number: int
    name: str
    answer: Answer
    state: str
    tone: Tone
    sentence: str
    repair: str
    chapter: str
    leads: bool
    evidence: Evidence
    asked: tuple[AskedLine, ...]


@dataclass(frozen=True, slots=True, kw_only=True)
class ChunkView:
    """The trail of one buried chunk. ``facts`` are people's own text."""

    facts: ChunkFacts
    place: str
    lines: tuple[ProbeLine, ...]
    above: Above | None


@dataclass(frozen=True, slots=True, kw_only=True)
class TrailView:
    """What the page says of a diagnosis; ``chunks`` have the leading one first.

    ``diagnosis`` and ``proof`` are all ours; ``tone`` is how sure it is.
    """

    diagnosis: str
    proof: str
    tone: Tone
    certainty: Certainty
    chunks: tuple[ChunkView, ...]


_PROOF = {
    Certainty.CONFIRMED: N_(
        "Confirmed: undoing the defect brings the chunk above the cutoff. "
        "It is the first of the seven questions that is."
    ),
    Certainty.SUSPECTED: N_(
        "Suspected: the defect is there, but nothing shows that undoing it is enough."
    ),
    Certainty.NONE: N_("None of the seven questions found a cause. Nothing is blamed on a guess."),
}


def trail_view(trail: Trail, run: StoredRun, t: Translator) -> TrailView:
    """The whole trail, ruled-out steps too."""
    found, leading = trail.diagnosis, trail.leading
    chunks = sorted(trail.chunks, key=lambda one: one is not leading)
    ids = [one.chunk_id for one in chunks]
    facts = facts_of(run, ids)
    return TrailView(
        diagnosis=_diagnosis(found, t),
        proof=t.text(_PROOF[trail.certainty]),
        tone=Tone.QUIET if found is None else answer_tone(found.answer),
        certainty=trail.certainty,
        chunks=tuple(_chunk(one, facts[one.chunk_id], run, t) for one in chunks),
    )


def chapter_words(chapter: str | None, t: Translator) -> str:
    """Where the book speaks of it: ``chapter 9``, ``chapters 11-12``; empty where nowhere."""
    if not chapter:
        return ""
    several = "-" in chapter or "," in chapter
    return t.plural("chapter {which}", "chapters {which}", 2 if several else 1, which=chapter)


def _diagnosis(found: Finding | None, t: Translator) -> str:
    if found is None:
        return t.text("Diagnosis: no cause found")
    words = t.text("Diagnosis: {cause}", cause=cause(found.probe, t))
    chapter = chapter_words(found.chapter, t)
    return f"{words} ({chapter})" if chapter else words


def _chunk(one: ChunkTrail, facts: ChunkFacts, run: StoredRun, t: Translator) -> ChunkView:
    leading = one.leading
    return ChunkView(
        facts=facts,
        place=_place(one.rank, t),
        lines=tuple(_line(finding, finding is leading, t) for finding in one.findings),
        above=above(one, run, t),
    )


def _place(rank: int | None, t: Translator) -> str:
    return t.text("absent") if rank is None else t.text("rank {rank}", rank=rank)


def _line(finding: Finding, leads: bool, t: Translator) -> ProbeLine:
    return ProbeLine(
        number=probe_number(finding.probe),
        name=probe_name(finding.probe, t),
        answer=finding.answer,
        state=answer_word(finding.answer, t),
        tone=answer_tone(finding.answer),
        sentence=t.message(finding.sentence),
        repair="" if finding.repair is None else t.message(finding.repair),
        chapter=chapter_words(finding.chapter, t),
        leads=leads,
        evidence=evidence(finding.evidence, t),
        asked=_asked(finding.asked, t),
    )


def _asked(asked: Sequence[Asked], t: Translator) -> tuple[AskedLine, ...]:
    return tuple(AskedLine(what=asked_words(one.what, t), rank=_rank(one, t)) for one in asked)


def _rank(one: Asked, t: Translator) -> str:
    if one.failed is not None:
        return t.text("not answered: {why}", why=one.failed)
    return t.text("not found") if one.rank is None else t.text("rank {rank}", rank=one.rank)
