"""Every case of a run as columns: worst first, filtered and counted for the screen."""

from __future__ import annotations

import unicodedata
from collections.abc import Mapping, Sequence
from dataclasses import dataclass
from functools import cached_property

import numpy as np
import numpy.typing as npt

from evalcore.gate.evidence import Evidence
from evalcore.gate.rules import noise
from evalcore.golden.case_batches import case_batches
from evalcore.model.case import Case
from evalcore.model.case_table import column as field_of
from evalcore.model.examination import STATES, Examination
from evalcore.model.manifest import Manifest
from evalcore.model.policy import Policy
from evalcore.model.ratios import Mask, Ratios
from evalcore.model.words import State
from evalcore.views import amounts

_WORST_FIRST = (
    State.ERROR,
    State.LOST,
    State.FAIL,
    State.UNDECIDED,
    State.BROKEN,
    State.PASS,
    State.NO_ANSWER,
    State.DRAFT,
    State.RETIRED,
    State.BLIND,
)
NEEDS_REPAIR = (State.ERROR, State.LOST, State.FAIL, State.UNDECIDED, State.BROKEN)
"""States that a person has to look at."""

Index = npt.NDArray[np.int64]


@dataclass(frozen=True, slots=True, kw_only=True)
class Wanted:
    """What the reader filters by; empty means everything, and so does None for ``ids``."""

    states: tuple[str, ...] = ()
    domains: tuple[str, ...] = ()
    categories: tuple[str, ...] = ()
    difficulties: tuple[str, ...] = ()
    types: tuple[str, ...] = ()
    sources: tuple[str, ...] = ()
    batches: tuple[str, ...] = ()
    without: tuple[str, ...] = ()
    """Properties that a case must not have: ``domain``, ``category`` and so on, or ``batch``."""
    text: str = ""
    ids: frozenset[str] | None = None


@dataclass(frozen=True, eq=False, kw_only=True)
class CaseTable:
    """The cases that may be shown, as parallel columns in worst-first order.

    ``index`` are their places in the golden set. Blind cases are left out. ``batches`` are
    those that brought the chunks a case expects.
    ``recall``, ``noise`` and ``worst_rank`` (0 absent) are dashes and -1 where the
    outcome is not known. ``over`` marks passing cases over their noise ceiling. Texts are
    people's own.
    """

    index: Index
    ids: tuple[str, ...]
    questions: tuple[str, ...]
    states: tuple[State, ...]
    domains: tuple[str, ...]
    categories: tuple[str, ...]
    difficulties: tuple[str, ...]
    types: tuple[str, ...]
    sources: tuple[str, ...]
    batches: tuple[tuple[str, ...], ...]
    recall: tuple[str, ...]
    noise: tuple[str, ...]
    worst_rank: npt.NDArray[np.int64]
    over: Mask

    def __len__(self) -> int:
        return len(self.ids)

    @cached_property
    def state_counts(self) -> Mapping[State, int]:
        """How many cases are in each state, worst state first; absent states left out."""
        return {
            state: n for state in _WORST_FIRST if (n := sum(s is state for s in self.states)) > 0
        }

    @cached_property
    def folded(self) -> tuple[str, ...]:
        """Question and id of each case without case and accents, to search in."""
        return tuple(
            fold(f"{question}\n{case_id}")
            for question, case_id in zip(self.questions, self.ids, strict=True)
        )

    def choose(self, wanted: Wanted) -> Index:
        """Rows that the reader wants, still worst first."""
        keep = np.ones(len(self), dtype=np.bool_)
        columns: tuple[tuple[Sequence[str], tuple[str, ...]], ...] = (
            (self.states, wanted.states),
            (self.domains, wanted.domains),
            (self.categories, wanted.categories),
            (self.difficulties, wanted.difficulties),
            (self.types, wanted.types),
            (self.sources, wanted.sources),
        )
        for column, values in columns:
            if values:
                keep &= np.fromiter((value in values for value in column), np.bool_, len(self))
        if wanted.batches:
            keep &= self._from_any(wanted.batches)
        for name in wanted.without:
            keep &= self._silent_about(name)
        if wanted.ids is not None:
            keep &= np.fromiter((i in wanted.ids for i in self.ids), np.bool_, len(self))
        if wanted.text.strip():
            needle = fold(wanted.text.strip())
            keep &= np.fromiter((needle in text for text in self.folded), np.bool_, len(self))
        return np.flatnonzero(keep)

    def _from_any(self, batches: tuple[str, ...]) -> Mask:
        mine = (any(one in batches for one in found) for found in self.batches)
        return np.fromiter(mine, np.bool_, len(self))

    def _silent_about(self, name: str) -> Mask:
        """Cases of which nothing is said there; all of them for a name that is no property."""
        column = {
            "domain": self.domains,
            "category": self.categories,
            "difficulty": self.difficulties,
            "type": self.types,
            "source": self.sources,
            "batch": self.batches,
        }.get(name, ("",) * len(self))
        return np.fromiter((not value for value in column), np.bool_, len(self))


def case_table(
    examination: Examination, policy: Policy, manifest: Manifest | None = None
) -> CaseTable:
    """The table of an examination, from its columns: no case is made without a manifest."""
    cases, measured = examination.cases, examination.measured
    rows = _worst_first(examination)
    places: list[int] = rows.tolist()
    types = _texts(cases, "type", places)
    categories = zip(_texts(cases, "category", places), types, strict=True)
    return CaseTable(
        index=rows,
        ids=_texts(cases, "id", places),
        questions=_texts(cases, "question", places),
        states=tuple(STATES[code] for code in examination.state[rows].tolist()),
        domains=_texts(cases, "domain", places),
        categories=tuple(category or kind for category, kind in categories),
        difficulties=_texts(cases, "difficulty", places),
        types=types,
        sources=_texts(cases, "source", places),
        batches=_batches(examination, manifest, places),
        recall=_fractions(measured.recall.where(examination.known), rows),
        noise=_fractions(measured.noise.where(examination.known), rows),
        worst_rank=np.where(examination.known, worst_ranks(examination), -1)[rows],
        over=over_ceiling(examination, policy)[rows],
    )


def over_ceiling(examination: Examination, policy: Policy) -> Mask:
    """Passing cases whose noise is over the ceiling of their domain, shape (n,)."""
    return noise.over_ceiling(Evidence(examination=examination, policy=policy))


def worst_ranks(examination: Examination) -> npt.NDArray[np.int64]:
    """The rank of each case's worst relevant chunk: 0 if one is absent, -1 if it has none."""
    placements = examination.measured.placements
    relevant = placements.labels.grade >= examination.exam.min_grade
    of_case, rank = placements.labels.case[relevant], placements.rank[relevant]
    beyond = np.iinfo(np.int64).max
    worst = np.full(len(examination.cases), -1, dtype=np.int64)
    np.maximum.at(worst, of_case, np.where(rank == 0, beyond, rank.astype(np.int64)))
    return np.where(worst == beyond, 0, worst)


def needs_repair(table: CaseTable) -> tuple[str, ...]:
    """Ids of the cases a person has to look at, worst first."""
    return tuple(i for i, s in zip(table.ids, table.states, strict=True) if s in NEEDS_REPAIR)


def fold(text: str) -> str:
    """Text without case and accents."""
    spread = unicodedata.normalize("NFD", text)
    return "".join(char for char in spread if not unicodedata.combining(char)).casefold()


def _worst_first(examination: Examination) -> Index:
    gravity = np.array([_WORST_FIRST.index(state) for state in STATES])[examination.state]
    measured = examination.measured
    supply = np.nan_to_num(measured.supply.values(), nan=2.0)
    noisy = np.nan_to_num(measured.noise.values(), nan=-1.0)
    order = np.lexsort((np.arange(len(gravity)), -noisy, supply, gravity))
    blind = np.array(field_of(examination.cases, "blind"), dtype=np.bool_)
    hidden = blind | examination.is_state(State.BLIND)
    return order[~hidden[order]].astype(np.int64)


def _texts(cases: Sequence[Case], name: str, places: Sequence[int]) -> tuple[str, ...]:
    """A field of the cases at these places; empty where nothing is said."""
    values = field_of(cases, name)
    return tuple(values[place] or "" for place in places)


def _batches(
    examination: Examination, manifest: Manifest | None, places: Sequence[int]
) -> tuple[tuple[str, ...], ...]:
    if manifest is None:
        return ((),) * len(places)
    chosen = [examination.cases[place] for place in places]
    return case_batches(chosen, manifest, examination.exam)


def _fractions(ratios: Ratios, rows: Index) -> tuple[str, ...]:
    pairs = zip(ratios.num[rows].tolist(), ratios.den[rows].tolist(), strict=True)
    return tuple(f"{num}/{den}" if den else amounts.NOTHING for num, den in pairs)
