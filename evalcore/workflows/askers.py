"""Who puts the questions of a probe: to the index in process, or to a search elsewhere."""

from __future__ import annotations

from collections import defaultdict
from collections.abc import Iterable, Mapping, Sequence
from dataclasses import dataclass, replace

from evalcore.diagnosis.asker import Ask, Change
from evalcore.errors import RetrieverError
from evalcore.model.canonical import content_hash
from evalcore.model.case import Case
from evalcore.model.diagnosis import Asked
from evalcore.model.exam import Exam
from evalcore.model.plain import chunk_to_plain
from evalcore.model.ranking import Failure, Ranking, Rankings
from evalcore.model.run import StoredRun
from evalcore.model.words import Level
from evalcore.retrievers.embedded.changed import changed
from evalcore.retrievers.embedded.cut import Cut
from evalcore.retrievers.embedded.retriever import EmbeddedRetriever
from evalcore.retrievers.protocol import Filters, Query, Retriever

BATCH = 64
"""Questions asked at once: whole lists of a large index are held for no more than these."""

Answers = Mapping[str, Ranking | Failure]


@dataclass(frozen=True, eq=False, kw_only=True)
class Exams:
    """What a stored run asked and got back: visible cases, lists, and what its labels name."""

    cases: Mapping[str, Case]
    lists: Sequence[Rankings]
    exam: Exam
    doc_of: Mapping[str, str]
    """Each chunk's document, where the labels name documents; empty otherwise."""

    @classmethod
    def of(cls, stored: StoredRun) -> Exams:
        """The visible part of a run: a reserved case is never asked about one by one."""
        documents = stored.record.exam.level is Level.DOCUMENT and stored.manifest is not None
        chunks = stored.manifest.chunks if documents and stored.manifest else ()
        return cls(
            cases={case.id: case for case in stored.golden.cases if not case.blind},
            lists=stored.rankings,
            exam=stored.record.exam,
            doc_of={c.chunk_id: c.doc_id for c in chunks if c.doc_id is not None},
        )

    def query(self, case_id: str, text: str | None = None) -> Query:
        """The case's question, or another one in its place."""
        case = self.cases[case_id]
        return Query(
            case_id=case_id, text=case.question if text is None else text, domain=case.domain
        )

    def rank(self, answer: Ranking, wanted: str) -> int | None:
        """Where a chunk stands (a document: its first chunk), from 1; None if it does not."""
        if not self.doc_of:
            ids: Iterable[str] = answer.chunk_ids
        else:
            ids = (self.doc_of.get(chunk_id, chunk_id) for chunk_id in answer.chunk_ids)
        return next((rank for rank, found in enumerate(ids, start=1) if found == wanted), None)

    def drift(self, case_id: str, answer: Ranking | Failure) -> str | None:
        """Why an index cannot speak for the run: it answers the same question otherwise."""
        if isinstance(answer, Failure):
            return answer.reason
        kept = [one.of(case_id) for one in self.lists]
        lists = [one.chunk_ids for one in kept if isinstance(one, Ranking)]
        if not lists:
            return "the run holds no list of this case to compare with"
        if answer.chunk_ids[: self.exam.depth] in lists:
            return None
        return "the index does not answer this question as it did in the run"


class BaseAsker:
    """Asks in batches, and only where the unchanged question still gets the run's own list."""

    def __init__(self, exams: Exams) -> None:
        self.exams = exams
        self._drift: dict[str, str | None] = {}

    def can(self, change: Change) -> bool:
        """Whether this change can be asked at all."""
        raise NotImplementedError

    def ask(self, asks: Sequence[Ask]) -> Sequence[Asked]:
        """The rank of each chunk, in the order of the asks; what fails says why."""
        known = [ask for ask in asks if ask.case_id in self.exams.cases]
        self._compare({ask.case_id for ask in known})
        sound = [ask for ask in known if self._drift[ask.case_id] is None]
        answers = self._answers([ask for ask in sound if self.can(ask.change)])
        return [self._asked(ask, answers.get(id(ask))) for ask in asks]

    def _compare(self, case_ids: Iterable[str]) -> None:
        new = [case_id for case_id in case_ids if case_id not in self._drift]
        if new:
            found = self._search(Change(), [self.exams.query(case_id) for case_id in new])
            for case_id, answer in zip(new, found, strict=True):
                self._drift[case_id] = self.exams.drift(case_id, answer)

    def _answers(self, asks: Sequence[Ask]) -> Mapping[int, int | Failure | None]:
        """The rank or failure of every ask, by its identity."""
        groups: dict[str, list[Ask]] = defaultdict(list)
        for ask in asks:
            groups[_key(ask.change)].append(ask)
        found: dict[int, int | Failure | None] = {}
        for group in groups.values():
            for start in range(0, len(group), BATCH):
                found.update(self._group(group[start : start + BATCH]))
        return found

    def _group(self, group: Sequence[Ask]) -> Mapping[int, int | Failure | None]:
        queries = {
            (ask.case_id, ask.change.text): self.exams.query(ask.case_id, ask.change.text)
            for ask in group
        }
        answers = self._search(group[0].change, list(queries.values()))
        by_query = dict(zip(queries, answers, strict=True))
        found: dict[int, int | Failure | None] = {}
        for ask in group:
            answer = by_query[ask.case_id, ask.change.text]
            is_list = isinstance(answer, Ranking)
            found[id(ask)] = self.exams.rank(answer, ask.chunk_id) if is_list else answer
        return found

    def _search(self, change: Change, queries: Sequence[Query]) -> Sequence[Ranking | Failure]:
        raise NotImplementedError

    def _asked(self, ask: Ask, found: int | Failure | None) -> Asked:
        failed: str | None = None
        if ask.case_id not in self.exams.cases:
            failed = "the run has no such case, or it is one of the reserved ones"
        elif self._drift[ask.case_id] is not None:
            failed = self._drift[ask.case_id]
        elif not self.can(ask.change):
            failed = "this search cannot be asked that"
        elif isinstance(found, Failure):
            failed = found.reason
        rank = found if isinstance(found, int) and failed is None else None
        return Asked(what=ask.what, rank=rank, failed=failed)


class SearchAsker(BaseAsker):
    """A search elsewhere: it takes the plain question, or another text in its place."""

    def __init__(self, exams: Exams, retriever: Retriever) -> None:
        super().__init__(exams)
        self._retriever = retriever

    def can(self, change: Change) -> bool:
        """Nothing but the text of the question can be changed from outside."""
        return replace(change, text=None) == Change()

    def _search(self, change: Change, queries: Sequence[Query]) -> Sequence[Ranking | Failure]:
        try:
            return self._retriever.search(queries, self.exams.exam.depth)
        except RetrieverError as error:
            return [Failure(error.what)] * len(queries)


class IndexAsker(BaseAsker):
    """The index in process: everything can be asked of it, and no question has a depth."""

    def __init__(self, exams: Exams, retriever: EmbeddedRetriever) -> None:
        super().__init__(exams)
        self.retriever = retriever

    def can(self, change: Change) -> bool:
        """All changes, as far as there are words and vectors to ask apart."""
        if change.mode == "bm25":
            return self.retriever.capabilities.lexical
        return change.mode is None or self.retriever.capabilities.vectors

    def ask(self, asks: Sequence[Ask]) -> Sequence[Asked]:
        """The rank of each chunk over the whole index, in the order of the asks.

        Every text that is new is embedded first, all in one batch.
        """
        self.warm(
            questions=[self.exams.query(a.case_id, a.change.text).text for a in self._known(asks)],
            chunks=[ask.change.chunk for ask in asks if ask.change.chunk is not None],
        )
        return super().ask(asks)
