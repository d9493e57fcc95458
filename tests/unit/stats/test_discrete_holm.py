"""Holm's correction for discrete tests keeps its promise, and never asks more than Holm's."""

from __future__ import annotations

from itertools import product

import numpy as np
import pytest
from hypothesis import given, settings
from hypothesis import strategies as st
from scipy import stats as reference

from evalcore.stats.discrete_holm import DiscreteTest, adjusted
from evalcore.stats.holm import holm
from evalcore.stats.tail import successes

calm = settings(deadline=None, max_examples=80)


def _binomial(hits, trials, chance, least=0):
    tail = successes(trials, chance)
    return DiscreteTest(
        p=tail.at_least(hits), possible=tail.chances[least:][::-1], speaks=hits >= least
    )


@st.composite
def families(draw):
    sizes = draw(st.lists(st.integers(1, 12), min_size=1, max_size=5))
    return [_binomial(draw(st.integers(0, n)), n, 0.3) for n in sizes]


@calm
@given(families())
def test_never_above_holm_and_never_below_the_test_alone(family):
    plain = holm([one.p for one in family])
    for one, ours, theirs in zip(family, adjusted(family), plain, strict=True):
        assert one.p <= ours + 1e-12
        assert ours <= theirs * (1 + 1e-9)


@calm
@given(families(), st.randoms())
def test_the_order_of_the_family_changes_nothing(family, random):
    places = list(range(len(family)))
    random.shuffle(places)
    there = adjusted([family[place] for place in places])
    here = adjusted(family)
    assert list(there) == pytest.approx([here[place] for place in places])


@pytest.mark.parametrize("least", [0, 4])
@pytest.mark.parametrize("level", [0.05, 0.2])
def test_the_chance_of_any_false_alarm_stays_at_the_level_by_counting_every_outcome(least, level):
    sizes, chance, alarm = (5, 7, 9), 0.3, 0.0
    for hits in product(*(range(n + 1) for n in sizes)):
        family = [_binomial(x, n, chance, least) for x, n in zip(hits, sizes, strict=True)]
        raised = any(
            one.speaks and p <= level for one, p in zip(family, adjusted(family), strict=True)
        )
        if raised:
            laws = zip(hits, sizes, strict=True)
            alarm += np.prod([reference.binom(n, chance).pmf(x) for x, n in laws])
    assert 0 < alarm <= level


def test_a_test_that_cannot_speak_up_at_a_level_costs_the_others_nothing():
    strong = DiscreteTest(p=0.04, possible=np.array([0.04, 1.0]))
    never = DiscreteTest(p=0.5, possible=np.array([0.5, 1.0]))
    assert adjusted([strong, never, never])[0] == pytest.approx(0.04)
    assert holm([0.04, 0.5, 0.5])[0] == pytest.approx(0.12)


def test_what_does_not_speak_stands_last_and_raises_nobody():
    mute = DiscreteTest(p=0.001, possible=np.empty(0), speaks=False)
    strong = DiscreteTest(p=0.04, possible=np.array([0.04, 1.0]))
    assert adjusted([mute, strong])[1] == pytest.approx(0.04)
    assert adjusted([]) == ()
