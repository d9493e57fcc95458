"""Stability of repeated runs: votes of every case, means of every run, and the tolerance.

One run with several samples is read sample by sample: what each alone would have said.
"""

from __future__ import annotations

from collections import Counter
from collections.abc import Callable, Iterator, Mapping, Sequence
from dataclasses import dataclass
from fractions import Fraction

import numpy as np

from evalcore.model.examination import Examination
from evalcore.model.measured import Measured
from evalcore.model.ranking import Floats, Longs
from evalcore.model.ratios import Mask, Ratios
from evalcore.model.run import StoredRun
from evalcore.model.stability import CaseVotes, Reading, Spread, Stability, Tolerance
from evalcore.model.words import State
from evalcore.stability.sampling_gain import MOST, gains
from evalcore.stability.tolerance import (
    FEWEST_RUNS,
    in_unit,
    tolerance_of,
    widest_case_tolerance,
    worth_detecting,
)
from evalcore.stability.votes import can_ever_be_undecided, count_passes

_MEASURES: Mapping[str, str] = {
    "quality": "quality",
    "mrr": "rr",
    "gold_mrr": "gold_rr",
    "noise": "noise",
}
"""The means that a gate compares with its baseline, and the field that holds their cases."""

_STILL = Fraction(0)


@dataclass(frozen=True, eq=False, kw_only=True)
class _Column:
    """One repetition, over all n cases."""

    name: str
    measured: Measured
    votes: Longs
    unread: Longs
    states: Callable[[int], State]
    passing: int
    decision: str | None = None


def stability_of(runs: Sequence[StoredRun], *, worth: Fraction | None = None) -> Stability:
    """The stability of frozen runs, in the order given; of one run, that of its samples.

    ``worth`` is the change worth detecting as a share (1/20 for 5 points); None takes the
    policy's. The caller has made sure that the runs are frozen (``frozen.unfrozen``). Raises
    ``ValueError`` without runs, or where no case counts.
    """
    first = runs[0].examination
    if not first.counted.any():
        raise ValueError("no case counts, so nothing can swing")
    columns = _of_samples(runs[0]) if len(runs) == 1 else [_of_run(run) for run in runs]
    policy, samples = runs[0].policy, len(first.samples)
    spreads = tuple(_spreads(first, columns))
    share = worth or worth_detecting(policy, int(first.counted.sum()))
    return Stability(
        runs=tuple(run.record.id for run in runs),
        suite=runs[0].record.suite,
        readings=tuple(
            Reading(name=c.name, passing=c.passing, decision=c.decision) for c in columns
        ),
        samples=1 if len(runs) == 1 else samples,
        cases=tuple(_cases(first, columns)),
        spreads=spreads,
        tolerances=_tolerances(spreads, share) if len(runs) >= FEWEST_RUNS else (),
        case_tolerance=widest_case_tolerance(samples, policy.sampling.pass_share),
        agreement=_agreement(runs),
        never_undecided=not can_ever_be_undecided(samples, policy.sampling.min_agreement),
        min_agreement=policy.sampling.min_agreement,
        asked=samples * len(runs),
        gains=gains(_tosses(runs), most=max(MOST, 2 * samples)),
    )


def _of_run(run: StoredRun) -> _Column:
    examination = run.examination
    floor = run.policy.recall.floor
    passes = [~one.supply.below(floor) & ~_lost(examination) for one in examination.samples]
    return _Column(
        name=run.record.label or run.record.id,
        measured=examination.measured,
        votes=count_passes(passes, [one.answered for one in examination.samples]),
        unread=_unread(examination.samples),
        states=examination.state_of,
        passing=int(examination.is_state(State.PASS).sum()),
        decision=run.verdict.decision.value,
    )


def _unread(samples: Sequence[Measured]) -> Longs:
    unread: Longs = np.sum([~one.answered for one in samples], axis=0, dtype=np.int64)
    return unread


def _of_samples(run: StoredRun) -> list[_Column]:
    examination, columns = run.examination, []
    for number, one in enumerate(examination.samples, start=1):
        passes = ~one.supply.below(run.policy.recall.floor) & ~_lost(examination)
        votes = count_passes([passes], [one.answered])
        columns.append(
            _Column(
                name=str(number),
                measured=one,
                votes=votes,
                unread=_unread([one]),
                states=examination.state_of,
                passing=int(votes[examination.counted].sum()),
            )
        )
    return columns


def _cases(examination: Examination, columns: Sequence[_Column]) -> Iterator[CaseVotes]:
    places = np.flatnonzero(examination.counted)
    calm = _same_order(columns)[places].tolist()
    votes = zip(*(column.votes[places].tolist() for column in columns), strict=True)
    unread = zip(*(column.unread[places].tolist() for column in columns), strict=True)
    rows = zip(places.tolist(), calm, votes, unread, strict=True)
    for index, still, passed, lost in rows:
        yield CaseVotes(
            case_id=examination.cases[index].id,
            votes=passed,
            states=tuple([column.states(index) for column in columns]),
            unread=lost,
            order=_STILL if still else _order(columns, index),
        )


def _same_order(columns: Sequence[_Column]) -> Mask:
    """Cases whose first relevant chunk stands at the same rank in all repetitions, shape (n,)."""
    first = columns[0].measured.rr
    same = [
        (one.measured.rr.num == first.num) & (one.measured.rr.den == first.den) for one in columns
    ]
    still: Mask = first.defined & np.logical_and.reduce(same)
    return still


def _order(columns: Sequence[_Column], index: int) -> Fraction | None:
    ranks = [column.measured.rr.at(index) for column in columns]
    read = [rank for rank in ranks if rank is not None]
    return max(read) - min(read) if len(read) == len(ranks) else None


def _spreads(first: Examination, columns: Sequence[_Column]) -> list[Spread]:
    """The means over the cases that every repetition measured; a measure nobody has is left out."""
    found = []
    for measure, field in _MEASURES.items():
        applies = _applies(measure, first, columns)
        ratios = [_ratios(column, field, first) for column in columns]
        known = applies & np.logical_and.reduce([one.defined for one in ratios])
        n = int(known.sum())
        if n:
            values = tuple(one.total(known) / n for one in ratios)
            found.append(Spread(measure=measure, values=values, n=n, N=int(applies.sum())))
    return found


def _applies(measure: str, first: Examination, columns: Sequence[_Column]) -> Mask:
    """As in the gate: noise is only read of cases that pass, gold of those that expect it."""
    if measure == "gold_mrr":
        return first.counted & first.expects_gold
    if measure == "noise":
        passing = [_passing(column, len(first.cases)) for column in columns]
        healthy: Mask = first.counted & np.logical_and.reduce(passing)
        return healthy if first.scored else np.zeros_like(healthy)
    return first.counted


def _passing(column: _Column, n: int) -> Mask:
    return np.fromiter((column.states(i) is State.PASS for i in range(n)), np.bool_, n)


def _ratios(column: _Column, field: str, first: Examination) -> Ratios:
    ratios: Ratios = getattr(column.measured, field)
    if field != "quality":
        return ratios
    lost = _lost(first)  # a lost fact has quality 0 in every sample, whatever else came back
    return Ratios(np.where(lost, 0, ratios.num), np.where(lost, 1, ratios.den))


def _lost(examination: Examination) -> Mask:
    return examination.is_state(State.LOST)


def _tolerances(spreads: Sequence[Spread], share: Fraction) -> tuple[Tolerance, ...]:
    """Only of means over every case they speak of: the few that could be measured may be calm."""
    whole = [one for one in spreads if one.n == one.N]
    return tuple(tolerance_of(one, in_unit(one.measure, share)) for one in whole)


def _agreement(runs: Sequence[StoredRun]) -> Mapping[int, int]:
    counts: Counter[int] = Counter()
    for run in runs:
        examination = run.examination
        counts.update(examination.agreement.num[examination.counted].tolist())
    return dict(sorted(counts.items()))


def _tosses(runs: Sequence[StoredRun]) -> Floats:
    """The quality of every answer, shape (counted cases, runs x samples)."""
    columns = [
        _zeroed(sample.quality.values(), run.examination)
        for run in runs
        for sample in run.examination.samples
    ]
    return np.stack(columns, axis=1)


def _zeroed(values: Floats, examination: Examination) -> Floats:
    zeroed: Floats = np.where(_lost(examination), 0.0, values)[examination.counted]
    return zeroed
