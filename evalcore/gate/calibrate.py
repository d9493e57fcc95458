"""Reading a noise ceiling off the healthy cases (chapter 17: "esas cifras se calibran")."""

from __future__ import annotations

import math
from collections import Counter
from dataclasses import dataclass
from fractions import Fraction

import numpy as np

from evalcore.model.case_table import column
from evalcore.model.examination import Examination
from evalcore.model.ratios import Mask
from evalcore.model.words import State
from evalcore.stats.quantile import Quantile, quantile_of_counts

SHARE = Fraction(19, 20)
"""The quantile of healthy noise that a proposal starts from, unless somebody asks for another."""

MARGIN = Fraction(1, 20)
"""What is laid over it: half a result of ten."""

STEP = Fraction(1, 20)
"""A proposed ceiling is rounded up to the next of these, so that it can be said and written."""


@dataclass(frozen=True, slots=True, kw_only=True)
class Proposal:
    """A ceiling for some healthy cases: a quantile of their noise, and a margin over it.

    ``base`` is None without healthy cases. ``ceiling`` is None there too, and where base plus
    margin would lie so high that no list could ever exceed it (``highest_noise``).
    """

    base: Quantile | None
    ceiling: Fraction | None

    @property
    def is_hint(self) -> bool:
        """Whether the cases are too few to bound the quantile from above."""
        return self.base is not None and self.base.high is None


def clearly_healthy(examination: Examination) -> Mask:
    """Cases that pass recall with everything they need and whose noise is known, shape (n,).

    These are the seed's "queries sanas": a case that passes although a chunk is missing says
    little about what a good list looks like.
    """
    supply = examination.measured.supply
    whole: Mask = supply.defined & ~supply.below(Fraction(1))
    healthy: Mask = whole & examination.is_state(State.PASS) & examination.measured.noise.defined
    return healthy


def highest_noise(cutoff: int) -> Fraction:
    """The most noise that a passing case can have: all of K results but the expected one.

    A ceiling from here on can never be exceeded, so it would switch the rule off.
    """
    return Fraction(cutoff - 1, cutoff)


def proposal(
    examination: Examination, among: Mask, *, share: Fraction, margin: Fraction
) -> Proposal:
    """The ceiling that the noise of the cases in ``among`` (n,) suggests.

    Their ``share`` quantile plus ``margin``, rounded up to a twentieth.
    """
    noise = examination.measured.noise
    chosen = among & noise.defined
    counts: Counter[Fraction] = Counter()
    parts = zip(noise.num[chosen].tolist(), noise.den[chosen].tolist(), strict=True)
    for (num, den), n in Counter(parts).items():
        counts[Fraction(num, den)] += n
    base = quantile_of_counts(counts, share)
    if base is None:
        return Proposal(base=None, ceiling=None)
    ceiling = math.ceil((base.value + margin) / STEP) * STEP
    fires = ceiling < highest_noise(examination.exam.cutoff)
    return Proposal(base=base, ceiling=ceiling if fires else None)


def proposals_by_domain(
    examination: Examination, *, share: Fraction, margin: Fraction
) -> dict[str, Proposal]:
    """The ceiling that each domain's own healthy cases suggest, most cases first."""
    healthy = clearly_healthy(examination)
    of_case = np.array([said or "" for said in column(examination.cases, "domain")], dtype=object)
    sizes = Counter(of_case[healthy].tolist())
    names = sorted((name for name in sizes if name), key=lambda name: (-sizes[name], name))
    return {
        name: proposal(examination, healthy & (of_case == name), share=share, margin=margin)
        for name in names
    }
