"""What one more sample a case buys: a narrower interval, at the price of more questions."""

from __future__ import annotations

import numpy as np
import numpy.typing as npt

from evalcore.model.stability import Gain

_Z = 1.959963984540054
MOST = 20


def gains(qualities: npt.NDArray[np.float64], *, most: int = MOST) -> tuple[Gain, ...]:
    """For 1 to ``most`` samples, the interval of mean quality that the index's own swing gives.

    ``qualities`` has shape (cases, tosses): every answer that the same question got, from 0 to
    100; a NaN is a toss that could not be read. The variance of a case is that between its
    tosses, so cases with fewer than two say nothing; empty where no case has two. What the golden
    set's size adds is not in it: no number of samples shrinks that.
    """
    read = np.isfinite(qualities)
    known = read.sum(axis=1) > 1
    cases = int(known.sum())
    if not cases:
        return ()
    variances = np.nanvar(qualities[known], axis=1, ddof=1)
    error = float(np.sqrt(variances.sum())) / cases
    return tuple(
        Gain(samples=s, half_width=_Z * error / s**0.5, questions=s * len(qualities))
        for s in range(1, most + 1)
    )
