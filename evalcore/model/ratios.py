"""Exact rational numbers, one per case, so that nothing passes or fails by rounding."""

from __future__ import annotations

from dataclasses import dataclass
from fractions import Fraction
from typing import Self

import numpy as np
import numpy.typing as npt

Mask = npt.NDArray[np.bool_]
_SAFE = 2**31


@dataclass(frozen=True, eq=False)
class Ratios:
    """Numerators and denominators, int64, shape (n,); denominator 0 means undefined.

    Where parts outgrow 2**31 (means of many samples) they are Python integers (dtype object).
    """

    num: npt.NDArray[np.int64]
    den: npt.NDArray[np.int64]

    def __len__(self) -> int:
        return len(self.num)

    @classmethod
    def undefined(cls, n: int) -> Self:
        """n ratios of which none is known."""
        return cls(np.zeros(n, np.int64), np.zeros(n, np.int64))

    @property
    def defined(self) -> Mask:
        """Where a value is known, shape (n,)."""
        return self.den > 0

    def at(self, index: int) -> Fraction | None:
        """The exact value of one case, or None."""
        den = int(self.den[index])
        return Fraction(int(self.num[index]), den) if den else None

    def values(self) -> npt.NDArray[np.float64]:
        """Floating-point values for drawing and statistics; NaN where undefined."""
        out = np.full(len(self.num), np.nan)
        known = self.defined
        out[known] = self.num[known] / self.den[known]
        return out

    @property
    def largest(self) -> int:
        """The greatest size of a numerator or denominator; 0 without any."""
        return int(max(np.abs(self.num).max(initial=0), self.den.max(initial=0)))

    def total(self, mask: Mask | None = None) -> Fraction:
        """The exact sum over the defined cases in ``mask``."""
        chosen = self.defined if mask is None else self.defined & mask
        den = self.den[chosen]
        num = self.num[chosen]
        sums = ((int(d), int(num[den == d].sum())) for d in np.unique(den))
        return sum((Fraction(s, d) for d, s in sums), Fraction(0))

    def below(self, limit: Fraction) -> Mask:
        """Where the value is defined and strictly smaller than ``limit``, exactly."""
        num, den = self.num, self.den
        sizes = (limit.denominator, abs(limit.numerator), self.largest)
        if any(size >= _SAFE for size in sizes):
            num, den = num.astype(object), den.astype(object)
        smaller: Mask = (num * limit.denominator < limit.numerator * den).astype(np.bool_)
        return self.defined & smaller

    def above(self, limit: Fraction) -> Mask:
        """Where the value is defined and strictly greater than ``limit``, exactly."""
        return Ratios(-self.num, self.den).below(-limit)

    def where(self, mask: Mask) -> Ratios:
        """The same ratios, undefined outside ``mask``."""
        return Ratios(np.where(mask, self.num, 0), np.where(mask, self.den, 0))
