"""Cases of two examinations, matched by id and content; never by position."""

from __future__ import annotations

from collections.abc import Iterator, Mapping
from dataclasses import dataclass
from functools import cached_property

import numpy as np
import numpy.typing as npt

from evalcore.model.case import Case
from evalcore.model.examination import STATES, Examination
from evalcore.model.message import Message
from evalcore.model.ratios import Mask
from evalcore.model.words import State

Longs = npt.NDArray[np.int64]

_NOT_ASKED = (State.NO_ANSWER, State.DRAFT, State.RETIRED)


@dataclass(frozen=True, slots=True, kw_only=True)
class Apart:
    """A case that has no counterpart, and why; its state in either run, where it has one."""

    case_id: str
    reason: Message
    before: State | None = None
    after: State | None = None


@dataclass(frozen=True, eq=False, kw_only=True)
class Pairs:
    """The m matched cases as indices into both examinations, in the candidate's order.

    ``apart`` are the cases without a counterpart. Blind cases are in neither, nor are those
    that both runs left out of the exam (drafts, retired ones, questions without an answer).
    """

    before: Examination
    after: Examination
    base: Longs
    candidate: Longs
    apart: tuple[Apart, ...] = ()

    def __len__(self) -> int:
        return len(self.base)

    @cached_property
    def known(self) -> Mask:
        """Pairs whose outcome was measured on both sides, shape (m,)."""
        both: Mask = self.before.known[self.base] & self.after.known[self.candidate]
        return both

    @cached_property
    def counted(self) -> Mask:
        """Pairs that are in the denominator on both sides, shape (m,)."""
        both: Mask = self.before.counted[self.base] & self.after.counted[self.candidate]
        return both

    @cached_property
    def passed_before(self) -> Mask:
        """Pairs that pass in the base, shape (m,)."""
        return self.before.is_state(State.PASS)[self.base]

    @cached_property
    def passed_after(self) -> Mask:
        """Pairs that pass in the candidate, shape (m,)."""
        return self.after.is_state(State.PASS)[self.candidate]

    def case(self, pair: int) -> Case:
        """The case as the candidate's golden set has it."""
        return self.after.cases[int(self.candidate[pair])]


def match(before: Examination, after: Examination) -> Pairs:
    """Match every case that either run asked."""
    secret = _secret(before) | _secret(after)
    matched: list[tuple[int, int]] = []
    apart: list[Apart] = []
    for index, case in enumerate(after.cases):
        if case.id in secret:
            continue
        there = before.index_of.get(case.id)
        reason = _reason(before, there, after, index)
        if reason is None and there is not None:
            matched.append((there, index))
        elif reason is not None:
            apart.append(_apart(case.id, reason, before, there, after, index))
    apart.extend(_gone(before, after.index_of, secret))
    columns = np.array(matched, dtype=np.int64).reshape(-1, 2)
    return Pairs(
        before=before,
        after=after,
        base=columns[:, 0],
        candidate=columns[:, 1],
        apart=tuple(one for one in apart if _asked(one)),
    )


def _reason(
    before: Examination, there: int | None, after: Examination, index: int
) -> Message | None:
    """Why two cases of one id are no pair; None where they are one."""
    if there is None:
        return Message("Only the candidate has this question.")
    if not _same(before.cases[there], after.cases[index]):
        return Message("The question, or what it expects, is not the same in both runs.")
    if before.state_of(there) in _NOT_ASKED or after.state_of(index) in _NOT_ASKED:
        return Message("It was not examined in both runs.")
    return None


def _same(one: Case, other: Case) -> bool:
    """Whether both are one case by content. Equal fields tell it sooner than two hashes do."""
    return one == other or one.hash == other.hash


def _apart(
    case_id: str,
    reason: Message,
    before: Examination,
    there: int | None,
    after: Examination,
    index: int,
) -> Apart:
    return Apart(
        case_id=case_id,
        reason=reason,
        before=None if there is None else before.state_of(there),
        after=after.state_of(index),
    )


def _gone(before: Examination, known: Mapping[str, int], secret: frozenset[str]) -> Iterator[Apart]:
    reason = Message("Only the base has this question.")
    for index, case in enumerate(before.cases):
        if case.id not in known and case.id not in secret:
            yield Apart(case_id=case.id, reason=reason, before=before.state_of(index))


def _asked(one: Apart) -> bool:
    """Whether any run put the case to the exam: else it is no part of either."""
    states = {state for state in (one.before, one.after) if state is not None}
    return not states <= set(_NOT_ASKED)


def _secret(examination: Examination) -> frozenset[str]:
    """Blind in either run: what is reserved is never told one by one."""
    code = STATES.index(State.BLIND)
    return frozenset(
        case.id
        for case, state in zip(examination.cases, examination.state.tolist(), strict=True)
        if case.blind or state == code
    )
