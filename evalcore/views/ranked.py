"""The ranked list of one case: its rows, the cutoff and the noise line where they fall."""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from dataclasses import dataclass
from enum import StrEnum

from evalcore.model.words import Direction
from evalcore.views import amounts
from evalcore.views.chunks import ChunkFacts, facts_of
from evalcore.views.language import Translator
from evalcore.views.outcome import Outcome

AFTER_CUTOFF = 5
"""How many rows under the cutoff an ordinary list shows."""


class Extent(StrEnum):
    """How much of the list is drawn."""

    SHORT = "short"
    USUAL = "usual"
    WHOLE = "whole"


@dataclass(frozen=True, slots=True, kw_only=True)
class Row:
    """One result. ``facts`` are people's own text; the rest is ours.

    ``bar`` places the score between the lowest (0) and the highest (1) of the rows up to the
    usual extent. ``grade`` is None for a chunk nobody judged. ``repeats`` is the rank where
    the same chunk stood before.
    """

    rank: int
    facts: ChunkFacts
    expected: bool
    gold: bool
    grade: int | None
    delivered: bool
    score: str
    bar: float | None
    noise: bool
    tied: bool
    repeats: int | None


@dataclass(frozen=True, slots=True, kw_only=True)
class Cutoff:
    """The line under rank K, or under the last result of a shorter list."""

    words: str


@dataclass(frozen=True, slots=True, kw_only=True)
class NoiseLine:
    """The line under the last result that scores no worse than the worst expected chunk."""

    words: str


@dataclass(frozen=True, slots=True, kw_only=True)
class Gap:
    """Rows left out, from ``first`` to ``last``."""

    first: int
    last: int
    words: str


Line = Row | Cutoff | NoiseLine | Gap


@dataclass(frozen=True, slots=True, kw_only=True)
class RankedList:
    """All rows of the list. ``noise_after`` is the rank above the noise line, None without.

    ``scale`` explains the bars; empty where there are no scores.
    """

    rows: tuple[Row, ...]
    cutoff: int
    noise_after: int | None
    threshold: str
    scale: str


def ranked_list(outcome: Outcome, t: Translator) -> RankedList | None:
    """The list of a case, None where the search gave none."""
    ranking = outcome.ranking
    if ranking is None:
        return None
    scores = ranking.scores
    expected = {one.chunk_id: one for one in outcome.expected}
    shown = max([outcome.cutoff + AFTER_CUTOFF, *(e.rank or 0 for e in expected.values())])
    scale = _Scale.of(scores, shown, outcome, t)
    facts = facts_of(outcome.run, ranking.chunk_ids)
    grades = {e.chunk_id: e.grade for e in outcome.case.expected}
    first_seen: dict[str, int] = {}
    rows = []
    for rank, chunk_id in enumerate(ranking.chunk_ids, start=1):
        before = first_seen.setdefault(chunk_id, rank)
        label = expected.get(chunk_id)
        rows.append(
            Row(
                rank=rank,
                facts=facts[chunk_id],
                expected=label is not None,
                gold=label.gold if label else facts[chunk_id].gold,
                grade=grades.get(chunk_id),
                delivered=rank <= outcome.cutoff,
                score=scale.text(rank),
                bar=scale.bar(rank),
                noise=rank <= outcome.cutoff and scale.worse(rank),
                tied=scale.tied(rank),
                repeats=before if before != rank else None,
            )
        )
    return RankedList(
        rows=tuple(rows),
        cutoff=outcome.cutoff,
        noise_after=scale.noise_after(),
        threshold="" if outcome.threshold is None else t.number(outcome.threshold, scale.decimals),
        scale=scale.words(),
    )


def lines(ranked: RankedList, extent: Extent, t: Translator) -> list[Line]:
    """What is drawn, top to bottom: rows, both lines where they fall, and the gaps."""
    wanted = sorted(_wanted(ranked, extent))
    return list(_drawn(ranked, wanted, t))


def _wanted(ranked: RankedList, extent: Extent) -> set[int]:
    total = len(ranked.rows)
    expected = {row.rank for row in ranked.rows if row.expected}
    if extent is Extent.WHOLE:
        return set(range(1, total + 1))
    if extent is Extent.USUAL:
        return set(range(1, min(total, ranked.cutoff + AFTER_CUTOFF) + 1)) | expected
    around = {1, ranked.cutoff, ranked.cutoff + 1}
    return {rank for rank in around if rank <= total} | expected


def _drawn(ranked: RankedList, wanted: Sequence[int], t: Translator) -> Iterator[Line]:
    shown = 0
    for rank in _without_single_gaps(wanted):
        yield from _between(ranked, shown, rank, t)
        yield ranked.rows[rank - 1]
        shown = rank
    yield from _between(ranked, shown, len(ranked.rows) + 1, t)


def _without_single_gaps(wanted: Sequence[int]) -> Iterator[int]:
    """A gap of one row takes as much room as the row itself."""
    last = 0
    for rank in wanted:
        if rank == last + 2:
            yield last + 1
        yield rank
        last = rank


def _between(ranked: RankedList, above: int, below: int, t: Translator) -> Iterator[Line]:
    """Gaps and lines between two drawn ranks, each line under the rank it belongs to."""
    marks: list[tuple[int, Line]] = []
    noise = ranked.noise_after
    if noise is not None and above <= noise < below:
        marks.append((noise, NoiseLine(words=_noise_words(ranked, t))))
    cutoff = min(ranked.cutoff, len(ranked.rows))
    if above <= cutoff < below and above > 0:
        marks.append((cutoff, Cutoff(words=_cutoff_words(ranked, t))))
    at = above
    for rank, line in sorted(marks, key=lambda mark: mark[0]):
        yield from _gap(at + 1, min(rank, below - 1), t)
        yield line
        at = max(at, rank)
    yield from _gap(at + 1, below - 1, t)


def _gap(first: int, last: int, t: Translator) -> Iterator[Gap]:
    if last >= first:
        words = t.plural(
            "{n} more, rank {first}",
            "{n} more, ranks {first} to {last}",
            last - first + 1,
            first=first,
            last=last,
        )
        yield Gap(first=first, last=last, words=words)


def _cutoff_words(ranked: RankedList, t: Translator) -> str:
    if len(ranked.rows) <= ranked.cutoff:
        n = len(ranked.rows)
        return t.text("cutoff at {K}: the list ends at rank {n}", K=ranked.cutoff, n=n)
    return t.text("cutoff at {K}: what follows does not reach the user", K=ranked.cutoff)


def _noise_words(ranked: RankedList, t: Translator) -> str:
    if ranked.noise_after == len(ranked.rows):
        return t.text("noise line at {score}: nothing listed scores worse", score=ranked.threshold)
    return t.text(
        "noise line at {score}: what follows scores worse than the worst expected chunk",
        score=ranked.threshold,
    )


@dataclass(frozen=True, slots=True)
class _Scale:
    """Scores of one list against each other, in the direction the suite gives."""

    scores: tuple[float, ...] | None
    low: float
    high: float
    decimals: int
    lower_is_better: bool
    threshold: float | None
    cutoff: int
    t: Translator

    @classmethod
    def of(
        cls, scores: tuple[float, ...] | None, shown: int, outcome: Outcome, t: Translator
    ) -> _Scale:
        part = list(scores or ())[:shown]
        return cls(
            scores=scores,
            low=min(part, default=0.0),
            high=max(part, default=0.0),
            decimals=amounts.score_decimals(part),
            lower_is_better=outcome.run.examination.exam.direction is Direction.LOWER,
            threshold=outcome.threshold,
            cutoff=outcome.cutoff,
            t=t,
        )

    def text(self, rank: int) -> str:
        if self.scores is None:
            return ""
        return self.t.number(self.scores[rank - 1], self.decimals)

    def bar(self, rank: int) -> float | None:
        if self.scores is None or self.high == self.low:
            return None
        share = (self.scores[rank - 1] - self.low) / (self.high - self.low)
        return min(1.0, max(0.0, 1 - share if self.lower_is_better else share))

    def worse(self, rank: int) -> bool:
        if self.scores is None or self.threshold is None:
            return False
        score = self.scores[rank - 1]
        return score > self.threshold if self.lower_is_better else score < self.threshold

    def tied(self, rank: int) -> bool:
        """Whether this result shares its score with both sides of the cutoff."""
        scores, K = self.scores, self.cutoff
        if scores is None or len(scores) <= K or scores[K - 1] != scores[K]:
            return False
        return scores[rank - 1] == scores[K]

    def noise_after(self) -> int | None:
        if self.scores is None or self.threshold is None:
            return None
        worse = (rank for rank in range(1, len(self.scores) + 1) if self.worse(rank))
        return next(worse, len(self.scores) + 1) - 1

    def words(self) -> str:
        if self.scores is None or self.high == self.low:
            return ""
        ends = (self.high, self.low) if self.lower_is_better else (self.low, self.high)
        worst, best = (self.t.number(end, self.decimals) for end in ends)
        return self.t.text(
            "The bar runs from {worst} to {best}, the scores shown; it does not start at zero.",
            worst=worst,
            best=best,
        )
