"""One case of a run with its place in the arrays: what the views of a case read."""

from __future__ import annotations

import math
from dataclasses import dataclass, replace
from functools import cached_property

import numpy as np

from evalcore.model.case import Case
from evalcore.model.measured import Measured
from evalcore.model.ranking import Failure, Ranking
from evalcore.model.run import StoredRun
from evalcore.model.words import Level, Place, State


@dataclass(frozen=True, slots=True, kw_only=True)
class Expectation:
    """One relevant chunk of the case and where it ended up; ``rank`` None is absent."""

    chunk_id: str
    grade: int
    gold: bool
    group: int
    shared_group: bool
    rank: int | None
    score: float | None
    place: Place
    quote: str


@dataclass(frozen=True, eq=False)
class Outcome:
    """One case in one sample of one run."""

    run: StoredRun
    index: int
    sample: int = 0

    @property
    def case(self) -> Case:
        """The question."""
        return self.run.examination.cases[self.index]

    @property
    def state(self) -> State:
        """What came of it over all samples."""
        return self.run.examination.state_of(self.index)

    @property
    def measured(self) -> Measured:
        """The measures of this sample."""
        return self.run.examination.samples[self.sample]

    @property
    def cutoff(self) -> int:
        """K."""
        return self.run.examination.exam.cutoff

    @property
    def secret(self) -> bool:
        """A blind case: told only in numbers, never opened."""
        return self.case.blind or self.state is State.BLIND

    @cached_property
    def ranking(self) -> Ranking | None:
        """The list as it is scored (documents, where the suite's level is document)."""
        answer = self._stored()
        if not isinstance(answer, Ranking):
            return None
        manifest = self.run.manifest
        if self.run.examination.exam.level is not Level.DOCUMENT or manifest is None:
            return answer
        chunks = (manifest.by_id.get(chunk_id) for chunk_id in answer.chunk_ids)
        documents = (chunk.doc_id if chunk else None for chunk in chunks)
        named = zip(documents, answer.chunk_ids, strict=True)
        return replace(answer, chunk_ids=tuple(doc or chunk_id for doc, chunk_id in named))

    @property
    def failure(self) -> str:
        """Why the search did not answer; empty where it did. People's own text."""
        answer = self._stored()
        if isinstance(answer, Failure):
            return answer.reason
        return self.run.examination.failures.get(self.case.id, "")

    @cached_property
    def expected(self) -> tuple[Expectation, ...]:
        """The relevant chunks in the order of the golden set."""
        placements = self.measured.placements
        labels = placements.labels
        exam = self.run.examination.exam
        mine = np.flatnonzero((labels.case == self.index) & (labels.grade >= exam.min_grade))
        groups = labels.group[mine].tolist()
        quotes = {e.chunk_id: e.quote or "" for e in self.case.expected}
        return tuple(
            Expectation(
                chunk_id=labels.chunk_ids[i],
                grade=int(labels.grade[i]),
                gold=bool(labels.gold[i]),
                group=int(labels.group[i]),
                shared_group=groups.count(int(labels.group[i])) > 1,
                rank=int(placements.rank[i]) or None,
                score=_finite(float(placements.score[i])),
                place=_place(int(placements.rank[i]), exam.cutoff),
                quote=quotes.get(labels.chunk_ids[i], ""),
            )
            for i in mine.tolist()
        )

    @property
    def threshold(self) -> float | None:
        """The noise line: the score of the worst expected chunk, None where undefined."""
        return _finite(float(self.measured.noise_threshold[self.index]))

    def _stored(self) -> Ranking | Failure | None:
        return self.run.rankings[self.sample].of(self.case.id)


def outcome_of(run: StoredRun, case_id: str, sample: int = 0) -> Outcome | None:
    """The outcome of one case; None where the golden set has no such case."""
    index = run.examination.index_of.get(case_id)
    return None if index is None else Outcome(run, index, sample)


def _place(rank: int, cutoff: int) -> Place:
    if not rank:
        return Place.ABSENT
    return Place.FOUND if rank <= cutoff else Place.MISRANKED


def _finite(value: float) -> float | None:
    return value if math.isfinite(value) else None
