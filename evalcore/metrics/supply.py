"""Supply and quality: the share of what a case needs, on the demanding scale of chapter 17."""

from __future__ import annotations

from fractions import Fraction

import numpy as np

from evalcore.metrics.exact import exact_ratios
from evalcore.metrics.sheet import Sheet
from evalcore.model.ratios import Ratios

FULL = 100
"""Quality runs from 0 to this."""

_ROOM = 2**62


def supply(sheet: Sheet) -> Ratios:
    """Units met within K / units; undefined where no chunk is relevant.

    A chunk is a unit by itself, chunks of one group are one unit (any of them is enough), and
    a case that any one chunk satisfies is a single unit: 1/1 or 0/1.
    """
    needed = sheet.needed
    met = needed.met(sheet.exam.cutoff)
    return sheet.ratios(sheet.count(needed.case[met]), sheet.count(needed.case))


def quality(supplied: Ratios, floor: Fraction) -> Ratios:
    """0 below ``floor``, else (supply - floor) / (1 - floor) x 100, exactly (chapter 17).

    With floor 1 only a full supply earns anything, and it earns 100.
    """
    num, den = supplied.num, supplied.den
    p, q = floor.numerator, floor.denominator
    if p == q:
        return Ratios(np.where(num == den, FULL, 0) * (den > 0), np.minimum(den, 1))
    largest = int(den.max(initial=0)) * q * FULL  # no supply is more than the whole
    number = np.int64 if largest < _ROOM else object
    num, den = num.astype(number), den.astype(number)
    above = np.maximum(num * q - den * p, 0)
    return exact_ratios(FULL * above, den * (q - p))
