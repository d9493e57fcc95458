"""The order of TREC results within their cases: by rank, by score, or as trec_eval orders them.

A TREC line carries a rank and a score, and tools disagree on which of them counts. Where both
say the same there is nothing to decide; where they contradict each other the person decides,
never this module (design.md, section 3, "Ranking rules").
"""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass
from typing import TypeVar

import numpy as np
import numpy.typing as npt

from evalcore.formats.findings import ENOUGH, Findings
from evalcore.formats.trec_lists import TrecLists
from evalcore.formats.trec_piece import rises_within
from evalcore.model.ranking import Ints, Longs
from evalcore.model.words import Direction, Order

Number = TypeVar("Number", bound=np.generic)


@dataclass(frozen=True, slots=True, eq=False, kw_only=True)
class Arranged:
    """The rows case by case, cut by ``starts`` (n + 1).

    ``rows`` (m,) says which file row stands at each place; None: they stand as in the file.
    """

    starts: Longs
    rows: Longs | None

    def column(self, values: npt.NDArray[Number]) -> npt.NDArray[Number]:
        """A column of the file in this arrangement."""
        return values if self.rows is None else values[self.rows]

    def row(self, place: int) -> int:
        """The file row at a place."""
        return place if self.rows is None else int(self.rows[place])


def as_given(lists: TrecLists, findings: Findings) -> Arranged:
    """Case by case, by rank; in file order where all ranks of a case are equal (written as 0).

    A rank that two results of a case share is a problem. Shuffled lines give the same lists.
    """
    grouped = _by_case(lists)
    if grouped.rows is None and lists.rises:
        return grouped
    ranks = grouped.column(lists.ranks)
    if rises_within(ranks, grouped.starts[:-1]):
        return grouped
    lengths = np.diff(grouped.starts)
    cases = np.repeat(np.arange(len(lengths), dtype=np.int32), lengths)
    first, last = (end.reduceat(ranks, grouped.starts[:-1]) for end in (np.minimum, np.maximum))
    ranks = np.where((first == last)[cases], 0, ranks)
    places = np.lexsort((ranks, cases))
    arranged = Arranged(
        starts=grouped.starts, rows=places if grouped.rows is None else grouped.rows[places]
    )
    shared = _shared_ranks(ranks[places], cases, (first == last))
    for place in shared[:ENOUGH].tolist():
        _say_shared(lists, arranged, place, int(ranks[places[place]]), findings)
    return arranged


def by_score(
    arranged: Arranged, lists: TrecLists, *, order: Order, direction: Direction
) -> Arranged:
    """The best score first; ties as arranged, or for ``trec`` by falling bytes of their ids.

    ``trec`` compares scores in single precision, because trec_eval keeps them so: scores that
    differ only beyond it are a tie there, and its figures come out only with the same ties.
    """
    scores = arranged.column(lists.scores)
    cases = np.repeat(np.arange(len(arranged.starts) - 1), np.diff(arranged.starts))
    if order is Order.TREC:
        names = arranged.column(_places_of_ids(lists.chunk_ids)[lists.chunks])
        places = np.lexsort((-names, -scores.astype(np.float32), cases))
    else:
        places = np.lexsort((scores if direction is Direction.LOWER else -scores, cases))
    return Arranged(
        starts=arranged.starts, rows=places if arranged.rows is None else arranged.rows[places]
    )


def _by_case(lists: TrecLists) -> Arranged:
    if len(lists.stretches) == len(lists.case_ids):
        return Arranged(starts=lists.starts, rows=None)
    by_row = np.repeat(lists.stretches, np.diff(lists.starts))
    counts = np.bincount(by_row, minlength=len(lists.case_ids))
    starts = np.concatenate([[0], np.cumsum(counts)]).astype(np.int64)
    return Arranged(starts=starts, rows=np.argsort(by_row, kind="stable"))


def _shared_ranks(ranks: Ints, cases: Ints, unranked: npt.NDArray[np.bool_]) -> Longs:
    """Places whose result has the rank of the one before it, in a case that is ranked."""
    same = (ranks[1:] == ranks[:-1]) & (cases[1:] == cases[:-1]) & ~unranked[cases[1:]]
    return np.flatnonzero(same) + 1


def _say_shared(
    lists: TrecLists, arranged: Arranged, place: int, rank: int, findings: Findings
) -> None:
    one, two = arranged.row(place - 1), arranged.row(place)
    case = lists.case_ids[int(np.searchsorted(arranged.starts, place, side="right")) - 1]
    findings.add(
        f'case "{case}" has rank {rank} twice; it stands on line {lists.lines.at(one)} too',
        "give each result of a case its own rank, or the same rank to all if the order of the"
        " lines is the ranking",
        line=lists.lines.at(two),
        at="rank",
    )


def _places_of_ids(chunk_ids: Sequence[str]) -> Longs:
    """The place of each id among all, by bytes; code points sort as their UTF-8 does."""
    places = np.empty(len(chunk_ids), dtype=np.int64)
    places[sorted(range(len(chunk_ids)), key=chunk_ids.__getitem__)] = np.arange(len(chunk_ids))
    return places
