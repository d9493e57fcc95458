"""Filters, boost and cut, each by hand."""

from datetime import date, timedelta

import numpy as np
import pytest

from evalcore.model.manifest import Chunk
from evalcore.retrievers.embedded.boost import Boost
from evalcore.retrievers.embedded.cut import Cut
from evalcore.retrievers.embedded.filters import ChunkFilter, is_valid
from evalcore.retrievers.embedded.scored import Scored
from evalcore.retrievers.protocol import Filters, Query

FIRST, LAST = date(2025, 1, 1), date(2025, 12, 31)
DAY = timedelta(days=1)


@pytest.mark.parametrize(
    ("on", "expected"),
    [(FIRST - DAY, False), (FIRST, True), (LAST, True), (LAST + DAY, False)],
)
def test_both_days_of_the_validity_are_included(on, expected):
    assert is_valid(Chunk(chunk_id="a", valid_from=FIRST, valid_to=LAST), on) is expected


def test_a_missing_bound_is_open():
    assert is_valid(Chunk(chunk_id="a"), date.min)
    assert is_valid(Chunk(chunk_id="a", valid_from=FIRST), date.max)
    assert is_valid(Chunk(chunk_id="a", valid_to=LAST), date.min)
    assert not is_valid(Chunk(chunk_id="a", valid_to=LAST), date.max)


CHUNKS = [
    Chunk(chunk_id="a", domain="legal"),
    Chunk(chunk_id="b", domain="travel", valid_to=LAST),
    Chunk(chunk_id="c"),
]


def seen(chunk_filter, domain=None):
    return chunk_filter.allowed([Query(case_id="q", text="x", domain=domain)], CHUNKS)[0].tolist()


def test_the_question_s_own_domain():
    assert seen(ChunkFilter(own_domain=True), "legal") == [True, False, False]
    assert seen(ChunkFilter(own_domain=True), "Legal") == [False, False, False]


def test_a_question_without_a_domain_sees_all():
    assert seen(ChunkFilter(own_domain=True), None) == [True, True, True]


def test_a_list_of_domains_whatever_the_question_s_own():
    assert seen(ChunkFilter(domains=("travel", "x")), "legal") == [False, True, False]


def test_domain_and_validity_both_hold():
    strict = ChunkFilter(on=LAST + DAY, domains=("legal", "travel"))
    assert seen(strict) == [True, False, False]


@pytest.mark.parametrize(
    ("filters", "expected"),
    [
        (None, [True, False, False]),
        (Filters(), [True, False, False]),
        (Filters(off=True), [True, True, True]),
        (Filters(on=LAST, domains=("travel",)), [False, True, False]),
        (Filters(domains=("travel",)), [False, False, False]),
        (Filters(domains=()), [False, False, False]),
    ],
)
def test_one_call_may_change_the_filters(filters, expected):
    default = ChunkFilter(on=LAST + DAY, own_domain=True)
    assert seen(default.for_call(filters), "legal") == expected


def test_the_day_can_be_asked_for_where_the_suite_checks_none():
    assert seen(ChunkFilter().for_call(Filters(on=LAST + DAY))) == [True, False, True]


SCORES = Scored(np.array([[0.8, -0.4, 0.0, 0.5]]), np.array([[True, True, True, False]]))
LABELLED = np.array([True, True, True, True])


def test_a_factor_raises_also_what_is_negative():
    boosted = Boost(label="X", factor=1.25).apply(SCORES, LABELLED).scores
    np.testing.assert_allclose(boosted, [[1.0, -0.32, 0.0, 0.625]])


def test_a_number_can_be_added():
    boosted = Boost(label="X", add=0.1).apply(SCORES, LABELLED).scores
    np.testing.assert_allclose(boosted, [[0.9, -0.3, 0.1, 0.6]])


def test_only_labelled_chunks_are_raised_and_none_becomes_found():
    boosted = Boost(label="X", factor=2.0).apply(SCORES, np.array([False, False, False, True]))
    assert boosted.scores.tolist() == [[0.8, -0.4, 0.0, 1.0]]
    assert boosted.found.tolist() == SCORES.found.tolist()


def test_labels_are_compared_byte_for_byte():
    chunks = [Chunk(chunk_id="a", labels=("x",)), Chunk(chunk_id="b", labels=("Y", "X"))]
    assert Boost(label="X", factor=2.0).labelled(chunks).tolist() == [False, True]


@pytest.mark.parametrize(
    ("cut", "expected"),
    [
        (Cut(), [True, True, True, False]),
        (Cut(min_score=0.0), [True, False, True, False]),
        (Cut(min_score=0.8), [True, False, False, False]),
        (Cut(min_score=0.81), [False, False, False, False]),
        (Cut(min_share_of_best=1.0), [True, False, False, False]),
        (Cut(min_share_of_best=0.01), [True, False, False, False]),
    ],
)
def test_a_score_exactly_at_the_limit_stays(cut, expected):
    assert cut.apply(SCORES).found[0].tolist() == expected


def test_b07_where_the_best_is_not_positive_there_are_no_shares():
    negative = Scored(np.array([[-0.1, -7.5]]), np.array([[True, True]]))
    assert Cut(min_share_of_best=0.9).apply(negative).found.tolist() == [[True, True]]
