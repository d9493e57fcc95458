"""The failed cases of a stored run, each with the facts that its diagnosis needs."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from typing import Any

import numpy as np

from evalcore.diagnosis.case_file import Buried, CaseFile
from evalcore.diagnosis.corpus import REPRESENTATION, Corpus
from evalcore.diagnosis.words import content, within
from evalcore.model.case import Case, Expected
from evalcore.model.manifest import Chunk
from evalcore.model.measured import ABSENT, Placements
from evalcore.model.ranking import Ranking
from evalcore.model.run import StoredRun
from evalcore.model.words import Level, State


def failed_cases(stored: StoredRun) -> tuple[str, ...]:
    """Ids of the cases that failed or whose fact is lost, in golden-set order."""
    examination = stored.examination
    return examination.ids(examination.is_state(State.FAIL, State.LOST))


def case_files(stored: StoredRun, case_ids: Sequence[str]) -> tuple[CaseFile, ...]:
    """A file for each of these failed cases; the manifest is read once for all of them."""
    table = retriever_table(stored)
    corpus = None
    if stored.manifest is not None:
        corpus = Corpus(manifest=stored.manifest, field=str(table.get("field", REPRESENTATION)))
    return tuple(_file(stored, case_id, corpus, table) for case_id in case_ids)


def retriever_table(stored: StoredRun) -> Mapping[str, Any]:
    """The suite's ``[retriever]`` table as it was run; empty for imported rankings."""
    found = stored.suite.get("retriever")
    return found if isinstance(found, Mapping) else {}


def _file(
    stored: StoredRun, case_id: str, corpus: Corpus | None, table: Mapping[str, Any]
) -> CaseFile:
    index = stored.examination.index_of[case_id]
    case = stored.examination.cases[index]
    sample, ranks = _failing_sample(stored, index)
    answer = stored.rankings[sample].of(case_id)
    return CaseFile(
        case=case,
        exam=stored.examination.exam,
        buried=tuple(
            Buried(label=label, chunk=_chunk(stored, corpus, case, label), rank=rank or None)
            for label, rank in ranks
        ),
        ranking=answer if isinstance(answer, Ranking) else None,
        corpus=corpus,
        on=stored.record.on,
        retriever=table,
    )


def _failing_sample(stored: StoredRun, index: int) -> tuple[int, list[tuple[Expected, int]]]:
    """The first sample in which chunks are buried, and their labels with ranks."""
    for number, sample in enumerate(stored.examination.samples):
        found = _buried(stored, index, sample.placements)
        if found:
            return number, found
    return 0, []


def _buried(stored: StoredRun, index: int, placements: Placements) -> list[tuple[Expected, int]]:
    """Relevant labels out of the cutoff in the units that are not met, with rank (0 = absent)."""
    exam, labels = stored.examination.exam, placements.labels
    case = stored.examination.cases[index]
    rows = [
        int(row)
        for row in np.flatnonzero(labels.case == index)
        if labels.grade[row] >= exam.min_grade
    ]
    within_reach = {row for row in rows if ABSENT < placements.rank[row] <= exam.cutoff}
    unit = {row: 0 if case.any_suffices else int(labels.group[row]) for row in rows}
    met = {unit[row] for row in within_reach}
    written = {label.chunk_id: label for label in reversed(case.expected)}
    needed = [row for row in rows if unit[row] not in met]
    return [(written[labels.chunk_ids[row]], int(placements.rank[row])) for row in needed]


def _chunk(stored: StoredRun, corpus: Corpus | None, case: Case, label: Expected) -> Chunk | None:
    if corpus is None:
        return None
    if stored.examination.exam.level is Level.CHUNK:
        return corpus.by_id(label.chunk_id)
    return _of_document(corpus, case, label)


def _of_document(corpus: Corpus, case: Case, label: Expected) -> Chunk | None:
    """The document's chunk with the quote, else the one that shares most with the question."""
    chunks = corpus.documents.get(label.chunk_id, ())
    quote = label.quote
    holding = [it for it in chunks if quote and it.text and within(quote, it.text)]
    asked = content(case.question)
    return max(holding or chunks, key=lambda it: len(asked & content(it.text or "")), default=None)
