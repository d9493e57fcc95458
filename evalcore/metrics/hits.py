"""Where results meet labels: every occurrence of every labelled chunk in its own case's list."""

from __future__ import annotations

from collections.abc import Iterator, Mapping, Sequence
from dataclasses import dataclass
from itertools import repeat

import numpy as np

from evalcore.metrics.blocks import row_blocks
from evalcore.model.measured import Labels
from evalcore.model.packed_ids import PackedIds
from evalcore.model.ranking import Ints, Longs, Rankings
from evalcore.model.ratios import Mask


@dataclass(frozen=True, eq=False, kw_only=True)
class Hits:
    """The H results that bear a label, case by case, ranks rising within a case.

    ``label``, ``case`` and ``rank`` (from 1) have shape (H,), and so has ``position``, the
    index into the arrays of the rankings. ``first`` is False for a chunk already seen above.
    Where a case labels one chunk twice (in two groups) a hit bears the first of the two;
    ``bearer`` (L,) is, for each label, the one that bears its hits, mostly itself.
    """

    label: Longs
    case: Longs
    rank: Longs
    position: Longs
    first: Mask
    bearer: Longs


def rows_of(labels: Labels, rankings: Rankings) -> Longs:
    """The list of each case of ``labels``, shape (n,); -1 where the rankings have none."""
    if labels.case_ids == rankings.case_ids:
        return np.arange(len(labels.case_ids), dtype=np.int64)
    found = map(rankings.row_of.get, labels.case_ids, repeat(-1))
    return np.fromiter(found, dtype=np.int64, count=len(labels.case_ids))


def find_hits(labels: Labels, rankings: Rankings) -> Hits:
    """Every result that bears a label, by one join over all cases.

    Only results whose chunk is labelled in some case are looked at twice, a block at a time:
    nothing is sorted but the labels, and no text is compared but the distinct chunk ids.
    """
    codes = _Codes.of(labels, rankings)
    keys, bearers, inverse = np.unique(codes.label_keys, return_index=True, return_inverse=True)
    found = [(_NOTHING, _NOTHING)]
    found.extend(_matches(keys, codes, rankings))
    slot = np.concatenate([slots for slots, _ in found])
    position = np.concatenate([positions for _, positions in found])
    label = bearers[slot]
    row = np.searchsorted(rankings.starts, position, side="right") - 1
    return Hits(
        label=label,
        case=labels.case[label].astype(np.int64),
        rank=position - rankings.starts[row] + 1,
        position=position,
        first=_first_seen(slot, len(keys)),
        bearer=bearers[inverse],
    )


_NOTHING: Longs = np.zeros(0, dtype=np.int64)


@dataclass(frozen=True, eq=False)
class _Codes:
    """Numbers for texts: a (case, chunk) pair is ``case * width + chunk``."""

    label_keys: Longs
    width: int
    chunk_of_code: Ints
    case_of_row: Longs

    @classmethod
    def of(cls, labels: Labels, rankings: Rankings) -> _Codes:
        numbers = {chunk: number for number, chunk in enumerate(dict.fromkeys(labels.chunk_ids))}
        chunks = np.fromiter(
            map(numbers.__getitem__, labels.chunk_ids),
            dtype=np.int64,
            count=len(labels.chunk_ids),
        )
        width = max(len(numbers), 1)
        rows = rows_of(labels, rankings)
        case_of_row = np.full(len(rankings), -1, dtype=np.int64)
        case_of_row[rows[rows >= 0]] = np.flatnonzero(rows >= 0)
        return cls(
            label_keys=labels.case.astype(np.int64) * width + chunks,
            width=width,
            chunk_of_code=_numbered(numbers, rankings.chunk_ids),
            case_of_row=case_of_row,
        )


def _numbered(numbers: Mapping[str, int], ids: Sequence[str]) -> Ints:
    """The number of each of ``ids``, shape (len(ids),); -1 where it has none."""
    if not isinstance(ids, PackedIds):
        found = map(numbers.get, ids, repeat(-1))
        return np.fromiter(found, dtype=np.int32, count=len(ids))
    out = np.full(len(ids), -1, dtype=np.int32)
    codes = ids.codes_of(tuple(numbers))
    known = codes >= 0
    out[codes[known]] = np.fromiter(numbers.values(), dtype=np.int32, count=len(numbers))[known]
    return out


def _matches(keys: Longs, codes: _Codes, rankings: Rankings) -> Iterator[tuple[Longs, Longs]]:
    """Per block: index into ``keys`` and position of every result that has its key there."""
    if not len(keys):
        return
    starts = rankings.starts
    lengths = rankings.lengths
    for first, last in row_blocks(starts):
        offset = int(starts[first])
        chunk = codes.chunk_of_code[rankings.chunks[offset : int(starts[last])]]
        candidate = np.flatnonzero(chunk >= 0)
        case = np.repeat(codes.case_of_row[first:last], lengths[first:last])[candidate]
        wanted = case * codes.width + chunk[candidate]
        slot = np.minimum(np.searchsorted(keys, wanted), len(keys) - 1)
        match = keys[slot] == wanted  # a list of no case (-1) has a negative key: none is
        yield slot[match], candidate[match] + offset


def _first_seen(slot: Longs, n: int) -> Mask:
    order = np.arange(len(slot))
    earliest = np.full(n, len(slot), dtype=np.int64)
    np.minimum.at(earliest, slot, order)
    seen: Mask = earliest[slot] == order
    return seen
