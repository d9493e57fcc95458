"""The repair bench: a repair tried on a copy of the index, with its effect on every case."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass, replace
from functools import cached_property

import numpy as np

from evalcore.diagnosis.asker import Asker
from evalcore.errors import UsageError
from evalcore.model.case import Case
from evalcore.model.examination import Examination
from evalcore.model.manifest import Chunk, Manifest
from evalcore.model.ranking import Ranking, Rankings
from evalcore.model.repair import Edit, Effect, Gain, Repair, Reserve, Tried
from evalcore.model.run import StoredRun
from evalcore.model.words import CaseStatus, Level
from evalcore.retrievers.embedded.changed import changed, over
from evalcore.retrievers.embedded.retriever import EmbeddedRetriever
from evalcore.retrievers.protocol import Query
from evalcore.workflows.context import conditions_from
from evalcore.workflows.effects import Side, Turn, effect, turn
from evalcore.workflows.examine import Material, examine
from evalcore.workflows.index_asker import IndexAsker
from evalcore.workflows.repairs import (
    checked_repair,
    edits_between,
    one_edit,
    repaired,
    repaired_chunks,
)


def try_repair(stored: StoredRun, case_id: str, repair: Repair, asker: Asker | None) -> Tried:
    """What the repair would do to this case and to every other counted one.

    All questions are asked again of a copy of the index in which only the chunks of the repair
    are made anew; nothing is written. ``asker`` is that of ``asker_for``. Raises ``UsageError``
    where there is nothing to try it on, or the index no longer answers as it did in the run,
    and ``RetrieverError`` where a changed text cannot be embedded.
    """
    if not isinstance(asker, IndexAsker) or stored.manifest is None:
        raise UsageError(
            "a repair can be tried only on an index that Unbury holds in process",
            hint='repair it where it is made, and run the suite again (kind = "embedded" can try)',
        )
    bench = _Bench(stored, stored.manifest, asker)
    before = checked_repair(stored.manifest, repair)
    here = bench.sound(case_id)
    bench.warm(before, repair)
    return bench.tried(here, before, repair)


@dataclass(frozen=True, eq=False)
class _Bench:
    stored: StoredRun
    manifest: Manifest
    asker: IndexAsker

    def sound(self, case_id: str) -> int:
        """Index of the case, once it is sure that the index answers as it did in the run."""
        index = self.stored.examination.index_of.get(case_id)
        if index is None or not self.stored.examination.counted[index]:
            raise UsageError(f"run {self.stored.record.id} counts no case {case_id!r}")
        drift = self.asker.drift(c.id for c in self.visible)[case_id]
        if drift is not None:
            raise UsageError(f"{drift}: {case_id}", hint="run the suite again, and try it there")
        return index

    @cached_property
    def visible(self) -> Sequence[Case]:
        """The cases that the run asked."""
        return self._active(blind=False)

    def _active(self, *, blind: bool) -> Sequence[Case]:
        cases = self.stored.golden.cases
        return [c for c in cases if c.status is CaseStatus.ACTIVE and c.blind == blind]

    def warm(self, before: Chunk, repair: Repair) -> None:
        """Every new text embedded in one go."""
        parts = [one_edit(before, repair, e).chunk for e in edits_between(before, repair)]
        self.asker.warm(
            questions=[c.question for c in (*self.visible, *self._active(blind=True))],
            chunks=[repair.chunk, *repair.added, *parts],
        )

    def tried(self, here: int, before: Chunk, repair: Repair) -> Tried:
        index = self.repaired_index(repair)
        sides = self._sides(before, repair, index)
        told = {n: effect(*sides, n) for n in self._counted(sides)}
        turns = {n: self._turn(sides[0].examination, it) for n, it in told.items()}
        others = {n: it for n, it in turns.items() if n != here}
        edits = edits_between(before, repair)
        return Tried(
            chunk_id=before.chunk_id,
            edits=edits,
            here=told[here],
            others=tuple(
                told[n]
                for way in (Turn.WORSE, Turn.IMPROVED)
                for n, it in others.items()
                if it is way
            ),
            checked=sum(it is not Turn.UNKNOWN for it in others.values()),
            worse=tuple(told[n].case_id for n, it in others.items() if it is Turn.WORSE),
            gains=self._gains(here, before, repair, edits) if len(edits) > 1 else (),
            unchecked=tuple(told[n].case_id for n, it in others.items() if it is Turn.UNKNOWN),
            reserve=self._reserve(repair, index),
        )

    def repaired_index(self, repair: Repair) -> EmbeddedRetriever:
        """A copy of the index with the repair made."""
        index = changed(self.asker.retriever, chunk=repair.chunk, without=repair.without)
        if not repair.added:
            return index
        return over(
            index, repaired_chunks(index.chunks, Repair(chunk=repair.chunk, added=repair.added))
        )

    def _turn(self, examination: Examination, told: Effect) -> Turn:
        case = examination.cases[examination.index_of[told.case_id]]
        if not case.blind and self.asker.drift([case.id])[case.id] is not None:
            return Turn.UNKNOWN
        return turn(told, self.stored.policy, domain=case.domain)

    def _sides(self, before: Chunk, repair: Repair, index: EmbeddedRetriever) -> tuple[Side, Side]:
        again = self._lists(index, self.visible)
        after = self._examined(repaired(self.manifest, repair), again, blind=False)
        wanted = self._named(before)
        return (
            Side(
                examination=self.stored.examination,
                ranks=self._ranks(self.stored.rankings[0], wanted),
            ),
            Side(examination=after, ranks=self._ranks(again, wanted)),
        )

    def _reserve(self, repair: Repair, index: EmbeddedRetriever) -> Reserve | None:
        """The reserved cases: asked before and after, and told by their number only."""
        cases = self._active(blind=True)
        if not cases:
            return None
        manifests = (self.manifest, repaired(self.manifest, repair))
        lists = [self._lists(one, cases) for one in (self.asker.retriever, index)]
        sides = [
            Side(examination=self._examined(m, one, blind=True), ranks={})
            for m, one in zip(manifests, lists, strict=True)
        ]
        told = [effect(sides[0], sides[1], n) for n in self._counted((sides[0], sides[1]))]
        turns = [self._turn(sides[0].examination, it) for it in told]
        return Reserve(
            checked=sum(it is not Turn.UNKNOWN for it in turns),
            worse=turns.count(Turn.WORSE),
            improved=turns.count(Turn.IMPROVED),
        )

    def _counted(self, sides: tuple[Side, Side]) -> Sequence[int]:
        counted = sides[0].examination.counted | sides[1].examination.counted
        found: list[int] = np.flatnonzero(counted).tolist()
        return found

    def _gains(
        self, here: int, before: Chunk, repair: Repair, edits: Sequence[Edit]
    ) -> tuple[Gain, ...]:
        """Each edit alone: the rank of the chunk for this case."""
        case = self.stored.examination.cases[here]
        wanted = self._named(before)
        alone = ((e, self.repaired_index(one_edit(before, repair, e))) for e in edits)
        lists = ((e, self._lists(index, [case])) for e, index in alone)
        return tuple(Gain(edit=e, rank=self._ranks(one, wanted).get(case.id)) for e, one in lists)

    def _lists(self, index: EmbeddedRetriever, cases: Sequence[Case]) -> Rankings:
        queries = [Query(case_id=c.id, text=c.question, domain=c.domain) for c in cases]
        answers = index.search(queries, self.stored.record.exam.depth)
        return Rankings.pack((c.id, a) for c, a in zip(cases, answers, strict=True))

    def _examined(self, manifest: Manifest, lists: Rankings, *, blind: bool) -> Examination:
        samples = 1 if blind else len(self.stored.rankings)
        return examine(
            Material(golden=self.stored.golden, manifest=manifest, rankings=[lists] * samples),
            exam=self.stored.examination.exam,
            policy=self.stored.policy,
            conditions=replace(conditions_from(self.stored.context), blind=blind),
        )

    def _named(self, chunk: Chunk) -> str:
        by_document = self.stored.record.exam.level is Level.DOCUMENT
        return chunk.doc_id if by_document and chunk.doc_id is not None else chunk.chunk_id

    def _ranks(self, lists: Rankings, wanted: str) -> dict[str, int | None]:
        answers = ((case_id, lists.of(case_id)) for case_id in lists.case_ids)
        exams = self.asker.exams
        return {i: exams.rank(a, wanted) for i, a in answers if isinstance(a, Ranking)}
