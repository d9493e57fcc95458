"""Means of both runs over the shared cases, with interval, test, and what could be told at all."""

from __future__ import annotations

from collections.abc import Mapping
from zlib import crc32

import numpy as np

from evalcore.comparison.changing import Floats, values
from evalcore.comparison.matching import Pairs
from evalcore.metrics.registry import MEASURES, Measure
from evalcore.model.comparison import MeasureChange
from evalcore.model.ratios import Mask
from evalcore.stats.holm import holm
from evalcore.stats.interval import interval_of
from evalcore.stats.randomisation import MIN_PAIRS, Randomised, paired_tests

SHOWN = ("recall", "quality", "precision", "mrr", "gold_mrr", "ndcg", "map", "noise")
"""The measures of the contract's table, by stem: one family of tests (design.md, section 8)."""


def measures_of(pairs: Pairs, *, seed: int) -> Mapping[str, MeasureChange]:
    """A change for every shown measure by printed name, over the pairs that have it in both runs.

    Gold MRR speaks of cases that expect gold in both runs, noise of those that pass in both.
    """
    shown = [measure for measure in MEASURES if measure.stem in SHOWN]
    sides = [_sides(pairs, measure) for measure in shown]
    table = np.column_stack([after - before for before, after in sides])
    tests = paired_tests(table, rng=np.random.default_rng([seed, crc32(b"comparison")]))
    tested = [bool(n) for n in (~np.isnan(table)).sum(axis=0)]
    corrected = holm([it.p if one else None for it, one in zip(tests, tested, strict=True)])
    return {
        measure.name(pairs.after.exam): _change(measure, *side, test=test, p_holm=p, seed=seed)
        for measure, side, test, p in zip(shown, sides, tests, corrected, strict=True)
    }


def _sides(pairs: Pairs, measure: Measure) -> tuple[Floats, Floats]:
    """The values of base and candidate, (m,); NaN in both where one of them has none."""
    before = values(pairs.before.measured, measure.field)[pairs.base]
    after = values(pairs.after.measured, measure.field)[pairs.candidate]
    there = _applicable(pairs, measure) & ~np.isnan(before) & ~np.isnan(after)
    return np.where(there, before, np.nan), np.where(there, after, np.nan)


def _applicable(pairs: Pairs, measure: Measure) -> Mask:
    if measure.field == "gold_rr":
        before, after = pairs.before.expects_gold, pairs.after.expects_gold
        return pairs.known & before[pairs.base] & after[pairs.candidate]
    if measure.field == "noise":
        return pairs.passed_before & pairs.passed_after
    return pairs.known


def _change(
    measure: Measure,
    before: Floats,
    after: Floats,
    *,
    test: Randomised,
    p_holm: float | None,
    seed: int,
) -> MeasureChange:
    there = ~np.isnan(before)
    n = int(there.sum())
    if not n:
        return _NOTHING
    changes = after[there] - before[there]
    reach = float(measure.bounds[1] - measure.bounds[0])
    rng = np.random.default_rng([seed, crc32(measure.stem.encode())])
    low, high = interval_of(np.clip(changes, -reach, reach), bounds=(-reach, reach), rng=rng)
    return MeasureChange(
        base=float(before[there].mean()),
        candidate=float(after[there].mean()),
        delta=float(changes.mean()),
        low=low,
        high=high,
        p=test.p,
        p_holm=p_holm,
        resolvable=_resolvable(changes, test, reach),
        n=n,
    )


_NOTHING = MeasureChange(
    base=None,
    candidate=None,
    delta=None,
    low=None,
    high=None,
    p=None,
    p_holm=None,
    resolvable=None,
    n=0,
)


def _resolvable(changes: Floats, test: Randomised, reach: float) -> float | None:
    """The smallest change of the mean that n cases could show, or None where none could.

    The test itself says it: of all ways to give signs to the changes seen, the least mean with
    p <= 0.05. So a difference is significant if and only if it is at least this large. Where
    fewer than six cases changed no signs of theirs would do, and it is what six would make if
    each changed as much as the most changed one did (over the whole range, if none did).
    Fewer than six cases cannot show anything.
    """
    n = len(changes)
    if n < MIN_PAIRS:
        return None
    if test.critical is not None:
        return test.critical
    largest = float(np.abs(changes).max()) or reach
    return MIN_PAIRS * largest / n
