"""Two lists into one, checked by hand."""

from fractions import Fraction

import numpy as np
import pytest

from evalcore.retrievers.embedded.fusion import ReciprocalRank, WeightedScores
from evalcore.retrievers.embedded.scored import Scored


def scored(rows, found=None):
    scores = np.array(rows, dtype=np.float64)
    return Scored(scores, scores > 0 if found is None else np.array(found))


LEXICAL = scored([[0.0, 3.0, 2.0, 0.0]])
DENSE = scored([[0.9, 0.5, 0.7, 0.0]], [[True, True, True, False]])


def test_reciprocal_rank_sums_by_hand():
    fused = ReciprocalRank(k=60).fuse(LEXICAL, DENSE)
    expected = [1 / 61, 1 / 61 + 1 / 63, 1 / 62 + 1 / 62, 0.0]
    np.testing.assert_allclose(fused.scores[0], expected, rtol=1e-15)
    assert fused.found.tolist() == [[True, True, True, False]]


def test_a_window_cuts_each_list_before_it_counts():
    fused = ReciprocalRank(k=1, window=1).fuse(LEXICAL, DENSE)
    np.testing.assert_allclose(fused.scores[0], [1 / 2, 1 / 2, 0, 0])
    assert fused.found.tolist() == [[True, True, False, False]]


def test_b03_ties_rank_in_the_order_of_the_index():
    tied = scored([[0.5, 0.7, 0.5, 0.5]])
    assert tied.ranks().tolist() == [[2, 1, 3, 4]]
    assert tied.order(0, 3).tolist() == [1, 0, 2]


def test_weighted_scores_by_hand():
    fused = WeightedScores(0.25).fuse(LEXICAL, DENSE)
    weight = Fraction(1, 4)
    words = [0, 1, Fraction(2, 3), 0]
    meaning = [1, 0, Fraction(1, 2), 0]
    expected = [float((1 - weight) * w + weight * m) for w, m in zip(words, meaning, strict=True)]
    np.testing.assert_allclose(fused.scores[0], expected, rtol=1e-12)
    assert fused.found.tolist() == [[True, True, True, False]]


@pytest.mark.parametrize("fusion", [ReciprocalRank(), WeightedScores()])
def test_what_neither_index_found_is_not_found_and_nothing_is_nan(fusion):
    nothing = Scored(np.zeros((2, 3)), np.zeros((2, 3), dtype=np.bool_))
    fused = fusion.fuse(nothing, nothing)
    assert not fused.found.any()
    assert np.isfinite(fused.scores).all()


def test_a_single_candidate_counts_as_the_best_there_is():
    one = scored([[0.0, 0.3]], [[False, True]])
    fused = WeightedScores(0.5).fuse(one, one)
    assert fused.scores.tolist() == [[0.0, 1.0]]


def test_an_empty_index_fuses_to_nothing():
    empty = Scored(np.zeros((2, 0)), np.zeros((2, 0), dtype=np.bool_))
    assert WeightedScores().fuse(empty, empty).scores.shape == (2, 0)
