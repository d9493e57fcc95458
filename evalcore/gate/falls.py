"""How far each mean fell from baseline to candidate, at best and at worst, exactly."""

from __future__ import annotations

from dataclasses import dataclass
from fractions import Fraction

import numpy as np

from evalcore.comparison.matching import Longs, Pairs
from evalcore.gate.bounds import at_most
from evalcore.model.examination import Examination
from evalcore.model.policy import RegressionPolicy
from evalcore.model.ratios import Mask, Ratios
from evalcore.model.words import RuleStatus, State

FIELDS = ("quality", "gold_mrr", "mrr", "noise")
"""The means of ``RegressionPolicy``, in the order they are told."""

_COLUMNS = {"quality": "quality", "gold_mrr": "gold_rr", "mrr": "rr", "noise": "noise"}
_REACH = {"quality": 100, "gold_mrr": 1, "mrr": 1, "noise": 1}


@dataclass(frozen=True, slots=True, kw_only=True)
class Fall:
    """How far one mean got worse (noise: rose) over n pairs; negative where it got better.

    ``value`` is over the pairs measured on both sides, ``low`` and ``high`` put every other
    one at its best and at its worst. ``cases`` are those that got worse.
    """

    field: str
    status: RuleStatus
    value: Fraction | None
    low: Fraction
    high: Fraction
    limit: Fraction
    cases: tuple[str, ...]


def falls(pairs: Pairs, kept: Mask, policy: RegressionPolicy) -> list[Fall]:
    """Every mean that the kept pairs (m,) have, in the order of ``FIELDS``."""
    found = (_fall(pairs, kept, field, getattr(policy, field)) for field in FIELDS)
    return [fall for fall in found if fall is not None]


@dataclass(frozen=True, eq=False)
class _Side:
    """One measure in one of the two runs, by pair."""

    examination: Examination
    chosen: Longs
    values: Ratios

    @classmethod
    def of(cls, examination: Examination, chosen: Longs, column: str) -> _Side:
        values: Ratios = getattr(examination.measured, column)
        return cls(examination, chosen, Ratios(values.num[chosen], values.den[chosen]))

    def state(self, *states: State) -> Mask:
        return self.examination.is_state(*states)[self.chosen]

    @property
    def known(self) -> Mask:
        return self.examination.known[self.chosen] & self.values.defined

    @property
    def noise_applies(self) -> Mask:
        """Passing with a noise, or perhaps so: no outcome yet, or a sample was not read."""
        passing = self.state(State.PASS)
        read = self.examination.measured.answered[self.chosen]
        healthy = passing & (self.values.defined | ~read)
        return healthy | self.state(State.ERROR, State.UNDECIDED)


def _fall(pairs: Pairs, kept: Mask, field: str, limit: Fraction) -> Fall | None:
    before = _Side.of(pairs.before, pairs.base, _COLUMNS[field])
    after = _Side.of(pairs.after, pairs.candidate, _COLUMNS[field])
    chosen = kept & _applies(field, before, after)
    m = int(chosen.sum())
    if not m:
        return None
    lost, gained = (after, before) if field == "noise" else (before, after)
    both = chosen & before.known & after.known
    low, high = _bounds(lost, gained, chosen, _REACH[field])
    measured = int(both.sum())
    return Fall(
        field=field,
        status=at_most(low / m, high / m, limit),
        value=(lost.values.total(both) - gained.values.total(both)) / measured
        if measured
        else None,
        low=low / m,
        high=high / m,
        limit=limit,
        cases=_worse(pairs, lost, gained, both),
    )


def _applies(field: str, before: _Side, after: _Side) -> Mask:
    if field == "gold_mrr":
        gold: Mask = before.examination.expects_gold[before.chosen]
        return gold & after.examination.expects_gold[after.chosen]
    if field == "noise":
        if not (before.examination.scored and after.examination.scored):
            return np.zeros(len(before.chosen), dtype=np.bool_)
        return before.noise_applies & after.noise_applies
    return np.ones(len(before.chosen), dtype=np.bool_)


def _bounds(lost: _Side, gained: _Side, chosen: Mask, reach: int) -> tuple[Fraction, Fraction]:
    """The sum of (lost - gained) over the chosen pairs, whatever is unknown at either end."""
    known = lost.values.total(chosen & lost.known) - gained.values.total(chosen & gained.known)
    low = known - reach * int((chosen & ~gained.known).sum())
    high = known + reach * int((chosen & ~lost.known).sum())
    return low, high


def _worse(pairs: Pairs, lost: _Side, gained: _Side, both: Mask) -> tuple[str, ...]:
    rows = np.flatnonzero(both & (lost.values.values() > gained.values.values()))
    return tuple(pairs.case(row).id for row in rows.tolist())
