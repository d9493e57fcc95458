"""What was measured of n cases in one sample, as arrays of shape (n,), in the cases' order."""

from __future__ import annotations

from dataclasses import dataclass

import numpy as np
import numpy.typing as npt

from evalcore.model.ranking import Floats, Ints
from evalcore.model.ratios import Mask, Ratios

ABSENT = 0
"""The rank of an expected chunk that is not within the depth; real ranks start at 1."""


@dataclass(frozen=True, eq=False, kw_only=True)
class Labels:
    """The annotated chunks of n cases, L in all, laid end to end in case order.

    ``case`` (L,) is each label's case index; ``group`` (L,) numbers the units of a case from 0:
    an ungrouped chunk is a unit of its own, chunks of one any-of group share one.
    ``any_suffices`` (n,) marks cases that any one relevant chunk satisfies.
    """

    case_ids: tuple[str, ...]
    any_suffices: Mask
    case: Ints
    chunk_ids: tuple[str, ...]
    grade: Ints
    gold: Mask
    group: Ints


@dataclass(frozen=True, eq=False, kw_only=True)
class Placements:
    """Where each label of ``Labels`` ended up: rank (0 = absent within D) and score (or NaN)."""

    labels: Labels
    rank: Ints
    score: Floats


@dataclass(frozen=True, eq=False, kw_only=True)
class Measured:
    """Every measure of every case. Undefined is NaN, or a ratio with denominator 0.

    ``answered``: there is a list (an empty one counts). Everything else is undefined where it
    is False. All ratios are exact; ``quality`` runs from 0 to 100, the rest from 0 to 1.
    ``returned`` is |T|, the number of results among the first K (repeats counted).
    ``recall_low`` / ``recall_high``: recall if the tie at the cutoff fell at its worst / best.
    """

    placements: Placements
    answered: Mask
    returned: npt.NDArray[np.int64]
    recall: Ratios
    supply: Ratios
    quality: Ratios
    precision: Ratios
    precision_returned: Ratios
    rr: Ratios
    gold_rr: Ratios
    all_found: Ratios
    hit: Ratios
    unjudged: Ratios
    max_possible: Ratios
    ndcg: Floats
    ap: Floats
    noise: Ratios
    noise_threshold: Floats
    tie_at_cutoff: Mask
    recall_low: Ratios
    recall_high: Ratios
    repeated: Mask
