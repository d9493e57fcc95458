"""What became of each matched case: improved, worsened, within noise, not comparable.

The first of these that moved decides; the later ones only speak where it did not:

1. the state: from not passing to passing, or back;
2. quality, then supply: how much of what the case needs came out;
3. the ranks of its expected chunks: RR (the first of them), then nDCG at the cutoff, then AP
   (all of them within the depth, so that rank 14 and rank 40 are told apart below the cutoff).

A value moved when it differs by more than noise. Noise is the largest difference between two
samples of this very case in either run (the two-noises text: "para cada caso, mira la mayor
diferencia"); for ranks it is at least the policy's measured tolerance for MRR. Noise in the
sense of section 4 is no step: on lists of fixed length it falls when a chunk is buried.
A case without an outcome on either side is not comparable: an error is no improvement.
"""

from __future__ import annotations

from collections.abc import Sequence
from fractions import Fraction

import numpy as np
import numpy.typing as npt

from evalcore.comparison.matching import Pairs
from evalcore.model.comparison import Change
from evalcore.model.measured import Measured
from evalcore.model.ratios import Ratios

Floats = npt.NDArray[np.float64]
Signs = npt.NDArray[np.int8]

_STEPS = ("quality", "supply", "rr", "ndcg", "ap")
_RANKS = frozenset({"rr", "ndcg", "ap"})
_ROUNDING = 1e-12

OF_SIGN = {1: Change.IMPROVED, -1: Change.WORSENED, 0: Change.WITHIN_NOISE}


def directions(pairs: Pairs, tolerance: Fraction) -> Signs:
    """+1 improved, -1 worsened, 0 within noise, shape (m,); 0 where an outcome is missing.

    ``tolerance`` is the policy's for MRR.
    """
    crossed = pairs.passed_after.astype(np.int8) - pairs.passed_before.astype(np.int8)
    found: Signs = crossed
    for field in _STEPS:
        moved = _moved(pairs, field, float(tolerance) if field in _RANKS else 0.0)
        found = np.where(found == 0, moved, found).astype(np.int8)
    return np.where(pairs.known, found, 0).astype(np.int8)


def flips(pairs: Pairs) -> npt.NDArray[np.bool_]:
    """Pairs that crossed from pass to not pass, or back; only where both were measured."""
    crossed: npt.NDArray[np.bool_] = pairs.known & (pairs.passed_before != pairs.passed_after)
    return crossed


def _moved(pairs: Pairs, field: str, tolerance: float) -> Signs:
    before, after = pairs.before, pairs.after
    difference = values(after.measured, field)[pairs.candidate]
    difference = difference - values(before.measured, field)[pairs.base]
    spread = np.maximum(
        _spread(before.samples, field)[pairs.base],
        _spread(after.samples, field)[pairs.candidate],
    )
    beyond = np.abs(difference) > np.maximum(spread, tolerance) + _ROUNDING
    return np.where(beyond, np.sign(difference), 0).astype(np.int8)


def _spread(samples: Sequence[Measured], field: str) -> Floats:
    """The largest difference between two samples of each case, (n,); 0 where it is not known."""
    if len(samples) == 1:
        return np.zeros(len(samples[0].answered))
    stacked = np.stack([values(sample, field) for sample in samples])
    spread: Floats = np.nan_to_num(stacked.max(axis=0) - stacked.min(axis=0))
    return spread


def values(measured: Measured, field: str) -> Floats:
    """One measure of every case as floating-point numbers; NaN where undefined."""
    column: Ratios | Floats = getattr(measured, field)
    return column.values() if isinstance(column, Ratios) else column
