"""Chunks with a label are raised: the curated syntheses, as the method has it."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass

import numpy as np

from evalcore.model.manifest import Chunk
from evalcore.model.ratios import Mask
from evalcore.retrievers.embedded.scored import Scored


@dataclass(frozen=True, slots=True, kw_only=True)
class Boost:
    """Final scores of chunks with ``label`` times ``factor``, or plus ``add``.

    A negative score is divided by the factor, so that a factor above 1 always raises. A boost
    never makes a chunk found that the search did not find.
    """

    label: str
    factor: float | None = None
    add: float | None = None

    def apply(self, scored: Scored, labelled: Mask) -> Scored:
        """The boosted scores; ``labelled`` (n,) marks the chunks with the label."""
        scores = scored.scores
        if self.factor is not None:
            raised = np.where(scores >= 0, scores * self.factor, scores / self.factor)
        else:
            raised = scores + (self.add or 0.0)
        return Scored(np.where(labelled[None, :], raised, scores), scored.found)

    def labelled(self, chunks: Sequence[Chunk]) -> Mask:
        """Chunks that carry the label, shape (n,)."""
        return np.array([self.label in (chunk.labels or ()) for chunk in chunks], dtype=np.bool_)
