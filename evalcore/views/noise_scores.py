"""Scores of what was expected, of noise and of the rest, on one scale; and the margins."""

from __future__ import annotations

from dataclasses import dataclass

import numpy as np
import numpy.typing as npt

from evalcore.gate.calibrate import clearly_healthy
from evalcore.metrics.noise_parts import EXPECTED, NOISE, REST, NoiseParts
from evalcore.model.examination import Examination
from evalcore.stats.binomial import interval
from evalcore.views.language import N_, Translator

Counts = npt.NDArray[np.int64]

BINS = 20
KINDS: dict[int, str] = {EXPECTED: N_("Expected"), REST: N_("The rest"), NOISE: N_("Noise")}
"""The kinds of a result in words; the rest scores at least as well as the worst expected."""


@dataclass(frozen=True, eq=False, kw_only=True)
class Heights:
    """Results of one kind by height (0 the worst of its own list, 1 the best); counts (20,)."""

    kind: int
    counts: Counts

    @property
    def n(self) -> int:
        """Results of this kind in all."""
        return int(self.counts.sum())


@dataclass(frozen=True, eq=False, kw_only=True)
class Margins:
    """Cases by margin, in twenty bins from -1 to 1, a bin holding its lower edge.

    ``apart`` of ``n`` cases have everything expected above everything else; ``median`` is the
    middle margin as a share of the list's spread, None without cases. ``without`` have no other
    result to compare with.
    """

    counts: Counts
    n: int
    apart: int
    low: float
    high: float
    median: float | None
    without: int


def heights(examination: Examination, parts: NoiseParts) -> tuple[Heights, ...]:
    """The clearly healthy cases' results by kind, each list stretched to run from 0 to 1.

    Raw scores of two questions cannot be compared (chapter 17), so their lists are not either.
    """
    healthy = clearly_healthy(examination)
    return tuple(
        Heights(kind=kind, counts=_binned(parts.height[parts.of_kind(kind, healthy)], 0.0))
        for kind in KINDS
    )


def margins(examination: Examination, parts: NoiseParts) -> Margins:
    """How far the worst expected chunk stands above the best other result, over healthy cases."""
    healthy = clearly_healthy(examination)
    known = healthy & ~np.isnan(parts.margin)
    values = parts.margin[known]
    apart = int((values > 0).sum())
    low, high = interval(apart, len(values))
    return Margins(
        counts=_binned(values, -1.0),
        n=len(values),
        apart=apart,
        low=low,
        high=high,
        median=float(np.median(values)) if len(values) else None,
        without=int((healthy & ~known).sum()),
    )


def about_margins(found: Margins, t: Translator) -> str:
    """The margins in a sentence, with n/N and the interval."""
    if found.median is None:
        return t.text("No healthy case has another result to measure a margin against.")
    words = t.text(
        "In {n} of {N} cases ({low:.0%} to {high:.0%}) everything expected stands above "
        "everything else. The median margin is {median:.0%} of the list's spread.",
        n=found.apart,
        N=found.n,
        low=found.low,
        high=found.high,
        median=found.median,
    )
    if not found.without:
        return words
    return f"{words} " + t.plural(
        "{n} more case returned nothing but what was expected.",
        "{n} more cases returned nothing but what was expected.",
        found.without,
    )


def _binned(values: npt.NDArray[np.float64], lowest: float) -> Counts:
    """Counts in twenty equal bins from ``lowest`` to 1, the last one closed."""
    counts, _ = np.histogram(values, bins=BINS, range=(lowest, 1.0))
    return counts.astype(np.int64)
