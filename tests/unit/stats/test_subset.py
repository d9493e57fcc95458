"""The stratified part: the same every time, what is required is in it, shares are kept."""

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from evalcore.stats.subset import stratified

names = st.dictionaries(st.text(min_size=1, max_size=4), st.integers(0, 4), min_size=1, max_size=60)


@given(strata=names, data=st.data())
@settings(deadline=None, max_examples=150)
def test_a_part_has_its_size_keeps_order_and_holds_what_is_required(strata, data):
    size = data.draw(st.integers(2, 60))
    keys = list(strata)
    required = [frozenset(data.draw(st.lists(st.sampled_from(keys), max_size=5))) for _ in range(2)]
    part = stratified(strata, size, required=required)
    assert len(part) == min(size, len(strata))
    assert list(part) == [name for name in strata if name in set(part)]
    assert all(not members or members & set(part) for members in required)


@given(strata=names, seed=st.randoms(use_true_random=False))
@settings(deadline=None, max_examples=80)
def test_the_order_of_the_names_chooses_nothing(strata, seed):
    items = list(strata.items())
    seed.shuffle(items)
    size = max(1, len(strata) // 2)
    assert set(stratified(strata, size)) == set(stratified(dict(items), size))


@given(strata=names)
@settings(deadline=None, max_examples=80)
def test_without_requirements_every_stratum_has_its_share_within_one(strata):
    size = max(1, len(strata) // 3)
    part = stratified(strata, size)
    for group in set(strata.values()):
        fair = size * list(strata.values()).count(group) / len(strata)
        assert abs(sum(strata[name] == group for name in part) - fair) < 1


def test_one_that_serves_two_requirements_is_taken_once():
    strata = dict.fromkeys("abcdef", 0)
    assert len(stratified(strata, 1, required=[frozenset("a"), frozenset("ab")])) == 1


def test_a_part_too_small_for_what_is_required_is_refused():
    with pytest.raises(ValueError, match="required"):
        stratified(dict.fromkeys("abcd", 0), 1, required=[frozenset("a"), frozenset("b")])
