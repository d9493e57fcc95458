"""Exact cosines, whatever the threads, the batch or the order of addition."""

import numpy as np
import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from evalcore.retrievers.embedded.dense import DenseIndex


def vectors(n, d=384, seed=7):
    return np.random.default_rng(seed).normal(size=(n, d)).astype(np.float32)


def cosines(a, b):
    a, b = a.astype(np.float64), b.astype(np.float64)
    return (a / np.linalg.norm(a, axis=1)[:, None]) @ (b / np.linalg.norm(b, axis=1)[:, None]).T


def test_scores_are_cosines():
    passages, queries = vectors(50), vectors(20, seed=8)
    found = DenseIndex.build(passages).search(queries)
    np.testing.assert_allclose(found.scores, cosines(queries, passages), atol=5e-8)
    assert found.found.all()


def test_alone_or_in_a_batch_forwards_or_backwards_scores_are_the_same_bytes():
    passages, queries = vectors(60), vectors(33, seed=8)
    index = DenseIndex.build(passages)
    together = index.search(queries).scores
    alone = np.concatenate([index.search(queries[row : row + 1]).scores for row in range(33)])
    turned = DenseIndex.build(passages[:, ::-1].copy()).search(queries[:, ::-1].copy()).scores
    assert together.tobytes() == alone.tobytes()
    # Turned around, only the lengths' own last bits may differ, and those are rounded away.
    assert together.tobytes() == turned.tobytes()


def test_a_sum_in_any_order_is_exact():
    index = DenseIndex.build(vectors(5))
    query = index.units[0]
    exact = [sum(int(a) * int(b) for a, b in zip(query, row, strict=True)) for row in index.units]
    assert (index.units @ query).tolist() == [float(value) for value in exact]
    assert max(abs(value) for value in exact) < 2**53


@pytest.mark.filterwarnings("error")
def test_b04_a_zero_vector_has_no_cosine_and_is_not_found():
    passages, queries = vectors(3), vectors(2, seed=8)
    passages[1] = 0
    queries[0] = 0
    found = DenseIndex.build(passages).search(queries)
    assert found.found.tolist() == [[False] * 3, [True, False, True]]
    assert np.isfinite(found.scores).all()


def test_replacing_one_vector_equals_indexing_anew():
    passages, other = vectors(6), vectors(1, seed=9)
    changed = passages.copy()
    changed[4] = other[0]
    queries = vectors(3, seed=8)
    patched = DenseIndex.build(passages).replaced([4], other).search(queries)
    np.testing.assert_array_equal(patched.scores, DenseIndex.build(changed).search(queries).scores)


@given(st.integers(0, 2**31), st.sampled_from([1e-6, 1.0, 1e6]))
@settings(deadline=None, max_examples=30)
def test_length_does_not_matter_and_nothing_exceeds_one(seed, scale):
    passages = vectors(8, 12, seed)
    scores = DenseIndex.build(passages).search(passages).scores
    scaled = DenseIndex.build(passages * np.float32(scale)).search(passages).scores
    np.testing.assert_allclose(scores, scaled, atol=3e-7)
    assert np.abs(scores).max() <= 1 + 1e-6
    np.testing.assert_allclose(np.diag(scores), 1.0, atol=1e-6)
