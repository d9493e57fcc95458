"""The means of a run: every measure with its interval, its bounds and its denominators."""

from __future__ import annotations

from collections.abc import Mapping
from zlib import crc32

import numpy as np

from evalcore.metrics.registry import MEASURES, Measure
from evalcore.model.estimate import Estimate
from evalcore.model.examination import Examination
from evalcore.model.ratios import Mask
from evalcore.model.words import State
from evalcore.stats.estimate import estimate


def estimates_of(examination: Examination, *, seed: int) -> Mapping[str, Estimate]:
    """Estimates by printed measure name, in the registry's order.

    Each measure draws from a generator of its own, so that a new one moves no other's bits.
    """
    return {
        measure.name(examination.exam): estimate(
            measure.values(examination.measured),
            applicable=_applicable(measure, examination),
            known=examination.known,
            rng=np.random.default_rng([seed, crc32(measure.stem.encode())]),
            bounds=measure.bounds,
            higher_is_better=measure.higher_is_better,
            ratios=measure.ratios(examination.measured),
        )
        for measure in MEASURES
    }


def _applicable(measure: Measure, examination: Examination) -> Mask:
    """The cases a measure speaks of, as far as golden set and outcome can tell."""
    counted = examination.counted
    if measure.field == "gold_rr":
        return counted & examination.expects_gold
    if measure.field == "noise":
        return _noise_applies(examination)
    if measure.field in ("precision_returned", "unjudged"):
        return counted & ((examination.measured.returned > 0) | ~_whole(examination))
    return counted


def _noise_applies(examination: Examination) -> Mask:
    """Healthy cases, and those that may yet be: noise is only read where recall passes."""
    if not examination.scored:
        return np.zeros(len(examination.cases), dtype=np.bool_)
    passing = examination.is_state(State.PASS)
    healthy = passing & (examination.measured.noise.defined | ~_whole(examination))
    return healthy | (examination.counted & ~examination.known)


def _whole(examination: Examination) -> Mask:
    """Cases whose state is known and whose every sample was read."""
    return examination.known & examination.measured.answered
