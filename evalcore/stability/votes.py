"""Votes of the samples of a case: the state they give, and the share that agreed."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass
from fractions import Fraction

import numpy as np

from evalcore.model.policy import SamplingPolicy
from evalcore.model.ranking import Longs
from evalcore.model.ratios import Mask, Ratios


@dataclass(frozen=True, eq=False, kw_only=True)
class Votes:
    """Shape (n,) each. ``error``: no sample could be read. ``undecided``: too few agreed."""

    passed: Mask
    undecided: Mask
    error: Mask
    agreement: Ratios


def count_votes(passes: Sequence[Mask], read: Sequence[Mask], policy: SamplingPolicy) -> Votes:
    """Combine one pass/fail vote a sample; order never matters, unread votes stay in S.

    A case passes when the share of passing votes among all S reaches ``pass_share``;
    agreement is the majority's share of all S, and below ``min_agreement`` it is undecided
    (the two-noises text: "no se pudo juzgar").
    """
    samples = len(passes)
    yes = count_passes(passes, read)
    no = _count([~p & r for p, r in zip(passes, read, strict=True)])
    majority = np.maximum(yes, no)
    agreement = Ratios(majority, np.full(len(majority), samples, np.int64))
    error = majority == 0
    undecided = ~error & agreement.below(policy.min_agreement)
    share = Ratios(yes, np.full(len(yes), samples, np.int64))
    passed = ~error & ~undecided & ~share.below(policy.pass_share)
    return Votes(passed=passed, undecided=undecided, error=error, agreement=agreement)


def count_passes(passes: Sequence[Mask], read: Sequence[Mask]) -> Longs:
    """How many samples passed, a case: shape (n,). A vote that was not read is no pass."""
    return _count([p & r for p, r in zip(passes, read, strict=True)])


def can_ever_be_undecided(samples: int, min_agreement: Fraction) -> bool:
    """False where the smallest possible majority of ``samples`` votes meets the threshold."""
    smallest = Fraction((samples + 1) // 2, samples)
    return smallest < min_agreement


def _count(masks: Sequence[Mask]) -> Longs:
    votes: Longs = np.sum(np.stack(masks), axis=0, dtype=np.int64)
    return votes
