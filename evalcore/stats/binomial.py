"""The exact interval of a share (Clopper and Pearson, 1934)."""

from __future__ import annotations

from evalcore.stats.beta import beta_quantile

LEVEL = 0.95
"""The level of every interval that is shown (design.md, section 4)."""


def interval(successes: int, trials: int, level: float = LEVEL) -> tuple[float, float]:
    """The two-sided Clopper-Pearson interval of ``successes / trials``: (low, high).

    It never covers less than ``level``, and is never of zero width. Without trials nothing is
    known: (0, 1). Raises ``ValueError`` for counts or levels that make no sense.

    >>> low, high = interval(50, 50)
    >>> round(low, 4), high
    (0.9289, 1.0)
    """
    if not 0 <= successes <= trials:
        raise ValueError(f"{successes} successes of {trials} trials is not a share")
    if not 0.0 < level < 1.0:
        raise ValueError(f"a level lies between 0 and 1, not {level}")
    if trials == 0:
        return 0.0, 1.0
    tail = (1.0 - level) / 2.0
    failures = trials - successes
    low = beta_quantile(tail, successes, failures + 1.0) if successes else 0.0
    high = 1.0 - beta_quantile(tail, failures, successes + 1.0) if failures else 1.0
    return low, high
