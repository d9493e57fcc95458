"""Means over samples."""

from __future__ import annotations

import math
from fractions import Fraction

import numpy as np
import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from evalcore.metrics.combine import mean_of
from evalcore.metrics.exact import exact_ratios
from evalcore.metrics.registry import MEASURES
from evalcore.model.case import Expected
from evalcore.model.exam import Exam
from evalcore.model.ratios import Ratios

EXAM = Exam(cutoff=3)


def sample(kit, *lists):
    labels = (Expected(chunk_id="a", gold=True), Expected(chunk_id="b"))
    return kit.measured_of(
        [
            kit.Question(
                labels=labels,
                ids=None if ids is None else tuple(ids),
                scores=None if ids is None else tuple(map(float, range(len(ids), 0, -1))),
            )
            for ids in lists
        ],
        EXAM,
    )


def test_a_single_sample_is_its_own_mean(kit):
    only = sample(kit, "ab")
    assert mean_of([only]) is only


def test_no_samples_have_no_mean_b52():
    with pytest.raises(ValueError, match="at least one"):
        mean_of([])


def test_samples_of_different_cases_are_refused(kit):
    with pytest.raises(ValueError, match="different cases"):
        mean_of([sample(kit, "a"), sample(kit, "a", "b")])


@settings(deadline=None, max_examples=60)
@given(data=st.data())
def test_means_are_exact_and_defined_where_every_sample_is_b42(kit, data):
    ids = st.none() | st.lists(st.sampled_from("abxyz"), unique=True, max_size=5)
    samples = [
        sample(kit, *data.draw(st.lists(ids, min_size=3, max_size=3)))
        for _ in range(data.draw(st.integers(2, 5)))
    ]
    mean = mean_of(samples)
    for each in MEASURES:
        for index in range(3):
            parts = [kit.value_at(each.of(one), index) for one in samples]
            got = kit.value_at(each.of(mean), index)
            if None in parts:
                assert got is None, each.field
            elif isinstance(parts[0], Fraction):
                assert got == sum(parts) / len(parts), each.field
            else:
                assert got == pytest.approx(math.fsum(parts) / len(parts))


def test_a_case_is_answered_if_every_sample_answered_it_b42(kit):
    mean = mean_of([sample(kit, "ab", "aa"), sample(kit, "ab", None)])
    assert mean.answered.tolist() == [True, False]
    assert mean.returned.tolist() == [2, 0]
    assert mean.repeated.tolist() == [False, False]
    assert mean.quality.at(1) is None


def test_what_is_shown_of_several_samples_is_the_first_of_them(kit):
    samples = [sample(kit, "ab"), sample(kit, "xab"), sample(kit, "b")]
    mean = mean_of(samples)
    assert mean.placements is samples[0].placements
    assert mean.returned.tolist() == [2]


def test_marks_are_set_where_any_sample_has_them(kit):
    mean = mean_of([sample(kit, "ab"), sample(kit, "aba")])
    assert mean.repeated.tolist() == [True]


def test_means_stay_exact_when_no_machine_integer_holds_them():
    # The least common multiple of these ranks has 40 digits.
    primes = [p for p in range(2, 100) if all(p % q for q in range(2, p))]
    num = np.array([sum(Fraction(1, p) for p in primes).numerator, 0], dtype=object)
    den = np.array([math.prod(primes), 0], dtype=object)
    ratios = exact_ratios(num, den)
    whole = sum(Fraction(1, p) for p in primes)
    assert ratios.at(0) == whole
    assert ratios.at(1) is None
    assert ratios.total() == whole
    assert ratios.values()[0] == pytest.approx(float(whole))
    assert ratios.below(whole + Fraction(1, 10**30)).tolist() == [True, False]
    assert ratios.above(whole).tolist() == [False, False]


def test_sums_of_great_machine_integers_do_not_overflow():
    great = np.full(9, 2**61 + 1, dtype=np.int64)
    ratios = exact_ratios(great, np.full(9, 2**40, dtype=np.int64))
    assert ratios.total() == Fraction(9 * (2**61 + 1), 2**40)
    assert not ratios.below(Fraction(2**20)).any()


def test_comparisons_of_great_machine_integers_do_not_overflow_b43():
    half = Ratios(np.array([2**40]), np.array([2**41]))
    limit = Fraction(2**30, 2**30 + 1)
    assert half.below(limit).tolist() == [True]
    assert half.above(limit).tolist() == [False]


def test_many_samples_with_prime_ranks_have_an_exact_mean(kit):
    primes = [p for p in range(2, 90) if all(p % q for q in range(2, p))]
    samples = [sample(kit, ["x"] * (p - 1) + ["a"]) for p in primes]
    mean = mean_of(samples)
    assert mean.rr.at(0) == sum(Fraction(1, p) for p in primes) / len(primes)
    assert mean.rr.below(Fraction(1, 3)).tolist() == [True]
