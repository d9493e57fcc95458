"""The golden question nearest to each question of a log, by words or by vectors.

Rows are texts of length 1 (of length 0 where nothing is known), so that products are cosines.
"""

from __future__ import annotations

from collections.abc import Sequence
from typing import Any

import numpy as np
import numpy.typing as npt

Floats = npt.NDArray[np.float64]
Rows = Any
"""A matrix of rows: an array (n, d), or a scipy sparse one of the same shape."""

DRAWS = 50


def word_rows(texts: Sequence[Sequence[int]], rarity: Floats) -> Rows:
    """Texts (codes of their words) as sparse rows; each word weighs its rarity (width,)."""
    from scipy.sparse import csr_array

    text = np.repeat(np.arange(len(texts)), [len(codes) for codes in texts])
    word = np.asarray([code for codes in texts for code in codes], dtype=np.int64)
    rows = csr_array((rarity[word], (text, word)), shape=(len(texts), len(rarity)))
    lengths = np.sqrt(np.asarray((rows * rows).sum(axis=1)).ravel())
    factor = np.divide(1.0, lengths, out=np.zeros_like(lengths), where=lengths > 0)
    return csr_array(rows * factor[:, None])


def rarity_of(texts: Sequence[Sequence[int]], width: int) -> Floats:
    """How rare each word is among the texts: log((1 + n) / (1 + texts that hold it)) + 1."""
    held = np.zeros(width)
    for codes in texts:
        held[list(set(codes))] += 1
    rare: Floats = np.log((1 + len(texts)) / (1 + held)) + 1
    return rare


def nearest(log: Rows, golden: Rows) -> tuple[npt.NDArray[np.int64], Floats]:
    """For each row of the log the nearest golden row and their cosine, 0 at least."""
    cosines = _cosines(log, golden)
    rows = cosines.argmax(axis=1)
    return rows, np.maximum(cosines[np.arange(len(rows)), rows], 0.0)


def coverage(
    log: Rows, golden: Rows, *, rng: np.random.Generator, draws: int = DRAWS
) -> tuple[float, list[float]]:
    """Mean likeness of log questions to the nearest golden one, and to the nearest of a sample.

    Each draw sets as many log questions aside as there are golden ones (half the log at most, and
    then as few golden ones): how well those cover the others is what the golden set is held to.
    """
    n, size = log.shape[0], min(golden.shape[0], log.shape[0] // 2)
    if not size:
        return float(nearest(log, golden)[1].mean()), []
    ours, theirs = [], []
    for _ in range(draws):
        order = rng.permutation(n)
        aside, others = order[:size], order[size:]
        chosen = rng.permutation(golden.shape[0])[:size]
        ours.append(float(nearest(log[others], golden[chosen])[1].mean()))
        theirs.append(float(nearest(log[others], log[aside])[1].mean()))
    return float(np.mean(ours)), theirs


def _cosines(log: Rows, golden: Rows) -> Floats:
    product = log @ golden.T
    dense: Floats = product.toarray() if hasattr(product, "toarray") else np.asarray(product)
    return dense
