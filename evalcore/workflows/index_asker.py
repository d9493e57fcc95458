"""Who puts the questions of a probe to the index in process, which can be asked anything."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import replace

from evalcore.diagnosis.asker import Ask, Change
from evalcore.errors import RetrieverError
from evalcore.model.diagnosis import Asked
from evalcore.model.manifest import Chunk
from evalcore.model.ranking import Failure, Ranking
from evalcore.retrievers.embedded.build import embedded_text
from evalcore.retrievers.embedded.changed import changed
from evalcore.retrievers.embedded.cut import Cut
from evalcore.retrievers.embedded.retriever import EmbeddedRetriever
from evalcore.retrievers.protocol import Filters, Query
from evalcore.workflows.askers import BaseAsker, Exams


class IndexAsker(BaseAsker):
    """The index in process. Ranks are over the whole index, however deep the run looked."""

    def __init__(self, exams: Exams, retriever: EmbeddedRetriever) -> None:
        super().__init__(exams)
        self.retriever = retriever

    def can(self, change: Change) -> bool:
        """Every change, as far as the suite's mode has words and vectors to ask apart."""
        if change.mode == "bm25":
            return self.retriever.lexical is not None
        return change.mode is None or self.retriever.dense is not None

    def ask(self, asks: Sequence[Ask]) -> Sequence[Asked]:
        """The rank of each chunk, in the order of the asks; new texts are embedded in one go."""
        known = [ask for ask in asks if ask.case_id in self.exams.cases]
        self.warm(
            questions=[self.exams.query(ask.case_id, ask.change.text).text for ask in known],
            chunks=[ask.change.chunk for ask in known if ask.change.chunk is not None],
        )
        return super().ask(asks)

    def warm(self, *, questions: Sequence[str] = (), chunks: Sequence[Chunk] = ()) -> None:
        """Have the vectors of these questions and chunks at hand, for all searches that follow."""
        source = self.retriever.source
        if source is None:
            return
        texts = [embedded_text(chunk, self.retriever.text_field) for chunk in chunks]
        self.retriever = replace(
            self.retriever, source=source.warmed(passages=texts, queries=questions)
        )

    def _search(self, change: Change, queries: Sequence[Query], /) -> Sequence[Ranking | Failure]:
        try:
            index = _varied(self.retriever, change)
            filters = Filters(off=True) if change.filters_off else None
            return index.search(queries, len(index.chunks), filters)
        except RetrieverError as error:
            return [Failure(error.what)] * len(queries)


def _varied(retriever: EmbeddedRetriever, change: Change) -> EmbeddedRetriever:
    """The index as the change wants it; it is exact already.

    A score cut is set for the suite's own scores: where one half of a hybrid is asked alone,
    whose scores are others, it does not apply.
    """
    index = retriever
    if change.chunk is not None or change.without:
        index = changed(index, chunk=change.chunk, without=change.without)
    if change.boost_off:
        index = replace(index, boost=None)
    alone = change.mode is not None and change.mode != index.mode
    if change.mode is not None and alone:
        index = replace(index, mode=change.mode)
    return replace(index, cut=Cut()) if change.cut_off or alone else index
