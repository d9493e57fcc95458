"""The dense index: exact cosine similarity over every vector, no approximation."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass
from typing import Self

import numpy as np
import numpy.typing as npt

from evalcore.model.ranking import Floats
from evalcore.model.ratios import Mask
from evalcore.retrievers.embedded.scored import Scored
from evalcore.retrievers.embedders.protocol import Vectors

_STEPS = float(2**26)


@dataclass(frozen=True, eq=False, kw_only=True)
class DenseIndex:
    """Unit vectors of n texts, shape (n, d), and which texts have one.

    Components are rounded to steps of 2**-26 (float32 is no finer) and held as whole numbers.
    Products of two unit vectors then add up below 2**53, so every sum is exact in float64:
    scores do not depend on threads, processor, batch or the order of addition.
    """

    units: Floats
    present: Mask

    @classmethod
    def build(cls, vectors: Vectors) -> Self:
        """Index vectors (n, d) of any length; a row of zeros is a text without a vector."""
        return cls(units=_whole_units(vectors), present=_has_length(vectors))

    def search(self, queries: Vectors) -> Scored:
        """Cosines (q, n), from -1 to 1. A query of zeros finds nothing."""
        asked = _has_length(queries)
        if not (self.present.any() and asked.any()):
            shape = (len(queries), len(self.units))
            return Scored(np.zeros(shape), np.zeros(shape, dtype=np.bool_))
        scores = (_whole_units(queries) @ self.units.T) / _STEPS**2
        return Scored(scores, asked[:, None] & self.present[None, :])

    def over(self, rows: Sequence[int], added: DenseIndex) -> DenseIndex:
        """The index of another list of texts: old text ``rows[i]``, or the next of ``added`` (-1).

        Nothing is computed again. An index without any vector is of no width.
        """
        source = np.asarray(rows, dtype=np.int64)
        old, width = source >= 0, max(self.units.shape[1], added.units.shape[1])
        units, present = np.zeros((len(source), width)), np.zeros(len(source), dtype=np.bool_)
        parts = ((old, self, source[old]), (~old, added, np.arange(len(added.units))))
        for place, part, taken in parts:
            present[place] = part.present[taken]
            if part.units.shape[1]:
                units[place] = part.units[taken]
        return DenseIndex(units=units, present=present)

    def replaced(self, rows: Sequence[int], vectors: Vectors) -> DenseIndex:
        """The same index with other vectors in some rows; nothing else is computed again."""
        units, present = self.units.copy(), self.present.copy()
        units[list(rows)] = _whole_units(vectors)
        present[list(rows)] = _has_length(vectors)
        return DenseIndex(units=units, present=present)


def _has_length(vectors: Vectors) -> Mask:
    found: Mask = np.any(vectors != 0, axis=1)
    return found


def _whole_units(vectors: Vectors) -> Floats:
    exact: npt.NDArray[np.float64] = vectors.astype(np.float64)
    lengths = np.sqrt(np.sum(exact * exact, axis=1, keepdims=True))
    units: Floats = np.rint(exact / np.where(lengths > 0, lengths, 1.0) * _STEPS)
    return units
