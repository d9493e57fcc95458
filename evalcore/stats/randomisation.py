"""The paired randomisation test (Fisher, 1935): what chance alone would make of differences."""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import dataclass

import numpy as np
import numpy.typing as npt

Floats = npt.NDArray[np.float64]

PERMUTATIONS = 10_000
ALPHA = 0.05
MIN_PAIRS = 6
"""With fewer pairs even the clearest outcome has p = 2 / 2**5 > 0.05: nothing could be shown."""

_DRAWS_PER_BLOCK = 2**22
_ROUNDING = 1e-12


@dataclass(frozen=True, slots=True, kw_only=True)
class Randomised:
    """``p`` of a mean difference, and ``critical``: the least size of it that has p <= 0.05.

    ``critical`` is None where no assignment of the signs of these differences reaches that.
    """

    p: float
    critical: float | None


def paired_tests(
    differences: Floats, *, rng: np.random.Generator, permutations: int = PERMUTATIONS
) -> list[Randomised]:
    """A two-sided test of the mean of each column of ``differences`` (n, m), NaN left out.

    If nothing but chance told the two systems apart, each difference might as well have had
    the other sign. p is the share of sign assignments whose mean is at least as far from 0 as
    the one seen. All of them are counted where the non-zero differences have at most
    ``permutations`` assignments; otherwise that many are drawn, and p = (count + 1) / (n + 1),
    which is never 0 (Phipson and Smyth, 2010). Columns share the signs of their cases.
    Deterministic for a given state of ``rng``; rounding never decides a tie. Zeros change no
    mean, only its denominator.
    """
    counts = (~np.isnan(differences)).sum(axis=0)
    filled = np.nan_to_num(differences)
    few = (filled != 0.0).sum(axis=0) <= int(np.log2(permutations))
    drawn = _drawn(filled, rng, permutations) if not few.all() else np.zeros((0, len(few)))
    return [
        _tested(
            _every(filled[:, column]) if few[column] else np.abs(drawn[:, column]),
            filled[:, column],
            int(counts[column]),
            complete=bool(few[column]),
        )
        for column in range(filled.shape[1])
    ]


def _tested(sizes: Floats, values: Floats, n: int, *, complete: bool) -> Randomised:
    """From the sizes of the sum under every assignment looked at."""
    slack = _ROUNDING * float(np.abs(values).sum())
    seen = abs(float(values.sum()))
    extra = 0 if complete else 1  # what was seen is one of the assignments that were drawn
    p = (int((sizes >= seen - slack).sum()) + extra) / (len(sizes) + extra)
    allowed = int(ALPHA * (len(sizes) + extra)) - extra
    critical = _critical(np.sort(sizes)[::-1], allowed, slack)
    if critical is not None and p <= ALPHA:
        critical = min(critical, seen)  # what was seen may fall between two that were drawn
    return Randomised(p=p, critical=None if critical is None else critical / n)


def _critical(ordered: Floats, allowed: int, slack: float) -> float | None:
    """The smallest size of a sum that at most ``allowed`` assignments reach; sizes fall."""
    if allowed < 1 or ordered[0] <= slack:
        return None
    reached = ordered[:allowed]
    if len(ordered) > allowed:  # sizes equal to the first one too many are not rare enough
        reached = reached[reached > ordered[allowed] + 2 * slack]
    return float(reached[-1]) if len(reached) else None


def _every(values: Floats) -> Floats:
    """Size of the sum under every assignment of signs to the non-zero values."""
    moving = values[values != 0.0]
    patterns = np.arange(2 ** len(moving))[:, None] >> np.arange(len(moving)) & 1
    sizes: Floats = np.abs((2.0 * patterns - 1.0) @ moving)
    return sizes


def _drawn(values: Floats, rng: np.random.Generator, permutations: int) -> Floats:
    """Sums of the columns under random signs, (permutations, m). Rows of zeros draw nothing."""
    moving = np.ascontiguousarray(values[(values != 0.0).any(axis=1)])
    total = moving.sum(axis=0)
    return np.concatenate(
        [2.0 * (bits @ moving) - total for bits in _bits(len(moving), rng, permutations)]
    )


def _bits(n: int, rng: np.random.Generator, permutations: int) -> Iterator[Floats]:
    at_once = max(_DRAWS_PER_BLOCK // n, 1)
    for done in range(0, permutations, at_once):
        rows = min(at_once, permutations - done)
        packed = np.frombuffer(rng.bytes(rows * -(-n // 8)), dtype=np.uint8).reshape(rows, -1)
        yield np.unpackbits(packed, axis=1, count=n).astype(np.float64)
