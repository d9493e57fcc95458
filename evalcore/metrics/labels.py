"""The labels of many cases, laid end to end."""

from __future__ import annotations

from collections.abc import Sequence

import numpy as np

from evalcore.model.case import Case
from evalcore.model.measured import Labels


def labels_of(cases: Sequence[Case], gold_chunks: frozenset[str] = frozenset()) -> Labels:
    """Every annotated chunk of ``cases``, in their order.

    A chunk is gold where the golden set says so; where it is silent, if it is one of
    ``gold_chunks`` (the manifest's). Units are numbered as they first appear in a case. A
    label repeated exactly (same chunk, same group) is one label; a chunk that stands in two
    groups keeps a label in each, and counts once where chunks are counted.
    """
    columns = _Columns()
    for index, case in enumerate(cases):
        columns.add(index, case, gold_chunks)
    return Labels(
        case_ids=tuple(case.id for case in cases),
        any_suffices=np.array([case.any_suffices for case in cases], dtype=np.bool_),
        case=np.asarray(columns.case, dtype=np.int32),
        chunk_ids=tuple(columns.chunk_ids),
        grade=np.asarray(columns.grade, dtype=np.int32),
        gold=np.asarray(columns.gold, dtype=np.bool_),
        group=np.asarray(columns.group, dtype=np.int32),
    )


class _Columns:
    def __init__(self) -> None:
        self.case: list[int] = []
        self.chunk_ids: list[str] = []
        self.grade: list[int] = []
        self.gold: list[bool] = []
        self.group: list[int] = []

    def add(self, index: int, case: Case, gold_chunks: frozenset[str]) -> None:
        seen: set[tuple[str, str | None]] = set()
        units: dict[tuple[str, str | None], int] = {}
        for label in case.expected:
            if (label.chunk_id, label.group) in seen:
                continue
            seen.add((label.chunk_id, label.group))
            unit = ("", label.group) if label.group is not None else (label.chunk_id, None)
            self.case.append(index)
            self.chunk_ids.append(label.chunk_id)
            self.grade.append(label.grade)
            self.gold.append(label.chunk_id in gold_chunks if label.gold is None else label.gold)
            self.group.append(units.setdefault(unit, len(units)))
