"""The blind set: 20 to 30 % of the cases, spread like the rest, and never moved again.

Sides are given one case at a time, in the order of the file, each where it evens out best: over
all, within its category, within its difficulty and within both (minimisation, Taves 1974). A
case's side depends on those before it and on a hash of its id, never on those after it, so that
a set that grows keeps every side; a side that was written down stays whatever comes.
"""

from __future__ import annotations

import hashlib
from collections import Counter
from collections.abc import Iterable, Mapping
from fractions import Fraction

from evalcore.model.case import Case
from evalcore.model.words import CaseStatus

LEAST_SHARE, MOST_SHARE = Fraction(20, 100), Fraction(30, 100)

Margin = tuple[str, ...]


def sides(
    cases: Iterable[Case], share: Fraction, decided: Mapping[str, bool] | None = None
) -> Mapping[str, bool]:
    """Whether each active case is blind, by id; drafts and retired cases have no side yet.

    ``decided`` are the sides given before: they are kept, and counted first.
    """
    active = [case for case in cases if case.status is CaseStatus.ACTIVE]
    given = {c.id: decided[c.id] for c in active if decided is not None and c.id in decided}
    blind: Counter[Margin] = Counter()
    total: Counter[Margin] = Counter()
    for case in active:
        if case.id in given:
            _count(case, given[case.id], blind, total)
    for case in active:
        if case.id not in given:
            given[case.id] = _is_due(case, share, blind, total)
            _count(case, given[case.id], blind, total)
    return given


def _is_due(
    case: Case, share: Fraction, blind: Mapping[Margin, int], total: Mapping[Margin, int]
) -> bool:
    """Whether the reserve lacks cases like this one; the id's hash decides between near calls."""
    margins = _margins(case)
    lacking = [share * (total[margin] + 1) - blind[margin] for margin in margins]
    return sum(lacking) / len(margins) > _draw(case.id)


def _margins(case: Case) -> tuple[Margin, ...]:
    category, difficulty = case.category or "", case.difficulty or ""
    return (
        ("all",),
        ("category", category),
        ("difficulty", difficulty),
        ("both", category, difficulty),
    )


def _count(case: Case, is_blind: bool, blind: Counter[Margin], total: Counter[Margin]) -> None:
    for margin in _margins(case):
        total[margin] += 1
        blind[margin] += is_blind


def _draw(case_id: str) -> Fraction:
    """A number in [0, 1) that the id alone decides, evenly spread."""
    digest = hashlib.sha256(b"blind:" + case_id.encode()).digest()
    return Fraction(int.from_bytes(digest[:8], "big"), 2**64)
