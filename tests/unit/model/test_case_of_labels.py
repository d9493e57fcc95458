"""A case made from labels alone is the one that the constructor makes."""

from __future__ import annotations

import copy
import pickle
from dataclasses import FrozenInstanceError, fields, replace

import pytest

from evalcore.model.case import Case, Expected
from evalcore.model.plain import case_to_plain
from evalcore.model.words import Behaviour

EXPECTED = (Expected(chunk_id="a"), Expected(chunk_id="b", grade=2))


def pair() -> tuple[Case, Case]:
    made = Case.of_labels("q1", EXPECTED, behaviour=Behaviour.ANSWER, notes="n")
    usual = Case(id="q1", question="q1", expected=EXPECTED, behaviour=Behaviour.ANSWER, notes="n")
    return made, usual


def test_it_equals_the_constructed_one_in_every_field_and_in_its_hash() -> None:
    made, usual = pair()
    assert made == usual
    assert [getattr(made, field.name) for field in fields(Case)] == [
        getattr(usual, field.name) for field in fields(Case)
    ]
    assert (made.hash, repr(made), case_to_plain(made)) == (
        usual.hash,
        repr(usual),
        case_to_plain(usual),
    )


def test_it_is_copied_replaced_and_pickled_like_the_constructed_one() -> None:
    made, usual = pair()
    assert copy.deepcopy(made) == pickle.loads(pickle.dumps(made)) == usual  # noqa: S301  # ours
    assert replace(made, domain="legal") == replace(usual, domain="legal")


def test_it_is_frozen_and_shares_nothing_that_can_change() -> None:
    made, _ = pair()
    with pytest.raises(FrozenInstanceError):
        made.id = "q2"  # type: ignore[misc]  # that is the point
    assert made.extra is not Case.of_labels("q2", (), behaviour=Behaviour.ABSTAIN, notes=None).extra
