"""Average precision over the whole list, as trec_eval's ``map``."""

from __future__ import annotations

import numpy as np

from evalcore.metrics.sheet import Sheet
from evalcore.model.ranking import Floats, Longs


def average_precision(sheet: Sheet) -> Floats:
    """Precision at the rank of each relevant chunk found, summed / |E|; shape (n,).

    The depth is that of the list, not K. NaN where no chunk is relevant; a relevant chunk
    that is absent adds nothing, and a repeated one adds nothing more.
    """
    hits = sheet.hits
    chosen = hits.first & sheet.relevant[hits.label]
    case = hits.case[chosen]
    terms = _running_count(case) / hits.rank[chosen]
    total = np.bincount(case, weights=terms, minlength=len(sheet))
    defined = sheet.expected > 0
    return sheet.floats(total / np.maximum(sheet.expected, 1), defined)


def _running_count(case: Longs) -> Longs:
    """1, 2, 3 ... within each run of equal values."""
    index = np.arange(len(case), dtype=np.int64)
    opens = np.ones(len(case), dtype=np.bool_)
    opens[1:] = case[1:] != case[:-1]
    start = np.maximum.accumulate(np.where(opens, index, 0))
    count: Longs = index - start + 1
    return count
