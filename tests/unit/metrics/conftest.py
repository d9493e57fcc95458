"""A slow reading of design.md, section 4, in plain Python, to hold the array kernels against."""

from __future__ import annotations

import math
from dataclasses import dataclass, field
from fractions import Fraction
from itertools import permutations

import pytest

from evalcore.metrics.labels import labels_of
from evalcore.metrics.measure import measure
from evalcore.model.case import Case, Expected
from evalcore.model.exam import Exam
from evalcore.model.ranking import Failure, Ranking, Rankings
from evalcore.model.words import Direction, Gain

FLOOR = Fraction(9, 10)


@dataclass(frozen=True, kw_only=True)
class Question:
    """One case and what came back: ids, or None for no list at all."""

    labels: tuple[Expected, ...]
    ids: tuple[str, ...] | None
    scores: tuple[float, ...] | None = None
    any_suffices: bool = False


@dataclass(frozen=True, kw_only=True)
class Naive:
    """The measures of one question, one formula each."""

    asked: Question
    exam: Exam
    floor: Fraction = FLOOR
    K: int = field(init=False)

    def __post_init__(self):
        object.__setattr__(self, "K", self.exam.cutoff)

    def of(self, name):
        return None if self.asked.ids is None else getattr(self, name)()

    @property
    def ids(self):
        return self.asked.ids

    @property
    def top(self):
        return self.ids[: self.K]

    def relevant(self, labels=None):
        labels = self.asked.labels if labels is None else labels
        return {label.chunk_id for label in labels if label.grade >= self.exam.min_grade}

    def rank(self, chunk):
        return self.ids.index(chunk) + 1 if chunk in self.ids else math.inf

    def units(self):
        grouped = {}
        for label in self.asked.labels:
            if label.grade >= self.exam.min_grade:
                key = ("group", label.group) if label.group else ("chunk", label.chunk_id)
                grouped.setdefault(key, set()).add(label.chunk_id)
        return list(grouped.values())

    def needed(self):
        return [self.relevant()] if self.asked.any_suffices and self.relevant() else self.units()

    def best(self, unit):
        return min(self.rank(chunk) for chunk in unit)

    def found(self):
        return len(self.relevant() & set(self.top))

    def recall(self):
        E = self.relevant()
        return Fraction(self.found(), len(E)) if E else None

    def max_possible(self):
        E = self.relevant()
        return Fraction(min(self.K, len(E)), len(E)) if E else None

    def supply(self):
        needed = self.needed()
        met = sum(self.best(unit) <= self.K for unit in needed)
        return Fraction(met, len(needed)) if needed else None

    def quality(self):
        supply = self.supply()
        if supply is None:
            return None
        if supply < self.floor:
            return Fraction(0)
        if self.floor == 1:
            return Fraction(100)
        return (supply - self.floor) / (1 - self.floor) * 100

    def precision(self):
        return Fraction(self.found(), self.K) if self.relevant() else None

    def precision_returned(self):
        return Fraction(self.found(), len(self.top)) if self.relevant() and self.top else None

    def first_of(self, wanted):
        if not wanted:
            return None
        best = self.best(wanted)
        return Fraction(0) if best == math.inf else Fraction(1, best)

    def rr(self):
        return self.first_of(self.relevant())

    def gold_rr(self):
        return self.first_of(self.relevant(label for label in self.asked.labels if label.gold))

    def hit(self):
        return Fraction(self.found() > 0) if self.relevant() else None

    def all_found(self):
        units = self.units()
        return Fraction(all(self.best(unit) <= self.K for unit in units)) if units else None

    def ap(self):
        E = self.relevant()
        ranks = sorted(self.rank(chunk) for chunk in E if chunk in self.ids)
        total = sum(Fraction(i, rank) for i, rank in enumerate(ranks, start=1))
        return float(total / len(E)) if E else None

    def gain(self, grade):
        grade = max(grade, 0)
        return grade if self.exam.gain is Gain.LINEAR else 2**grade - 1

    def ndcg(self):
        gains = {label.chunk_id: self.gain(label.grade) for label in self.asked.labels}
        ideal = sorted(gains.values(), reverse=True)[: self.K]
        best = sum(g / math.log2(i + 1) for i, g in enumerate(ideal, start=1))
        got = sum(
            g / math.log2(self.rank(c) + 1) for c, g in gains.items() if self.rank(c) <= self.K
        )
        return got / best if best else None

    def unjudged(self):
        judged = {label.chunk_id for label in self.asked.labels}
        return Fraction(sum(c not in judged for c in self.top), len(self.top)) if self.top else None

    def noise_threshold(self):
        places = [self.best(unit) for unit in self.needed()]
        if not places or math.inf in places or self.asked.scores is None:
            return None
        worst = min if self.exam.direction is Direction.HIGHER else max
        return worst(self.asked.scores[place - 1] for place in places)

    def noise(self):
        limit = self.noise_threshold()
        if limit is None or not self.top:
            return None
        sign = 1 if self.exam.direction is Direction.HIGHER else -1
        worse = sum(sign * score < sign * limit for score in self.asked.scores[: self.K])
        return Fraction(worse, len(self.top))

    def tie(self):
        scores, K = self.asked.scores, self.K
        if scores is None or len(scores) <= K or scores[K - 1] != scores[K]:
            return None
        first = last = K
        while first > 1 and scores[first - 2] == scores[K]:
            first -= 1
        while last < len(scores) and scores[last] == scores[K]:
            last += 1
        return first, last

    def recalls(self):
        E = self.relevant()
        if not E:
            return [None]
        first, last = self.tie() or (1, 0)
        above, group, below = self.ids[: first - 1], self.ids[first - 1 : last], self.ids[last:]
        lists = ((*above, *order, *below)[: self.K] for order in permutations(group))
        return [Fraction(len(E & set(top)), len(E)) for top in lists]

    def recall_low(self):
        return min(self.recalls(), key=lambda r: r or 0)

    def recall_high(self):
        return max(self.recalls(), key=lambda r: r or 0)

    def tie_at_cutoff(self):
        return self.tie() is not None

    def repeated(self):
        return len(set(self.ids)) < len(self.ids)


def cases_of(questions):
    return [
        Case(
            id=f"q{number}",
            question="?",
            expected=asked.labels,
            requires_all=False if asked.any_suffices else None,
        )
        for number, asked in enumerate(questions)
    ]


def rankings_of(questions):
    return Rankings.pack(
        (f"q{number}", Ranking(chunk_ids=asked.ids, scores=asked.scores))
        for number, asked in enumerate(questions)
        if asked.ids is not None
    )


def measured_of(questions, exam, floor=FLOOR):
    return measure(labels_of(cases_of(questions)), rankings_of(questions), exam, floor)


def value_at(values, index):
    """One case's value of a measure as Fraction, float, bool or None."""
    if hasattr(values, "at"):
        return values.at(index)
    value = values[index].item()
    return None if isinstance(value, float) and math.isnan(value) else value


@dataclass(frozen=True)
class Kit:
    """What the tests of this folder share."""

    Question = Question
    Naive = Naive
    Failure = Failure
    cases_of = staticmethod(cases_of)
    rankings_of = staticmethod(rankings_of)
    measured_of = staticmethod(measured_of)
    value_at = staticmethod(value_at)


@pytest.fixture(scope="session")
def kit():
    return Kit()
