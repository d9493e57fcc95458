"""The labels of many cases, laid end to end."""

from __future__ import annotations

from collections.abc import Sequence

import numpy as np

from evalcore.model.case import Case, Expected
from evalcore.model.measured import Labels
from evalcore.model.ranking import Ints, Longs


def labels_of(cases: Sequence[Case], gold_chunks: frozenset[str] = frozenset()) -> Labels:
    """Every annotated chunk of ``cases``, in their order.

    A chunk is gold where the golden set says so; where it is silent, if it is one of
    ``gold_chunks`` (the manifest's). Units are numbered as they first appear in a case. A
    label repeated exactly (same chunk, same group) is one label; a chunk that stands in two
    groups keeps a label in each, and counts once where chunks are counted.
    """
    expected = [_distinct(case.expected) for case in cases]
    sizes = np.fromiter(map(len, expected), dtype=np.int64, count=len(cases))
    labels = [label for own in expected for label in own]
    return Labels(
        case_ids=tuple(case.id for case in cases),
        any_suffices=np.array([case.any_suffices for case in cases], dtype=np.bool_),
        case=np.repeat(np.arange(len(cases), dtype=np.int32), sizes),
        chunk_ids=tuple([label.chunk_id for label in labels]),
        grade=np.array([label.grade for label in labels], dtype=np.int32),
        gold=np.array(
            [
                label.chunk_id in gold_chunks if label.gold is None else label.gold
                for label in labels
            ],
            dtype=np.bool_,
        ),
        group=_units(expected, labels, sizes),
    )


def _distinct(labels: Sequence[Expected]) -> Sequence[Expected]:
    """The labels without exact repeats; almost always all of them, so that is asked first."""
    if len({label.chunk_id for label in labels}) == len(labels):
        return labels
    first: dict[tuple[str, str | None], Expected] = {}
    for label in labels:
        first.setdefault((label.chunk_id, label.group), label)
    return list(first.values())


def _units(
    expected: Sequence[Sequence[Expected]], labels: Sequence[Expected], sizes: Longs
) -> Ints:
    """The unit of each label within its case: an ungrouped chunk is a unit of its own."""
    if all(label.group is None for label in labels):
        starts = np.repeat(np.cumsum(sizes) - sizes, sizes)
        return (np.arange(len(labels)) - starts).astype(np.int32)
    return np.array([unit for own in expected for unit in _grouped(own)], dtype=np.int32)


def _grouped(labels: Sequence[Expected]) -> list[int]:
    units: dict[tuple[str, str | None], int] = {}
    keys = [
        (label.chunk_id, None) if label.group is None else ("", label.group) for label in labels
    ]
    return [units.setdefault(key, len(units)) for key in keys]
