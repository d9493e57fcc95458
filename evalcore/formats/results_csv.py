"""A run's results for a spreadsheet: one a row, with what is known of its case beside it."""

from __future__ import annotations

from collections.abc import Iterator, Mapping
from pathlib import Path
from typing import Any

from evalcore.formats.sheet import sheet
from evalcore.formats.whole_file import write_whole
from evalcore.formats.written import Out
from evalcore.model.case import Case
from evalcore.model.ranking import Failure

COLUMNS = (
    "case_id", "question", "domain", "category", "difficulty", "type", "state",
    "sample", "rank", "chunk_id", "score", "raw_score", "grade", "error",
)  # fmt: skip


def write_results_csv(out: Out, states: Mapping[str, str], path: Path) -> None:
    """Write every result of every sample; an expected chunk that did not come has no rank.

    A text that a spreadsheet would run as a formula gets an apostrophe before it, so ids are
    for reading here: ``--jsonl`` keeps them as they are.
    """
    rows = ([row.get(name) for name in COLUMNS] for row in _rows(out, states))
    write_whole(path, sheet(COLUMNS, rows))


def _rows(out: Out, states: Mapping[str, str]) -> Iterator[dict[str, Any]]:
    for sample, case_id, answer in out.all_lists():
        case = out.case(case_id)
        head = {**_facts(case), "case_id": case_id, "sample": sample, "state": states.get(case_id)}
        grades = {} if case is None else {e.chunk_id: e.grade for e in case.expected}
        if isinstance(answer, Failure):
            yield {**head, "error": answer.reason}
            continue
        for place, chunk_id in enumerate(answer.chunk_ids):
            yield {
                **head,
                "rank": place + 1,
                "chunk_id": chunk_id,
                "score": None if answer.scores is None else answer.scores[place],
                "raw_score": None if answer.raw_scores is None else answer.raw_scores[place],
                "grade": grades.get(chunk_id),
            }
        for chunk_id in (c for c in grades if c not in answer.chunk_ids):
            yield {**head, "chunk_id": chunk_id, "grade": grades[chunk_id]}


def _facts(case: Case | None) -> dict[str, Any]:
    names = ("question", "domain", "category", "difficulty", "type")
    return {} if case is None else {name: getattr(case, name) for name in names}
