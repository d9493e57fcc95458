"""Exact tails of counts, against scipy and against their own meaning."""

from __future__ import annotations

import numpy as np
import pytest
from hypothesis import given, settings
from hypothesis import strategies as st
from scipy import stats as reference

from evalcore.stats.tail import Stratum, hits_in_group, successes

calm = settings(deadline=None, max_examples=80)


@st.composite
def strata(draw, most=60):
    n = draw(st.integers(1, most))
    return Stratum(n=n, group=draw(st.integers(0, n)), hits=draw(st.integers(0, n)))


@calm
@given(strata(), st.data())
def test_one_stratum_is_fishers_exact_test(one, data):
    tail = hits_in_group([one])
    x = data.draw(st.integers(tail.first, tail.last))
    table = [[x, one.group - x], [one.hits - x, one.n - one.group - one.hits + x]]
    wanted = reference.fisher_exact(table, alternative="greater").pvalue
    assert tail.at_least(x) == pytest.approx(wanted, rel=1e-9, abs=1e-14)


@calm
@given(st.lists(strata(most=12), min_size=1, max_size=4))
def test_several_strata_are_the_sum_of_their_hypergeometric_counts(several):
    tail = hits_in_group(several)
    law = np.ones(1)
    for one in several:
        counts = np.arange(0, one.group + 1)
        law = np.convolve(law, reference.hypergeom(one.n, one.hits, one.group).pmf(counts))
    for x in range(tail.first, tail.last + 1):
        assert tail.at_least(x) == pytest.approx(law[x:].sum(), rel=1e-9, abs=1e-14)


@calm
@given(st.integers(1, 200), st.integers(0, 200), st.floats(0.01, 0.99))
def test_successes_are_scipys_binomial_test(trials, hits, chance):
    hits = min(hits, trials)
    wanted = reference.binomtest(hits, trials, chance, alternative="greater").pvalue
    assert successes(trials, chance).at_least(hits) == pytest.approx(wanted, rel=1e-7, abs=1e-14)


def test_a_kind_that_fails_because_its_domain_does_is_not_told_from_it():
    """All of one domain fails and holds all numeric cases but one: within domains, nothing."""
    pooled = hits_in_group([Stratum(n=60, group=12, hits=12)])
    within = hits_in_group([Stratum(n=12, group=11, hits=12), Stratum(n=48, group=1, hits=0)])
    assert pooled.at_least(11) < 1e-9
    assert within.at_least(11) == 1.0


def test_what_cannot_be_has_no_chance_and_what_must_be_is_sure():
    tail = hits_in_group([Stratum(n=10, group=8, hits=5)])
    assert (tail.first, tail.last) == (3, 5)
    assert tail.at_least(0) == tail.at_least(3) == 1.0
    assert tail.at_least(6) == 0.0


def test_large_sets_do_not_overflow():
    tail = hits_in_group([Stratum(n=100_000, group=30_000, hits=2_000)])
    wanted = reference.hypergeom(100_000, 2_000, 30_000).sf(699)
    assert tail.at_least(700) == pytest.approx(wanted, rel=1e-6)


@pytest.mark.parametrize("chance", [0.0, 1.0, -0.1, float("nan")])
def test_a_chance_that_makes_no_sense_is_refused(chance):
    with pytest.raises(ValueError, match="between 0 and 1"):
        successes(5, chance)
