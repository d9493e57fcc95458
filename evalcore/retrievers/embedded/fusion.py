"""One list out of two: by rank (reciprocal rank fusion) or by weighted, normalised scores."""

from __future__ import annotations

from dataclasses import dataclass
from typing import Protocol

import numpy as np

from evalcore.model.ranking import Floats
from evalcore.retrievers.embedded.scored import Scored


class Fusion(Protocol):
    """Fuses the filtered answers of both indexes, each (q, n), into one."""

    def fuse(self, lexical: Scored, dense: Scored) -> Scored:
        """One score a chunk; found is what either index found."""
        ...


@dataclass(frozen=True, slots=True)
class ReciprocalRank:
    """Sum of 1 / (k + rank) over the lists that hold the chunk.

    ``window`` cuts each list first; None takes both whole, so that no result depends on the
    depth asked for. Scores are a function of ranks alone: they say nothing about how well the
    best result fits. Source: Cormack, Clarke and Buettcher, SIGIR 2009 (k = 60).
    """

    k: int = 60
    window: int | None = None

    def fuse(self, lexical: Scored, dense: Scored) -> Scored:
        """Reciprocal rank sums, from 2 / (k + 1) downwards."""
        shares = [self._shares(part) for part in (lexical, dense)]
        scores = shares[0] + shares[1]
        return Scored(scores, scores > 0)

    def _shares(self, part: Scored) -> Floats:
        ranks = part.ranks()
        held = ranks > 0
        if self.window is not None:
            held &= ranks <= self.window
        return np.where(held, 1.0 / (self.k + ranks), 0.0)


@dataclass(frozen=True, slots=True)
class WeightedScores:
    """``weight`` x vector score + (1 - weight) x BM25 score, each brought to 0..1 per query.

    BM25 is divided by the query's best. Cosines run from the worst (0) to the best (1) of the
    query, as those of one embedder crowd in a narrow band. What an index did not find counts 0
    there.
    """

    weight: float = 0.5

    def fuse(self, lexical: Scored, dense: Scored) -> Scored:
        """Weighted sums from 0 to 1."""
        words = _normalised(lexical, floor_is_zero=True)
        meaning = _normalised(dense, floor_is_zero=False)
        scores = (1.0 - self.weight) * words + self.weight * meaning
        return Scored(scores, lexical.found | dense.found)


def _normalised(part: Scored, *, floor_is_zero: bool) -> Floats:
    if not part.found.size:
        return np.zeros(part.found.shape)
    best = np.max(part.scores, axis=1, keepdims=True, where=part.found, initial=-np.inf)
    worst = np.min(part.scores, axis=1, keepdims=True, where=part.found, initial=np.inf)
    low = np.zeros_like(worst) if floor_is_zero else worst
    span = np.where(np.isfinite(best), best - low, 1.0)
    # All alike: each is the best there is.
    scores = np.where(span > 0, (part.scores - np.where(np.isfinite(low), low, 0.0)), 1.0)
    return np.where(part.found, scores / np.where(span > 0, span, 1.0), 0.0)
