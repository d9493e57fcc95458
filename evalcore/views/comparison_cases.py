"""The cases of a comparison as rows: what happened to each, and what pushed it down."""

from __future__ import annotations

from collections import Counter
from collections.abc import Sequence
from dataclasses import dataclass

from evalcore.model.comparison import CaseChange, Displacement, Move
from evalcore.model.words import State
from evalcore.views import amounts
from evalcore.views.chunks import ChunkFacts
from evalcore.views.compared import Compared
from evalcore.views.comparison import change_tone, change_word
from evalcore.views.language import Translator
from evalcore.views.words import Tone, state_word

ARROW = "→"


@dataclass(frozen=True, slots=True, kw_only=True)
class MoveLine:
    """One expected chunk: its title (people's text) and both ranks in words."""

    facts: ChunkFacts
    gold: bool
    before: int | None
    after: int | None
    words: str


@dataclass(frozen=True, slots=True, kw_only=True)
class DisplacerLine:
    """A chunk that now stands above and did not; ``was`` says where it stood before."""

    facts: ChunkFacts
    rank: int
    was: str
    new: bool


@dataclass(frozen=True, slots=True, kw_only=True)
class CaseRow:
    """One case in both runs. ``question`` and ``batch`` are people's own text.

    ``ranks`` names the expected chunks that moved, as ``6 → 14``; ``pushed`` how many chunks
    now stand above, and ``batch`` the ingest that most of the new ones came with.
    """

    id: str
    question: str
    key: str
    change: str
    tone: Tone
    flipped: bool
    verdict: str
    quality: str
    ranks: str
    pushed: str
    batch: str
    reason: str


def case_rows(both: Compared, cases: Sequence[CaseChange], t: Translator) -> list[CaseRow]:
    """The rows of some cases, in the order given."""
    return [_row(one, both, t) for one in cases]


def move_lines(both: Compared, case: CaseChange, t: Translator) -> list[MoveLine]:
    """Every expected chunk of a case with its rank in both lists."""
    facts = both.facts(move.chunk_id for move in case.moves)
    return [
        MoveLine(
            facts=facts[move.chunk_id],
            gold=move.gold,
            before=move.rank_before,
            after=move.rank_after,
            words=_moved(move, t),
        )
        for move in case.moves
    ]


def displacer_lines(both: Compared, case: CaseChange, t: Translator) -> list[DisplacerLine]:
    """The chunks that came to stand above, in the order of today's list."""
    facts = both.facts(one.chunk_id for one in case.displacers)
    ordered = sorted(case.displacers, key=lambda one: one.rank_after)
    return [
        DisplacerLine(
            facts=facts[one.chunk_id],
            rank=one.rank_after,
            was=_was(one, t),
            new=bool(one.new),
        )
        for one in ordered
    ]


def pushed_words(case: CaseChange, t: Translator) -> str:
    """How many chunks now stand above the buried one, and how many of these are new."""
    if not case.displacers:
        return ""
    words = t.plural(
        "{n} chunk now stands above that did not",
        "{n} chunks now stand above that did not",
        len(case.displacers),
    )
    new = sum(bool(one.new) for one in case.displacers)
    if not new:
        return words
    if new == len(case.displacers):
        return f"{words}, " + t.plural("and it is new", "all of them new", new)
    return f"{words}, " + t.plural("{n} of them new", "{n} of them new", new)


def common_batch(both: Compared, case: CaseChange) -> tuple[str, int]:
    """The ingest (its title) that most new displacers came with, and how many; empty and 0 else.

    Where nothing tells which are new, all of them are asked.
    """
    unknown = all(one.new is None for one in case.displacers)
    counted = Counter(one.batch for one in case.displacers if one.batch and (one.new or unknown))
    if not counted:
        return "", 0
    batch, n = counted.most_common(1)[0]
    return batch_title(both, batch), n


def batch_title(both: Compared, batch_id: str) -> str:
    """What people call an ingest; its id where they do not say."""
    for run in (both.candidate, both.base):
        for batch in run.manifest.batches if run.manifest else ():
            if batch.id == batch_id:
                return batch.title or batch.id
    return batch_id


def _row(case: CaseChange, both: Compared, t: Translator) -> CaseRow:
    key = case.change.value
    return CaseRow(
        id=case.case_id,
        question=both.question(case.case_id),
        key=key,
        change=change_word(key, t),
        tone=change_tone(key),
        flipped=case.flipped,
        verdict=_verdict(case.state_before, case.state_after, t),
        quality=_quality(case, t),
        ranks=", ".join(_ranks(move, t) for move in _moving(case)),
        pushed=pushed_words(case, t),
        batch=common_batch(both, case)[0],
        reason="" if case.reason is None else t.message(case.reason),
    )


def _moving(case: CaseChange) -> list[Move]:
    return [move for move in case.moves if move.rank_before != move.rank_after]


def _ranks(move: Move, t: Translator) -> str:
    return f"{_rank(move.rank_before, t)} {ARROW} {_rank(move.rank_after, t)}"


def _rank(rank: int | None, t: Translator) -> str:
    return t.text("absent") if rank is None else str(rank)


def _verdict(before: State | None, after: State | None, t: Translator) -> str:
    if before is None or after is None:
        return amounts.NOTHING
    if before is after:
        return state_word(after, t)
    return f"{state_word(before, t)} {ARROW} {state_word(after, t)}"


def _quality(case: CaseChange, t: Translator) -> str:
    before, after = case.quality_before, case.quality_after
    if before is None or after is None:
        return amounts.NOTHING
    shown = [amounts.points(one, None, t) for one in (before, after)]
    return shown[0] if before == after else f" {ARROW} ".join(shown)


def _moved(move: Move, t: Translator) -> str:
    if move.rank_before == move.rank_after:
        if move.rank_after is None:
            return t.text("absent in both lists")
        return t.text("rank {rank} in both lists", rank=move.rank_after)
    return t.text(
        "rank {before}, now {now}",
        before=_rank(move.rank_before, t),
        now=_rank(move.rank_after, t),
    )


def _was(one: Displacement, t: Translator) -> str:
    if one.new:
        return t.text("new")
    if one.rank_before is None:
        return t.text("was not in the list")
    return t.text("was at rank {rank}", rank=one.rank_before)
