"""The score cut: results that score too low are not returned."""

from __future__ import annotations

from dataclasses import dataclass

import numpy as np

from evalcore.model.ratios import Mask
from evalcore.retrievers.embedded.scored import Scored


@dataclass(frozen=True, slots=True, kw_only=True)
class Cut:
    """Drops what scores below ``min_score``, or below a share of the query's best.

    Final scores are compared, after fusion and boost; a score exactly at the limit stays. Where
    the best score is not positive it has no shares, and ``min_share_of_best`` drops nothing.

    What it does to noise: lists grow shorter than the cutoff where the rest fits badly, so noise
    (results worse than the worst expected chunk, by list length) can come down to its ceiling.
    What it does to recall: an expected chunk below the limit is gone, and the case fails.
    With reciprocal rank fusion a share of the best is a rank in disguise; weighted scores and
    the single indexes cut by how well a chunk fits.
    """

    min_score: float | None = None
    min_share_of_best: float | None = None

    def apply(self, scored: Scored) -> Scored:
        """The same scores, with fewer chunks found."""
        kept: Mask = scored.found
        if self.min_score is not None:
            kept = kept & (scored.scores >= self.min_score)
        if self.min_share_of_best is not None and scored.found.size:
            best = np.max(scored.scores, axis=1, keepdims=True, where=scored.found, initial=-np.inf)
            limit = np.where(best > 0, best * self.min_share_of_best, -np.inf)
            kept = kept & (scored.scores >= limit)
        return Scored(scored.scores, kept)
