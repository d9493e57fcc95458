"""The corrected mean: its formula by hand, and its coverage of a truth that is known."""

import numpy as np
import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from evalcore.stats.prediction_powered import corrected_mean

share = st.floats(0, 1, allow_nan=False)


def arrays(*lists):
    return [np.array(one, dtype=np.float64) for one in lists]


def draw(rng, N, truth, false_yes, false_no):
    """People's verdicts on N cases, and a judge who errs with these chances."""
    people = (rng.random(N) < truth).astype(np.float64)
    yes, no = rng.random(N) >= false_no, rng.random(N) < false_yes
    return people, np.where(people == 1, yes, no).astype(np.float64)


def test_the_mean_is_the_formula_by_hand():
    people, judge, rest = arrays([1, 0, 1, 0] * 15, [1, 1, 1, 0] * 15, [1, 1, 1, 0] * 25)
    found = corrected_mean(people, judge, rest)
    # the labelled pairs are 30 (1,1), 15 (0,1), 15 (0,0), and half a pair in each corner:
    # 62 in all, means 31/62 and 46/62; covariance 30.5/62 - 31*46/62**2
    cov = 30.5 / 62 - (31 / 62) * (46 / 62)
    var = (46 / 62) * (16 / 62)
    weight = cov / ((1 + 60 / 100) * var)
    assert found.weight == pytest.approx(weight)
    assert found.mean == pytest.approx(0.5 + weight * (0.75 - 0.75))
    assert (found.n, found.N) == (60, 160)


def test_a_judge_that_is_biased_is_corrected():
    rng = np.random.default_rng(3)
    people, judge = draw(rng, 4000, 0.7, 0.5, 0.0)
    found = corrected_mean(people[:200], judge[:200], judge[200:])
    assert judge.mean() > 0.8
    assert found.low <= 0.7 <= found.high


@pytest.mark.parametrize(
    ("N", "n", "truth", "false_yes", "false_no"),
    [
        pytest.param(200, 50, 0.8, 0.30, 0.05, id="lenient"),
        pytest.param(400, 60, 0.9, 0.05, 0.01, id="nearly perfect"),
        pytest.param(100, 50, 0.95, 0.50, 0.02, id="high truth"),
        pytest.param(600, 80, 0.6, 0.10, 0.25, id="strict"),
        pytest.param(80, 80, 0.7, 0.20, 0.10, id="everything labelled"),
    ],
)
def test_oracle_the_interval_covers_the_truth_near_95_percent_of_the_time(
    N, n, truth, false_yes, false_no
):
    rng = np.random.default_rng(7)
    covered = naive = 0
    rounds = 1500
    for _ in range(rounds):
        people, judge = draw(rng, N, truth, false_yes, false_no)
        found = corrected_mean(people[:n], judge[:n], judge[n:])
        covered += found.low <= truth <= found.high
        half = 1.96 * np.sqrt(judge.mean() * (1 - judge.mean()) / N)
        naive += abs(judge.mean() - truth) <= half
    assert 0.925 <= covered / rounds <= 0.985
    if abs(truth * (1 - false_no) + (1 - truth) * false_yes - truth) > 0.04:
        assert naive / rounds < 0.90  # what the judge alone would have claimed


def test_a_good_judge_narrows_the_interval():
    rng = np.random.default_rng(5)
    people, judge = draw(rng, 1000, 0.7, 0.05, 0.05)
    found = corrected_mean(people[:60], judge[:60], judge[60:])
    alone = corrected_mean(people[:60], judge[:60], judge[:0])
    assert found.high - found.low < alone.high - alone.low


def test_a_judge_who_tells_nothing_is_not_believed():
    rng = np.random.default_rng(9)
    people = (rng.random(400) < 0.6).astype(np.float64)
    judge = (rng.random(400) < 0.5).astype(np.float64)
    assert corrected_mean(people[:100], judge[:100], judge[100:]).weight < 0.2


@given(
    pairs=st.lists(st.tuples(st.sampled_from([0.0, 1.0]), share), min_size=1, max_size=80),
    rest=st.lists(share, max_size=80),
)
@settings(deadline=None, max_examples=150)
def test_the_interval_holds_the_mean_within_0_and_1_and_has_width(pairs, rest):
    people, judge = zip(*pairs, strict=True)
    found = corrected_mean(*arrays(people, judge, rest))
    assert 0 <= found.low <= found.mean <= found.high <= 1
    assert found.low < found.high
    assert 0 <= found.weight <= 1


@pytest.mark.parametrize(
    ("people", "judge", "rest"), [([], [], [1]), ([1], [1, 0], []), ([1], [float("nan")], [])]
)
def test_what_has_no_mean_is_refused(people, judge, rest):
    with pytest.raises(ValueError, match="verdict"):
        corrected_mean(*arrays(people, judge, rest))
