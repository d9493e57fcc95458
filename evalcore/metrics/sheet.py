"""What the measures read: one exam's labels, rankings and hits, with the counts they share."""

from __future__ import annotations

from dataclasses import dataclass
from functools import cached_property

import numpy as np

from evalcore.metrics.hits import Hits, find_hits, rows_of
from evalcore.metrics.placing import place_hits
from evalcore.metrics.units import Units, units_of
from evalcore.model.exam import Exam
from evalcore.model.measured import Labels, Placements
from evalcore.model.ranking import Floats, Ints, Longs, Rankings
from evalcore.model.ratios import Mask, Ratios


@dataclass(frozen=True, eq=False, kw_only=True)
class Sheet:
    """The n cases of an exam before anything is measured.

    ``row`` (n,) is each case's list or -1; ``answered`` where there is one that did not fail.
    Every measure is undefined where ``answered`` is False.
    """

    labels: Labels
    rankings: Rankings
    exam: Exam
    hits: Hits
    placements: Placements
    row: Longs
    answered: Mask

    def __len__(self) -> int:
        return len(self.labels.case_ids)

    @cached_property
    def lengths(self) -> Longs:
        """Results of each case in the whole list; 0 where unanswered."""
        rows = np.where(self.answered, self.row, 0)
        padded = np.append(self.rankings.lengths, 0)
        return np.where(self.answered, padded[rows], 0)

    @cached_property
    def starts(self) -> Longs:
        """Where each case's list begins in the arrays of the rankings; 0 where unanswered."""
        return np.where(self.answered, self.rankings.starts[np.maximum(self.row, 0)], 0)

    @cached_property
    def returned(self) -> Longs:
        """Size of T, the results among the first K, repeats counted."""
        return np.minimum(self.lengths, self.exam.cutoff)

    @cached_property
    def relevant(self) -> Mask:
        """Labels that count as relevant: grade at or above ``min_grade``, shape (L,)."""
        enough: Mask = self.labels.grade >= self.exam.min_grade
        return enough

    @cached_property
    def own(self) -> Mask:
        """Labels that name a chunk for the first time in their case, shape (L,)."""
        mine: Mask = self.hits.bearer == np.arange(len(self.hits.bearer))
        return mine

    @cached_property
    def expected(self) -> Longs:
        """Size of E: distinct relevant chunks of each case."""
        return self.count(self.labels.case[self.relevant & self.own])

    @cached_property
    def found(self) -> Longs:
        """Size of E in T: distinct relevant chunks at rank K or better."""
        hits = self.hits
        chosen = hits.first & self.relevant[hits.label] & (hits.rank <= self.exam.cutoff)
        return self.count(hits.case[chosen])

    @cached_property
    def units(self) -> Units:
        """What a case needs: a relevant chunk by itself, or any one of a group."""
        return units_of(self.placements, self.relevant)

    @cached_property
    def needed(self) -> Units:
        """The same, but one unit for a case that any one relevant chunk satisfies."""
        if not self.labels.any_suffices.any():
            return self.units
        return units_of(self.placements, self.relevant, merge=self.labels.any_suffices)

    def count(self, cases: Ints | Longs) -> Longs:
        """How often each case occurs in ``cases``, shape (n,)."""
        return np.bincount(cases, minlength=len(self)).astype(np.int64, copy=False)

    def ratios(self, num: Longs, den: Longs) -> Ratios:
        """``num / den``, undefined for unanswered cases and where ``den`` is 0."""
        return Ratios(num, den).where(self.answered & (den > 0))

    def floats(self, values: Floats, defined: Mask) -> Floats:
        """``values``, NaN for unanswered cases and outside ``defined``."""
        return np.where(self.answered & defined, values, np.nan)


def sheet_of(labels: Labels, rankings: Rankings, exam: Exam) -> Sheet:
    """Everything the measures of one sample read; the join is done once, here."""
    hits = find_hits(labels, rankings)
    row = rows_of(labels, rankings)
    answered = row >= 0
    if rankings.failures:
        failed = (case_id in rankings.failures for case_id in labels.case_ids)
        answered &= ~np.fromiter(failed, dtype=np.bool_, count=len(row))
    return Sheet(
        labels=labels,
        rankings=rankings,
        exam=exam,
        hits=hits,
        placements=place_hits(labels, rankings, hits),
        row=row,
        answered=answered,
    )
