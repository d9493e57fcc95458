"""A table of cases reads like the tuple of the cases that the constructor makes."""

from __future__ import annotations

import copy
import pickle
from dataclasses import FrozenInstanceError, fields, replace
from datetime import date
from typing import Any

import numpy as np
import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from evalcore.metrics.labels import labels_of
from evalcore.model.case import Case, Expected, GoldenSet
from evalcore.model.case_table import LABELS, CaseTable, column, label_column, label_counts
from evalcore.model.measured import Labels
from evalcore.model.plain import case_to_plain
from evalcore.model.words import Behaviour
from evalcore.store.golden_blob import pack_golden, unpack_golden

from support.drawn_cases import CASES, TEXTS

TWO = (
    Case(id="q1", question="one?", expected=(Expected(chunk_id="a"), Expected(chunk_id="b"))),
    Case(id="q2", question="two?", behaviour=Behaviour.ABSTAIN, annotated_on=date(2026, 1, 2)),
)


def table_of(cases: tuple[Case, ...], *, whole: bool = True) -> CaseTable:
    """The table with every column, or only those that do not hold the default throughout."""
    labels = [label for case in cases for label in case.expected]
    return CaseTable(
        _columns(Case, cases, whole=whole),
        counts=np.array([len(case.expected) for case in cases], dtype=np.int64),
        labels=_columns(Expected, labels, whole=whole),
    )


def _columns(cls: Any, items: Any, *, whole: bool) -> dict[str, list[Any]]:
    names = [spec.name for spec in fields(cls) if spec.name != LABELS]
    found = {name: [getattr(item, name) for item in items] for name in names}
    if whole:
        return found
    usual = cls(**dict.fromkeys(("id", "question") if cls is Case else ("chunk_id",), ""))
    return {n: v for n, v in found.items() if any(one != getattr(usual, n) for one in v)} | {
        n: found[n] for n in ("id", "question", "chunk_id") if n in found
    }


@settings(deadline=None, max_examples=80)
@given(st.lists(CASES, max_size=5).map(tuple), st.booleans())
def test_its_cases_are_those_that_the_constructor_makes(
    cases: tuple[Case, ...], whole: bool
) -> None:
    table = table_of(cases, whole=whole)
    table._singly = len(cases)
    assert [table[place] for place in range(len(cases))] == list(cases)  # made one by one
    assert (table, tuple(table), table[1:3], len(table)) == (cases, cases, cases[1:3], len(cases))
    assert list(map(repr, table)) == list(map(repr, cases))
    assert list(map(case_to_plain, table)) == list(map(case_to_plain, cases))
    assert [case.hash for case in table] == [case.hash for case in cases]


@settings(deadline=None, max_examples=80)
@given(st.lists(CASES, max_size=5).map(tuple), st.booleans())
def test_its_columns_say_what_its_cases_say(cases: tuple[Case, ...], whole: bool) -> None:
    table = table_of(cases, whole=whole)
    names = [spec.name for spec in fields(Case) if spec.name != LABELS]
    assert [list(column(table, n)) for n in names] == [list(column(cases, n)) for n in names]
    own = [spec.name for spec in fields(Expected)]
    assert [list(label_column(table, n)) for n in own] == [label_column(cases, n) for n in own]
    assert label_counts(table).tolist() == label_counts(cases).tolist()
    assert _said(labels_of(table, frozenset("a"))) == _said(labels_of(cases, frozenset("a")))


@settings(deadline=None, max_examples=80)
@given(TEXTS, st.lists(CASES, max_size=5).map(tuple), st.booleans())
def test_it_is_stored_as_the_same_bytes_and_comes_back_equal(
    name: str, cases: tuple[Case, ...], whole: bool
) -> None:
    digest, body = pack_golden(GoldenSet(name=name, cases=cases))
    table = table_of(cases, whole=whole)
    assert pack_golden(GoldenSet(name=name, cases=table)) == (digest, body)
    assert unpack_golden(digest, body) == GoldenSet(name=name, cases=cases)


def test_a_case_of_it_is_copied_replaced_and_pickled_like_any() -> None:
    made, usual = table_of(TWO)[0], TWO[0]
    assert copy.deepcopy(made) == pickle.loads(pickle.dumps(made)) == usual  # noqa: S301  # ours
    assert replace(made, domain="legal") == replace(usual, domain="legal")


def test_a_case_of_it_is_frozen_and_shares_nothing_that_can_change() -> None:
    table = table_of(TWO, whole=False)
    with pytest.raises(FrozenInstanceError):
        table[0].id = "q2"  # type: ignore[misc]  # that is the point
    assert table[0].extra is not table[1].extra
    assert table[0].expected[0].extra is not table[0].expected[1].extra


@pytest.mark.parametrize("made", [False, True], ids=["before", "after all were made"])
def test_places_count_from_either_end_and_others_are_refused(made: bool) -> None:
    table = table_of(TWO)
    table._singly = 9
    assert not made or list(table)
    assert (table[-1], table[0], table[-2]) == (TWO[1], TWO[0], TWO[0])
    for place in (2, -3):
        with pytest.raises(IndexError):
            table[place]


def test_who_asks_for_many_cases_one_by_one_gets_them_from_all_made_at_once() -> None:
    many = tuple(Case(id=str(number), question="?") for number in range(100))
    table = table_of(many)
    assert [table[place] for place in range(100)] == list(many)
    assert "_cases" in vars(table)
    few = table_of(many)
    assert few[7] == many[7]
    assert "_cases" not in vars(few)


def test_it_differs_from_other_cases_and_from_what_is_none() -> None:
    table = table_of(TWO)
    assert table != TWO[:1]
    assert table != table_of(TWO[:1])
    assert table != 2
    assert TWO == table == table_of(TWO)


def _said(labels: Labels) -> list[Any]:
    arrays = (labels.any_suffices, labels.case, labels.grade, labels.gold, labels.group)
    return [labels.case_ids, labels.chunk_ids, *(array.tolist() for array in arrays)]
