"""Annotation on the screen: what waits, what was found, and what became of a view."""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterable, Mapping, Sequence
from dataclasses import dataclass

from evalcore.golden.agreement import Agreement, Difference
from evalcore.golden.annotation import Standing
from evalcore.model.case import Case
from evalcore.model.manifest import Chunk
from evalcore.model.words import Behaviour
from evalcore.stats.kappa import Kappa
from evalcore.views.language import N_, Translator
from evalcore.views.words import Tone

BEHAVIOURS: Mapping[Behaviour, str] = {
    Behaviour.ANSWER: N_("Yes: the corpus answers it"),
    Behaviour.ABSTAIN: N_("No: what is right is to say that it is not there"),
    Behaviour.ASK_BACK: N_("It is ambiguous: what is right is to ask back"),
    Behaviour.DECLINE: N_("It is out of scope: what is right is to decline"),
}
GRADES: Mapping[int, str] = {
    0: N_("not relevant"),
    1: N_("touches it"),
    2: N_("holds a part"),
    3: N_("holds the answer"),
}
_STANDINGS: Mapping[Standing, tuple[str, Tone]] = {
    Standing.DRAFT: (N_("draft"), Tone.WARN),
    Standing.DISAGREED: (N_("two people disagree"), Tone.WARN),
    Standing.SECOND: (N_("waits for a second person"), Tone.WARN),
    Standing.AGREED: (N_("agreed, not yet active"), Tone.WARN),
    Standing.ACTIVE: (N_("active"), Tone.GOOD),
    Standing.RETIRED: (N_("retired"), Tone.QUIET),
}
_DIFFERENCES: Mapping[Difference, str] = {
    Difference.BEHAVIOUR: N_("whether there is an answer"),
    Difference.CHUNKS: N_("which chunks hold it"),
    Difference.NEEDS: N_("whether all of them are needed"),
    Difference.GRADES: N_("the grades"),
    Difference.CATEGORY: N_("the category"),
    Difference.DIFFICULTY: N_("the difficulty"),
}
_ORDER = tuple(Standing)
_WAITING = (Standing.DRAFT, Standing.DISAGREED, Standing.SECOND, Standing.AGREED)


@dataclass(frozen=True, slots=True, kw_only=True)
class Waiting:
    """One case of the queue. ``question`` is people's own text."""

    id: str
    question: str
    standing: Standing
    word: str
    tone: Tone

    @property
    def waits(self) -> bool:
        """Whether somebody is still to do something about it."""
        return self.standing in _WAITING


@dataclass(frozen=True, slots=True, kw_only=True)
class FindRow:
    """One chunk found for the annotator. ``sources`` may hold the names of runs."""

    number: int
    id: str
    title: str
    text: str
    about: str
    sources: str


def queue(cases: Iterable[tuple[Case, Standing]], t: Translator) -> tuple[Waiting, ...]:
    """The visible cases, drafts first, then what else waits, then the active ones."""
    rows = [_waiting(case, standing, t) for case, standing in cases if not case.blind]
    return tuple(sorted(rows, key=lambda row: _ORDER.index(row.standing)))


def sentence(rows: Sequence[Waiting], t: Translator) -> str:
    """What waits, in one sentence."""
    n = Counter(row.standing for row in rows)
    parts = []
    if n[Standing.DRAFT]:
        parts.append(t.plural("{n} draft", "{n} drafts", n[Standing.DRAFT]))
    if n[Standing.DISAGREED]:
        words = t.plural("{n} disagreement", "{n} disagreements", n[Standing.DISAGREED])
        parts.append(words)
    second = n[Standing.SECOND] + n[Standing.AGREED]
    if second:
        words = t.plural("{n} case for a second person", "{n} cases for a second person", second)
        parts.append(words)
    if not parts:
        return t.text("No case waits to be annotated")
    return t.text("To annotate: {what}", what=t.joined(parts))


def standing_word(standing: Standing, t: Translator) -> tuple[str, Tone]:
    """What a case waits for, and how it is coloured."""
    word, tone = _STANDINGS[standing]
    return t.text(word), tone


def find_rows(
    found: Sequence[tuple[str, Chunk, Mapping[str, int]]], t: Translator
) -> tuple[FindRow, ...]:
    """The finds as numbered rows, each with every source that ranked it."""
    return tuple(
        FindRow(
            number=number,
            id=unit,
            title=title_of(chunk),
            text=chunk.text or chunk.representation or "",
            about=" · ".join(part for part in (chunk.domain, chunk.doc_id, unit) if part),
            sources=" · ".join(_source(name, rank, t) for name, rank in ranks.items()),
        )
        for number, (unit, chunk, ranks) in enumerate(found, start=1)
    )


def title_of(chunk: Chunk) -> str:
    """The chunk's title, else how it begins, else its id."""
    text = (chunk.text or chunk.representation or "").strip()
    first = text.splitlines()[0] if text else ""
    short = first if len(first) <= _TITLE else first[:_TITLE].rstrip() + "…"
    return chunk.title or short or chunk.chunk_id


def difference_words(differs: Iterable[Difference], t: Translator) -> str:
    """What two views say differently, in words."""
    return t.joined([t.text(_DIFFERENCES[one]) for one in differs])


def taken_words(standing: Standing, differs: Sequence[Difference], t: Translator) -> str:
    """What became of the case when the view was signed."""
    if standing is Standing.DISAGREED:
        return t.text(
            "Taken down. The two of you differ in {what}: a finding, not an error. "
            "The case stays out of the exam until somebody settles it.",
            what=difference_words(differs, t),
        )
    if standing is Standing.SECOND:
        return t.text("Taken down. The case waits for a second person, who will not see this.")
    if standing is Standing.RETIRED:
        return t.text("The case is retired; what people said of it stays in the file.")
    if differs:
        return t.text(
            "The case is active. Two people agree; they differ only in {what}.",
            what=difference_words(differs, t),
        )
    return t.text("The case is active: the next run examines the index by it.")


def agreement_words(found: Agreement, t: Translator) -> tuple[str, ...]:
    """Kappa with its interval and n, one sentence each; empty while nobody annotated twice."""
    if not found.cases:
        return ()
    chunks = t.plural(
        "Which chunks: {figure}, over {n} chunk.",
        "Which chunks: {figure}, over {n} chunks.",
        found.chunks.n,
        figure=_kappa(found.chunks, t),
    )
    answers = t.plural(
        "Whether there is an answer: {figure}, over {n} case.",
        "Whether there is an answer: {figure}, over {n} cases.",
        found.answers.n,
        figure=_kappa(found.answers, t),
    )
    return chunks, answers


def _kappa(one: Kappa, t: Translator) -> str:
    if not one.n or one.low is None or one.high is None:
        return t.text("nothing to compare")
    low, high = t.number(one.low, 2), t.number(one.high, 2)
    if one.value is None:
        return t.text(
            "κ undefined, as only one word was used ({low} to {high})", low=low, high=high
        )
    value = t.number(one.value, 2)
    return t.text("κ {value} ({low} to {high})", value=value, low=low, high=high)


def _source(name: str, rank: int, t: Translator) -> str:
    said = {"words": t.text("words"), "vectors": t.text("vectors")}.get(name, name)
    return f"{said} {rank}"


def _waiting(case: Case, standing: Standing, t: Translator) -> Waiting:
    word, tone = standing_word(standing, t)
    return Waiting(id=case.id, question=case.question, standing=standing, word=word, tone=tone)


_TITLE = 110
