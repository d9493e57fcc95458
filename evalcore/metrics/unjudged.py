"""Unjudged: how much of what came out nobody has labelled."""

from __future__ import annotations

from evalcore.metrics.sheet import Sheet
from evalcore.model.ratios import Ratios


def unjudged(sheet: Sheet) -> Ratios:
    """Results within K that bear no label at all / results within K (B26).

    A label of any grade judges, also zero or below; a repeated labelled chunk is judged each
    time. Undefined where nothing came back.
    """
    judged = sheet.count(sheet.hits.case[sheet.hits.rank <= sheet.exam.cutoff])
    return sheet.ratios(sheet.returned - judged, sheet.returned)
