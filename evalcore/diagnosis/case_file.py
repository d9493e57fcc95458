"""The facts of one failed case, laid open for the probes: nothing is asked or guessed here."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass, field
from datetime import date
from typing import Any

from evalcore.diagnosis.asker import Ask, Change
from evalcore.diagnosis.corpus import Corpus
from evalcore.model.case import Case, Expected
from evalcore.model.diagnosis import Answer, Finding
from evalcore.model.exam import Exam
from evalcore.model.manifest import Chunk, Manifest
from evalcore.model.ranking import Ranking

EMBEDDED = "embedded"


@dataclass(frozen=True, slots=True, kw_only=True)
class Buried:
    """An expected chunk that the case still needs and did not get within the cutoff.

    ``chunk`` is None where the manifest is missing or does not hold it; where documents are
    examined it is the document's chunk with the quote, else the one most like the question.
    ``rank`` is None beyond the depth. ``earlier`` are the findings of the probes before.
    """

    label: Expected
    chunk: Chunk | None
    rank: int | None
    earlier: tuple[Finding, ...] = ()

    @property
    def suspected(self) -> bool:
        """Whether a probe before already suspects something."""
        return any(found.answer is Answer.SUSPECTED for found in self.earlier)


@dataclass(frozen=True, eq=False, kw_only=True)
class CaseFile:
    """One failed case: the question, what the index holds, and what it answered.

    ``on`` is the day whose validity applied. ``ranking`` is the list of the first sample in
    which the case failed, None where there is none. ``retriever`` is the suite's own table,
    empty where rankings were imported. ``corpus`` is None without a manifest.
    """

    case: Case
    exam: Exam
    buried: tuple[Buried, ...]
    ranking: Ranking | None = None
    corpus: Corpus | None = None
    on: date | None = None
    retriever: Mapping[str, Any] = field(default_factory=dict)

    @property
    def manifest(self) -> Manifest | None:
        """The manifest of the run."""
        return None if self.corpus is None else self.corpus.manifest

    @property
    def cutoff(self) -> int:
        """K."""
        return self.exam.cutoff

    @property
    def embedded(self) -> bool:
        """Whether the suite's own table says everything that orders its lists."""
        return self.retriever.get("kind") == EMBEDDED

    def option(self, table: str) -> Mapping[str, Any]:
        """A table of the retriever's (``filters``, ``boost``, ``cut``); empty if not there."""
        found = self.retriever.get(table)
        return found if isinstance(found, Mapping) else {}

    def above(self, buried: Buried, most: int) -> tuple[str, ...]:
        """Ids of the results that stand above a buried chunk, the first ``most`` of them."""
        if self.ranking is None:
            return ()
        last = most if buried.rank is None else min(most, buried.rank - 1)
        return self.ranking.chunk_ids[:last]

    def ask(self, buried: Buried, what: str, change: Change) -> tuple[Ask, ...]:
        """The question where this chunk stands under a change; none for a chunk not there."""
        if buried.chunk is None:
            return ()
        asked = Ask(case_id=self.case.id, chunk_id=buried.chunk.chunk_id, what=what, change=change)
        return (asked,)
