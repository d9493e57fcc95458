"""Scores of many queries over all chunks, and which chunks each query found."""

from __future__ import annotations

from dataclasses import dataclass

import numpy as np
import numpy.typing as npt

from evalcore.model.ranking import Floats
from evalcore.model.ratios import Mask


@dataclass(frozen=True, eq=False)
class Scored:
    """``scores`` float64 (q, n), higher is better; ``found`` (q, n) marks what may be returned.

    A score where ``found`` is False means nothing.
    """

    scores: Floats
    found: Mask

    def among(self, allowed: Mask) -> Scored:
        """The same scores, with only ``allowed`` chunks (q, n) found."""
        return Scored(self.scores, self.found & allowed)

    def order(self, row: int, depth: int) -> npt.NDArray[np.intp]:
        """The first ``depth`` found chunks of one query: falling scores, ties as indexed."""
        found = np.flatnonzero(self.found[row])
        return found[np.argsort(-self.scores[row, found], kind="stable")[:depth]]

    def ranks(self) -> npt.NDArray[np.int64]:
        """Rank of every found chunk, from 1, shape (q, n); ties rank as indexed; 0 if not found."""
        lowered = np.where(self.found, -self.scores, np.inf)
        order = np.argsort(lowered, axis=1, kind="stable")
        ranks = np.empty(order.shape, dtype=np.int64)
        places = np.broadcast_to(np.arange(1, order.shape[1] + 1), order.shape)
        np.put_along_axis(ranks, order, places, axis=1)
        return np.where(self.found, ranks, 0)
