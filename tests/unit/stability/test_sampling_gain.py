import numpy as np
import pytest

from evalcore.stability.sampling_gain import gains


def test_one_more_sample_narrows_the_interval_by_the_root_and_costs_every_question_again():
    tosses = np.array([[0.0, 100.0], [100.0, 100.0]])  # variances 5000 and 0
    found = gains(tosses, most=4)
    assert [gain.samples for gain in found] == [1, 2, 3, 4]
    assert [gain.questions for gain in found] == [2, 4, 6, 8]
    assert found[0].half_width == pytest.approx(1.96 * 5000**0.5 / 2, rel=1e-3)
    assert found[3].half_width == pytest.approx(found[0].half_width / 2)


def test_cases_that_never_move_leave_nothing_to_narrow():
    assert {gain.half_width for gain in gains(np.full((3, 5), 100.0))} == {0.0}


def test_a_single_toss_says_nothing_of_the_swing():
    assert gains(np.array([[100.0], [0.0]])) == ()


def test_a_toss_that_was_not_read_is_left_out():
    tosses = np.array([[0.0, 100.0, np.nan], [np.nan, np.nan, 100.0]])
    assert gains(tosses, most=1)[0].half_width == pytest.approx(1.96 * 5000**0.5, rel=1e-3)
