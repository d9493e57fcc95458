"""Which ingest batches a case leans on: those of the chunks it expects."""

from __future__ import annotations

from collections.abc import Sequence

from evalcore.model.case import Case
from evalcore.model.exam import Exam
from evalcore.model.manifest import Manifest
from evalcore.model.words import Level


def case_batches(
    cases: Sequence[Case], manifest: Manifest | None, exam: Exam
) -> tuple[tuple[str, ...], ...]:
    """The batch ids of each case's relevant chunks, each once, in label order.

    Empty where the manifest does not say. Where labels name documents, all batches that
    brought one of the document's chunks.
    """
    if manifest is None:
        return ((),) * len(cases)
    batches_of: dict[str, dict[str, None]] = {}
    for chunk in manifest.chunks:
        name = chunk.doc_id if exam.level is Level.DOCUMENT else chunk.chunk_id
        if name is not None and chunk.batch is not None:
            batches_of.setdefault(name, {})[chunk.batch] = None
    return tuple(_of_case(case, batches_of, exam) for case in cases)


def _of_case(case: Case, batches_of: dict[str, dict[str, None]], exam: Exam) -> tuple[str, ...]:
    found: dict[str, None] = {}
    for label in case.expected:
        if label.grade >= exam.min_grade:
            found |= batches_of.get(label.chunk_id, {})
    return tuple(found)
