"""Which expected chunks moved most between two lists: what the rank lines draw."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass
from math import log

from evalcore.model.comparison import CaseChange
from evalcore.views.compared import Compared
from evalcore.views.language import Translator

MOST_LINES = 40
"""More lines than these are a thicket, and each costs points that a browser must draw."""


@dataclass(frozen=True, slots=True, kw_only=True)
class RankLine:
    """One expected chunk of one case in both lists; ``question`` and ``title`` are people's."""

    case_id: str
    question: str
    title: str
    before: int | None
    after: int | None

    @property
    def worse(self) -> bool:
        """Whether it stands lower than it did."""
        return _depth(self.after) > _depth(self.before)


@dataclass(frozen=True, slots=True, kw_only=True)
class RankLines:
    """The lines that are drawn, worst first, and in words how many are not."""

    lines: tuple[RankLine, ...]
    cutoff: int
    words: str


def rank_lines(both: Compared, cases: Sequence[CaseChange], t: Translator) -> RankLines:
    """The expected chunks of ``cases`` that moved: across the cutoff first, then the furthest."""
    cutoff = both.cutoff
    moved = [
        (case, move) for case in cases for move in case.moves if move.rank_before != move.rank_after
    ]
    moved.sort(key=lambda one: _weight(one[1].rank_before, one[1].rank_after, cutoff))
    drawn = moved[:MOST_LINES]
    facts = both.facts(move.chunk_id for _, move in drawn)
    lines = [
        RankLine(
            case_id=case.case_id,
            question=both.question(case.case_id),
            title=facts[move.chunk_id].title,
            before=move.rank_before,
            after=move.rank_after,
        )
        for case, move in drawn
    ]
    still = sum(len(case.moves) for case in cases) - len(moved)
    return RankLines(lines=tuple(lines), cutoff=cutoff, words=_words(len(moved), still, t))


def _words(moved: int, still: int, t: Translator) -> str:
    if not moved:
        return t.plural(
            "The one expected chunk stands where it stood.",
            "All {n} expected chunks stand where they stood.",
            still,
        )
    if moved <= MOST_LINES:
        words = t.plural("{n} expected chunk moved.", "{n} expected chunks moved.", moved)
    else:
        words = t.text(
            "{n} expected chunks moved; the {drawn} that moved most are drawn.",
            n=moved,
            drawn=MOST_LINES,
        )
    if not still:
        return words
    return (
        words
        + " "
        + t.plural(
            "{n} stands where it stood and is not drawn.",
            "{n} stand where they stood and are not drawn.",
            still,
        )
    )


def _weight(before: int | None, after: int | None, cutoff: int) -> tuple[bool, float]:
    """Sorted ascending: those that crossed the cutoff, then by how far on the drawn scale."""
    crossed = (_depth(before) <= cutoff) != (_depth(after) <= cutoff)
    return (not crossed, -abs(log(_depth(after)) - log(_depth(before))))


def _depth(rank: int | None) -> float:
    return 1000.0 if rank is None else float(rank)
