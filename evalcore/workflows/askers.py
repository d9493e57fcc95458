"""Who puts the questions of a probe to a search, and what keeps the answers honest."""

from __future__ import annotations

from abc import ABC, abstractmethod
from collections import defaultdict
from collections.abc import Iterable, Iterator, Mapping, Sequence
from dataclasses import asdict, dataclass, replace

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
from evalcore.retrievers.protocol import Filters, Index, Query, Retriever

BATCH = 64
"""Questions asked at once: whole lists of a large index are held for no more than these."""


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


class BaseAsker(ABC):
    """Asks in batches, and only where the unchanged question still gets the run's own list."""

    def __init__(self, exams: Exams) -> None:
        self.exams = exams
        self._drift: dict[str, str | None] = {}

    @abstractmethod
    def can(self, change: Change) -> bool:
        """Whether this change can be asked at all."""

    def ask(self, asks: Sequence[Ask]) -> Sequence[Asked]:
        """The rank of each chunk, in the order of the asks; what fails says why."""
        self._compare(ask.case_id for ask in asks if ask.case_id in self.exams.cases)
        refusals = [self._refusal(ask) for ask in asks]
        sound = [ask for ask, refusal in zip(asks, refusals, strict=True) if refusal is None]
        found = iter(self._answers(sound))
        return [
            _asked(ask, next(found) if refusal is None else Failure(refusal))
            for ask, refusal in zip(asks, refusals, strict=True)
        ]

    def _refusal(self, ask: Ask) -> str | None:
        if ask.case_id not in self.exams.cases:
            return "the run has no such case, or it is one of the reserved ones"
        if not self.can(ask.change):
            return "this search cannot be asked that"
        return self._drift[ask.case_id]

    def drift(self, case_ids: Iterable[str]) -> Mapping[str, str | None]:
        """Why the index cannot speak for the run about these cases; None where it can."""
        wanted = tuple(case_ids)
        self._compare(wanted)
        return {case_id: self._drift[case_id] for case_id in wanted}

    def _compare(self, case_ids: Iterable[str]) -> None:
        new = [one for one in dict.fromkeys(case_ids) if one not in self._drift]
        if new:
            found = self._search(Change(), [self.exams.query(case_id) for case_id in new])
            for case_id, answer in zip(new, found, strict=True):
                self._drift[case_id] = self.exams.drift(case_id, answer)

    def _answers(self, asks: Sequence[Ask]) -> Sequence[int | Failure | None]:
        """The rank or the failure of every ask; asks of one change are one search."""
        groups: dict[str, list[int]] = defaultdict(list)
        for place, ask in enumerate(asks):
            groups[_key(ask.change)].append(place)
        found: list[int | Failure | None] = [None] * len(asks)
        for places in groups.values():
            for start in range(0, len(places), BATCH):
                batch = places[start : start + BATCH]
                for place, rank in zip(batch, self._group([asks[n] for n in batch]), strict=True):
                    found[place] = rank
        return found

    def _group(self, group: Sequence[Ask]) -> Iterator[int | Failure | None]:
        queries = {
            (ask.case_id, ask.change.text): self.exams.query(ask.case_id, ask.change.text)
            for ask in group
        }
        answers = self._search(group[0].change, list(queries.values()))
        by_query = dict(zip(queries, answers, strict=True))
        for ask in group:
            answer = by_query[ask.case_id, ask.change.text]
            yield answer if isinstance(answer, Failure) else self.exams.rank(answer, ask.chunk_id)

    @abstractmethod
    def _search(self, change: Change, queries: Sequence[Query], /) -> Sequence[Ranking | Failure]:
        """The lists of these questions under one change."""


class SearchAsker(BaseAsker):
    """A search elsewhere: another question, and what it says it can be asked besides.

    Ranks are within the run's depth; a chunk that stands deeper counts as not found.
    """

    def __init__(self, exams: Exams, retriever: Retriever) -> None:
        super().__init__(exams)
        self._retriever = retriever

    def can(self, change: Change) -> bool:
        """The text of the question, and each change that the retriever declares."""
        able = self._retriever.capabilities
        known = replace(
            change,
            text=None,
            filters_off=change.filters_off and not able.filters_off,
            boost_off=change.boost_off and not able.boost_off,
            cut_off=change.cut_off and not able.cut_off,
            exact=change.exact and not self._exact,
        )
        return known == Change()

    @property
    def _exact(self) -> bool:
        return self._retriever.capabilities.exact and isinstance(self._retriever, Index)

    def _search(self, change: Change, queries: Sequence[Query], /) -> Sequence[Ranking | Failure]:
        retriever = self._retriever
        if change.exact and isinstance(retriever, Index):
            retriever = retriever.exactly()
        filters = Filters(off=True) if change.filters_off else None
        try:
            return retriever.search(queries, self.exams.exam.depth, filters)
        except RetrieverError as error:
            return [Failure(error.what)] * len(queries)


def _asked(ask: Ask, found: int | Failure | None) -> Asked:
    if isinstance(found, Failure):
        return Asked(what=ask.what, rank=None, failed=found.reason)
    return Asked(what=ask.what, rank=found)


def _key(change: Change) -> str:
    """Equal for changes that ask the same index, whatever the question."""
    plain = asdict(replace(change, text=None, chunk=None))
    chunk = None if change.chunk is None else chunk_to_plain(change.chunk)
    return content_hash([plain, chunk])
