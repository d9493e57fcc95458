import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from evalcore.stats.holm import holm

P = st.lists(st.floats(0, 1), max_size=8)


def test_a_family_of_three_by_hand():
    assert holm([0.01, 0.04, 0.03]) == pytest.approx([0.03, 0.06, 0.06])


def test_what_was_not_tested_counts_for_none():
    assert holm([0.02, None]) == [0.02, None]


def test_one_test_alone_is_left_as_it_is():
    assert holm([0.2]) == [0.2]


@given(P)
@settings(deadline=None, max_examples=100)
def test_no_p_gets_smaller_and_their_order_stays(p_values):
    adjusted = holm(p_values)
    assert all(before <= after <= 1 for before, after in zip(p_values, adjusted, strict=True))
    ranked = sorted(range(len(p_values)), key=lambda i: p_values[i])
    assert [adjusted[i] for i in ranked] == sorted(adjusted)


@given(P)
@settings(deadline=None, max_examples=100)
def test_never_harsher_than_bonferroni(p_values):
    allowed = [min(1.0, p * len(p_values)) for p in p_values]
    assert all(a <= b + 1e-12 for a, b in zip(holm(p_values), allowed, strict=True))


@pytest.mark.parametrize("wrong", [float("nan"), -0.1, 1.1])
def test_what_is_no_probability_is_refused(wrong):
    with pytest.raises(ValueError, match="between 0 and 1"):
        holm([wrong])
