"""The labels of many cases, laid end to end."""

from __future__ import annotations

from collections import defaultdict
from collections.abc import Sequence

import numpy as np

from evalcore.model.case import Case
from evalcore.model.case_table import column, label_column, label_counts
from evalcore.model.measured import Labels
from evalcore.model.ranking import Ints
from evalcore.model.ratios import Mask


def labels_of(cases: Sequence[Case], gold_chunks: frozenset[str] = frozenset()) -> Labels:
    """Every annotated chunk of ``cases``, in their order.

    A chunk is gold where the golden set says so; where it is silent, if it is one of
    ``gold_chunks`` (the manifest's). Units are numbered as they first appear in a case. A
    label repeated exactly (same chunk, same group) is one label; a chunk that stands in two
    groups keeps a label in each, and counts once where chunks are counted.
    """
    case = np.repeat(np.arange(len(cases), dtype=np.int32), label_counts(cases))
    chunk_ids, groups = label_column(cases, "chunk_id"), label_column(cases, "group")
    grade = np.array(label_column(cases, "grade"), dtype=np.int32)
    gold = _gold(chunk_ids, label_column(cases, "gold"), gold_chunks)
    rows = _distinct(case, chunk_ids, groups)
    if rows is not None:
        case, grade, gold = case[rows], grade[rows], gold[rows]
        chunk_ids, groups = ([column[row] for row in rows] for column in (chunk_ids, groups))
    any_suffices = [asked is False for asked in column(cases, "requires_all")]
    return Labels(
        case_ids=tuple(column(cases, "id")),
        any_suffices=np.array(any_suffices, dtype=np.bool_),
        case=case,
        chunk_ids=tuple(chunk_ids),
        grade=grade,
        gold=gold,
        group=_units(case, chunk_ids, groups),
    )


def _gold(
    chunk_ids: Sequence[str], said: Sequence[bool | None], gold_chunks: frozenset[str]
) -> Mask:
    if not gold_chunks and not any(said):
        return np.zeros(len(chunk_ids), dtype=np.bool_)
    rows = zip(chunk_ids, said, strict=True)
    gold = [chunk in gold_chunks if own is None else own for chunk, own in rows]
    return np.array(gold, dtype=np.bool_)


def _distinct(
    case: Ints, chunk_ids: Sequence[str], groups: Sequence[str | None]
) -> list[int] | None:
    """The rows without exact repeats; None where that is all of them, as it almost always is."""
    hashes = np.fromiter(map(hash, chunk_ids), dtype=np.int64, count=len(chunk_ids))
    marks = np.sort(hashes + case * _ODD)  # a chunk twice in a case has one mark twice
    if (marks[1:] != marks[:-1]).all():
        return None
    first: dict[tuple[int, str, str | None], int] = {}
    for row, key in enumerate(zip(case.tolist(), chunk_ids, groups, strict=True)):
        first.setdefault(key, row)
    return list(first.values())


_ODD = np.int64(0x1E3779B97F4A7C15)
"""Sets the marks of neighbouring cases far apart."""


def _units(case: Ints, chunk_ids: Sequence[str], groups: Sequence[str | None]) -> Ints:
    """The unit of each label within its case: an ungrouped chunk is a unit of its own."""
    if groups.count(None) == len(groups):
        return (np.arange(len(case)) - np.searchsorted(case, case)).astype(np.int32)
    units: dict[int, dict[tuple[str, str | None], int]] = defaultdict(dict)
    rows = zip(case.tolist(), chunk_ids, groups, strict=True)
    keys = ((at, (chunk, None) if group is None else ("", group)) for at, chunk, group in rows)
    return np.array([units[at].setdefault(key, len(units[at])) for at, key in keys], np.int32)
