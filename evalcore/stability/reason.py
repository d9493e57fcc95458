"""What a measured stability means for the gate, in one sentence."""

from __future__ import annotations

from fractions import Fraction

from evalcore.model.message import Message
from evalcore.model.stability import Stability, Tolerance
from evalcore.stability.tolerance import FEWEST_RUNS, QUALITY, samples_needed


def reason_of(stability: Stability) -> Message:
    """Why a gate may stand on these means, or may not; the worst measure speaks."""
    if len(stability.runs) < FEWEST_RUNS:
        return _too_few(stability)
    if stability.unread:
        return Message(
            "Cases with an answer that could not be read: {n} of {N}. What was not measured may "
            "swing as it likes: repair the connection and run again.",
            {"n": len(stability.unread), "N": len(stability.cases)},
        )
    noisy = [one for one in stability.tolerances if not one.usable]
    if noisy:
        return _too_noisy(max(noisy, key=_over), stability)
    if not stability.unsure and not any(one.value for one in stability.tolerances):
        return Message(
            "Nothing moved: {N} of {N} cases gave the same verdict in all {runs} runs, and every "
            "mean stayed the same. The tolerance is 0.",
            {"N": len(stability.cases), "runs": len(stability.runs)},
        )
    return _usable(max(stability.tolerances, key=_over), stability)


def points(measure: str, value: Fraction) -> float:
    """A value of a measure in points of 100, to 0.01, so that all measures are said alike."""
    return float(round(value if measure == QUALITY else value * 100, 2))


def _too_few(stability: Stability) -> Message:
    return Message(
        "A tolerance takes {fewest} unchanged runs, and there are {n}: freeze everything and run "
        "the suite again.",
        {"fewest": FEWEST_RUNS, "n": len(stability.runs)},
    )


def _too_noisy(worst: Tolerance, stability: Stability) -> Message:
    return Message(
        "Too noisy to gate: between unchanged runs {measure} moves by {largest} points of 100, "
        "so the tolerance would be {value}, and the change worth detecting is {worth}. Sample "
        "more (about {samples} samples a case) or change the check; do not widen the tolerance.",
        {**_figures(worst), "samples": samples_needed(worst, stability.samples)},
    )


def _usable(widest: Tolerance, stability: Stability) -> Message:
    return Message(
        "Unchanged runs differ by up to {largest} points of 100 in {measure}. With the margin, "
        "{value} are noise, and a change of {worth} still shows. Cases that swing: {n} of {N}.",
        {**_figures(widest), "n": len(stability.unsure), "N": len(stability.cases)},
    )


def _figures(one: Tolerance) -> dict[str, str | float]:
    return {
        "measure": one.measure,
        "largest": points(one.measure, one.largest),
        "value": points(one.measure, one.value),
        "worth": points(one.measure, one.worth),
    }


def _over(one: Tolerance) -> Fraction:
    """How much of the change worth detecting the tolerance takes."""
    return one.value / one.worth
