from fractions import Fraction
from itertools import permutations

import pytest

from evalcore.stability.median import Repetition, median_run


def runs(*means):
    return [
        Repetition(run_id=f"r{n}", quality=Fraction(mean), started=f"2026-11-0{n}T08:00:00Z")
        for n, mean in enumerate(means, start=1)
    ]


@pytest.mark.parametrize(
    ("means", "median"),
    [
        ((90,), "r1"),
        ((90, 95), "r1"),
        ((99, 90, 95), "r3"),
        ((99, 90, 95, 97), "r3"),
        ((95, 95, 95), "r1"),
        ((90, 96, 96, 99), "r2"),
    ],
)
def test_the_median_is_the_lower_middle_and_ties_go_to_the_earlier_run(means, median):
    assert {median_run(order) for order in permutations(runs(*means))} == {median}


def test_the_seeds_counts_make_the_second_of_its_runs_the_baseline():
    counts = [Fraction(count, 21) for count in (15, 16, 16, 14, 16, 16)]
    assert median_run(runs(*counts)) == "r2"


def test_runs_of_one_moment_are_told_apart_by_their_ids():
    twins = [Repetition(run_id=name, quality=Fraction(1), started="t") for name in ("b", "a")]
    assert median_run(twins) == "a"


def test_no_run_has_no_median():
    with pytest.raises(ValueError, match="median of no runs"):
        median_run([])
