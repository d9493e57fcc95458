"""A patch of a golden set on the screen: what each line proposes, and what waits."""

from __future__ import annotations

from collections.abc import Collection, Mapping, Sequence
from dataclasses import dataclass

from evalcore.golden.anchors import AnchorState, Candidate, Join, Proposal, Ruling, Why
from evalcore.model.manifest import Chunk
from evalcore.views.language import N_, Translator
from evalcore.views.words import Tone

_STATES: Mapping[AnchorState, tuple[str, Tone]] = {
    AnchorState.EXACT: (N_("exact"), Tone.GOOD),
    AnchorState.NORMALISED: (N_("typeset anew"), Tone.QUIET),
    AnchorState.MOVED: (N_("moved"), Tone.WARN),
    AnchorState.SPLIT: (N_("split"), Tone.WARN),
    AnchorState.MERGED: (N_("merged"), Tone.QUIET),
    AnchorState.AMBIGUOUS: (N_("ambiguous"), Tone.WARN),
    AnchorState.FUZZY: (N_("similar"), Tone.WARN),
    AnchorState.ORPHAN: (N_("orphan"), Tone.BAD),
    AnchorState.QUOTE: (N_("quote proposed"), Tone.QUIET),
}
_WHYS: Mapping[Why, str] = {
    Why.ONE_PLACE: N_("The quote stands in one place of the same document, byte for byte."),
    Why.TYPESET: N_("The same words, typeset anew: spaces, line ends, case or quotation marks."),
    Why.OTHER_DOCUMENT: N_("The same words, in another document."),
    Why.UNKNOWN_DOCUMENT: N_("The same words, but the label does not name its document."),
    Why.OTHER_SURROUNDINGS: N_("The same words, but what stands before and after them changed."),
    Why.SHORT: N_("The quote is too short to be sure of its place without the old manifest."),
    Why.SEVERAL: N_("The quote stands in several places: choose the one that is meant."),
    Why.SEVERAL_BEFORE: N_("The quote stood in several places before, so this may be another one."),
    Why.CUT: N_("The new cut runs through the quote: all these chunks would be needed."),
    Why.SAME_CHUNK: N_("Another label of this case stands in the same chunk now: they become one."),
    Why.SIMILAR: N_("The quote is gone; these words are the most like it."),
    Why.FIGURE: N_("The quote is gone; in the most similar words a figure changed."),
    Why.NOWHERE: N_("The quote is gone, and nothing like it is left."),
    Why.NO_QUOTE: N_("The chunk is gone, and there is no quote to look for."),
    Why.REMOVED: N_("The manifest declares that this was taken out on purpose."),
    Why.PROPOSED: N_("The label has no quote; this one stands in its chunk alone."),
}
_RULINGS: Mapping[Ruling, str] = {
    Ruling.AUTOMATIC: N_("taken by itself"),
    Ruling.PENDING: N_("waits"),
    Ruling.ACCEPT: N_("accepted"),
    Ruling.REFUSE: N_("refused"),
    Ruling.RETIRE: N_("case retired"),
}
_JOINS = {
    Join.ANY: N_("any one of these is enough: overlapping chunks repeat the quote"),
    Join.ALL: N_("all of these are needed"),
}


@dataclass(frozen=True, slots=True, kw_only=True)
class Piece:
    """A chunk that a line would take: people's own text, but for nothing."""

    chunk_id: str
    doc_id: str
    passage: str
    text: str


@dataclass(frozen=True, slots=True, kw_only=True)
class Choice:
    """Chunks to accept together; ``candidate`` is their number where there are several choices."""

    pieces: tuple[Piece, ...]
    join: str
    candidate: int | None = None


@dataclass(frozen=True, slots=True, kw_only=True)
class Line:
    """One line of the patch to rule on. ``question``, ``quote`` and ``changes`` are people's."""

    number: int
    case_id: str
    question: str
    chunk_id: str
    doc_id: str
    state: str
    tone: Tone
    why: str
    quote: str
    figure_changed: bool
    changes: tuple[tuple[str, str], ...]
    choices: tuple[Choice, ...]
    ruling: Ruling
    ruled: str


@dataclass(frozen=True, slots=True, kw_only=True)
class PatchView:
    """A patch: what it holds in one sentence, the lines that may be shown, those that wait."""

    sentence: str
    lines: tuple[Line, ...]
    waiting: tuple[int, ...]
    decided: int
    total: int
    hidden: int
    takes: int


def patch_view(
    proposals: Sequence[Proposal],
    questions: Mapping[str, str],
    blind: Collection[str],
    chunks: Mapping[str, Chunk],
    t: Translator,
) -> PatchView:
    """The lines that need a person; exact ones are only counted, blind cases neither named."""
    lines = tuple(
        _line(number, one, questions, chunks, t)
        for number, one in enumerate(proposals)
        if one.case_id not in blind and one.ruling is not Ruling.AUTOMATIC
    )
    open_ones = [one for one in proposals if one.ruling is not Ruling.AUTOMATIC]
    waiting = tuple(line.number for line in lines if line.ruling is Ruling.PENDING)
    return PatchView(
        sentence=_sentence(proposals, t),
        lines=lines,
        waiting=waiting,
        decided=sum(one.ruling is not Ruling.PENDING for one in open_ones),
        total=len(open_ones),
        hidden=len(open_ones) - len(lines),
        takes=sum(one.takes for one in proposals),
    )


def ruling_word(ruling: Ruling, t: Translator) -> str:
    """A ruling in words."""
    return t.text(_RULINGS[ruling])


def _sentence(proposals: Sequence[Proposal], t: Translator) -> str:
    exact = sum(one.ruling is Ruling.AUTOMATIC for one in proposals)
    pending = sum(one.ruling is Ruling.PENDING for one in proposals)
    taken = t.plural(
        "{n} label was found exactly and is taken by itself.",
        "{n} labels were found exactly and are taken by themselves.",
        exact,
    )
    waits = t.plural("{n} waits for a person.", "{n} wait for a person.", pending)
    return f"{taken} {waits}"


def _line(
    number: int,
    one: Proposal,
    questions: Mapping[str, str],
    chunks: Mapping[str, Chunk],
    t: Translator,
) -> Line:
    word, tone = _STATES[one.state]
    return Line(
        number=number,
        case_id=one.case_id,
        question=questions.get(one.case_id, ""),
        chunk_id=one.chunk_id,
        doc_id=one.doc_id or "",
        state=t.text(word),
        tone=Tone.BAD if one.why is Why.FIGURE else tone,
        why=t.text(_WHYS[one.why]),
        quote=one.quote or "",
        figure_changed=one.why is Why.FIGURE,
        changes=one.changes,
        choices=_choices(one, chunks, t),
        ruling=one.ruling,
        ruled=ruling_word(one.ruling, t),
    )


def _choices(one: Proposal, chunks: Mapping[str, Chunk], t: Translator) -> tuple[Choice, ...]:
    if one.to:
        whole = Candidate(
            chunk_ids=one.to, passages=one.found, join=one.join, doc_id=one.new_doc_id
        )
        return (_choice(whole, chunks, t, None),)
    return tuple(
        _choice(candidate, chunks, t, number) for number, candidate in enumerate(one.candidates)
    )


def _choice(
    candidate: Candidate, chunks: Mapping[str, Chunk], t: Translator, number: int | None
) -> Choice:
    pairs = zip(candidate.chunk_ids, candidate.passages, strict=True)
    several = len(candidate.chunk_ids) > 1 and candidate.join in _JOINS
    return Choice(
        pieces=tuple(_piece(chunk_id, passage, candidate, chunks) for chunk_id, passage in pairs),
        join=t.text(_JOINS[candidate.join]) if several else "",
        candidate=number,
    )


def _piece(chunk_id: str, passage: str, candidate: Candidate, chunks: Mapping[str, Chunk]) -> Piece:
    chunk = chunks.get(chunk_id)
    return Piece(
        chunk_id=chunk_id,
        doc_id=candidate.doc_id or "",
        passage=passage,
        text="" if chunk is None else chunk.text or "",
    )
