"""The tolerance: the largest difference between unchanged runs, plus a margin (two-noises text).

A few runs rarely show the whole swing. For a mean of many cases, two further runs stay within
1.96 * sqrt(2) standard deviations of each other 95 times in 100, and k runs span d2(k) standard
deviations on average (the constant of the control chart for ranges), so the difference to
allow is 1.96 * sqrt(2) / d2(k) times the largest one seen. The margin is what that adds, and
never less than a tenth.
"""

from __future__ import annotations

from collections.abc import Mapping
from fractions import Fraction
from math import ceil

from evalcore.model.policy import Policy
from evalcore.model.stability import Spread, Tolerance

FEWEST_RUNS = 3
"""Freeze everything, run three times (the two-noises text)."""

QUALITY = "quality"
_MARGIN: Mapping[int, Fraction] = {3: Fraction(64, 100), 4: Fraction(35, 100), 5: Fraction(20, 100)}
_LEAST_MARGIN = Fraction(10, 100)
_STEPS = {QUALITY: 100}
_SHARE_STEPS = 10_000
"""Tolerances are rounded up to 0.01 points of quality, 0.0001 of a share."""


def margin_share(runs: int) -> Fraction:
    """The margin for so many runs, as a share of the largest difference: 64 % for three."""
    return _MARGIN.get(runs, _LEAST_MARGIN)


def tolerance_of(spread: Spread, worth: Fraction) -> Tolerance:
    """The tolerance that a spread over three or more runs proposes.

    ``worth`` is the change worth detecting in the measure's own unit. Raises ``ValueError``
    for fewer runs, or where nothing was measured.
    """
    runs = len(spread.values)
    if runs < FEWEST_RUNS:
        raise ValueError(f"a tolerance takes {FEWEST_RUNS} runs, not {runs}")
    largest = spread.largest
    step = _STEPS.get(spread.measure, _SHARE_STEPS)
    value = Fraction(ceil(largest * (1 + margin_share(runs)) * step), step)
    return Tolerance(measure=spread.measure, largest=largest, margin=value - largest, worth=worth)


def worth_detecting(policy: Policy, counted: int) -> Fraction:
    """The smallest fall that matters, as a share: from perfect to where the policy blocks.

    Never less than one case of the golden set, since nothing smaller can turn.
    """
    room = 1 - policy.recall.mean_quality / 100
    return max(room, Fraction(1, counted))


def in_unit(measure: str, share: Fraction) -> Fraction:
    """A share in the measure's own unit: points of 100 for quality."""
    return share * 100 if measure == QUALITY else share


def widest_case_tolerance(samples: int, pass_share: Fraction) -> int:
    """The most votes that a case may lose unsaid while a case turning from pass to fail shows.

    From all votes to one too few is ``samples - ceil(pass * samples) + 1`` votes; a tolerance
    must stay below that. Two of five at 3/5, as the two-noises text has it.
    """
    return samples - ceil(pass_share * samples)


def samples_needed(tolerance: Tolerance, samples: int) -> int:
    """About how many samples a case would bring the tolerance under what is worth detecting.

    The swing of a mean shrinks with the root of the samples. 0 where no number would.
    """
    if not tolerance.worth:
        return 0
    enough = ceil((tolerance.value / tolerance.worth) ** 2 * samples)
    return max(enough, samples + 1)
