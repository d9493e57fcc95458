"""Labels of many cases end to end."""

from __future__ import annotations

import pytest

from evalcore.metrics.labels import labels_of
from evalcore.model.case import Case, Expected


def case(*expected, **options):
    return Case(id=options.pop("id", "q"), question="?", expected=expected, **options)


def test_labels_stand_in_case_order_with_their_case_index():
    labels = labels_of(
        [
            case(Expected(chunk_id="b", grade=2), Expected(chunk_id="a"), id="x"),
            case(id="y"),
            case(Expected(chunk_id="a", grade=-1), id="z"),
        ]
    )
    assert labels.case_ids == ("x", "y", "z")
    assert labels.case.tolist() == [0, 0, 2]
    assert labels.chunk_ids == ("b", "a", "a")
    assert labels.grade.tolist() == [2, 1, -1]


def test_chunks_of_a_group_share_a_unit_and_others_are_their_own():
    labels = labels_of(
        [
            case(
                Expected(chunk_id="a"),
                Expected(chunk_id="b", group="g"),
                Expected(chunk_id="c"),
                Expected(chunk_id="d", group="g"),
            ),
            case(Expected(chunk_id="e", group="g"), id="r"),
        ]
    )
    assert labels.group.tolist() == [0, 1, 2, 1, 0]


def test_a_group_named_as_a_chunk_is_not_that_chunk():
    labels = labels_of([case(Expected(chunk_id="a"), Expected(chunk_id="b", group="a"))])
    assert labels.group.tolist() == [0, 1]


@pytest.mark.parametrize(
    ("said", "manifest", "gold"),
    [(None, True, True), (None, False, False), (True, False, True), (False, True, False)],
)
def test_the_golden_set_says_what_is_gold_and_the_manifest_only_where_it_is_silent(
    said, manifest, gold
):
    chunks = frozenset({"a"}) if manifest else frozenset()
    labels = labels_of([case(Expected(chunk_id="a", gold=said))], chunks)
    assert labels.gold.tolist() == [gold]


def test_an_exact_repeat_is_one_label_b30():
    labels = labels_of([case(Expected(chunk_id="a"), Expected(chunk_id="a"))])
    assert labels.chunk_ids == ("a",)


def test_only_a_plain_no_means_that_any_chunk_suffices():
    asked = [case(requires_all=value) for value in (None, True, False)]
    assert labels_of(asked).any_suffices.tolist() == [False, False, True]


def test_no_cases_have_no_labels():
    labels = labels_of([])
    assert labels.case_ids == ()
    assert len(labels.case) == len(labels.grade) == len(labels.any_suffices) == 0
