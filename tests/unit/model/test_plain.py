"""Model values as plain JSON and back, exactly."""

from __future__ import annotations

from datetime import date
from fractions import Fraction
from typing import Any

import orjson
import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from evalcore.model.canonical import content_hash
from evalcore.model.case import Case
from evalcore.model.exam import Exam
from evalcore.model.manifest import Batch, Chunk
from evalcore.model.plain import (
    batch_from_plain,
    batch_to_plain,
    case_from_plain,
    case_to_plain,
    chunk_from_plain,
    chunk_to_plain,
    exam_from_plain,
    exam_to_plain,
    policy_from_plain,
    policy_to_plain,
)
from evalcore.model.policy import NoisePolicy, Policy, RecallPolicy, SamplingPolicy
from evalcore.model.words import Direction, Gain, Level

from support.drawn_cases import CASES, EXTRA, TEXTS

CHUNKS = st.builds(
    Chunk,
    chunk_id=TEXTS,
    text=st.none() | TEXTS,
    facets=st.none() | EXTRA,
    labels=st.none() | st.lists(TEXTS, max_size=2).map(tuple),
    valid_to=st.none() | st.dates(),
    position=st.none() | st.integers(-5, 5),
    extra=EXTRA,
)
FRACTIONS = st.fractions()
POLICIES = st.builds(
    Policy,
    recall=st.builds(RecallPolicy, floor=FRACTIONS, min_grade=st.integers(1, 100)),
    noise=st.builds(NoisePolicy, domain=st.dictionaries(TEXTS, FRACTIONS, max_size=2)),
    sampling=st.builds(SamplingPolicy, pass_share=FRACTIONS),
    author=st.none() | TEXTS,
)


def through_json(plain: dict[str, Any]) -> Any:
    return orjson.loads(orjson.dumps(plain))


@settings(deadline=None, max_examples=50)
@given(case=CASES)
def test_a_case_comes_back_equal_with_the_same_hash(case: Case) -> None:
    again = case_from_plain(through_json(case_to_plain(case)))
    assert again == case
    assert again.hash == case.hash


@settings(deadline=None, max_examples=50)
@given(chunk=CHUNKS)
def test_a_chunk_comes_back_equal(chunk: Chunk) -> None:
    assert chunk_from_plain(through_json(chunk_to_plain(chunk))) == chunk


@settings(deadline=None, max_examples=50)
@given(policy=POLICIES)
def test_a_policy_comes_back_with_its_exact_fractions(policy: Policy) -> None:
    plain = policy_to_plain(policy)
    again = policy_from_plain(plain)
    assert again == policy
    assert content_hash(policy_to_plain(again)) == content_hash(plain)


def test_a_batch_and_an_exam_come_back_equal() -> None:
    batch = Batch(id="b", at="2026-01-02", accepted=0, rejected=23)
    assert batch_from_plain(through_json(batch_to_plain(batch))) == batch
    exam = Exam(cutoff=5, gain=Gain.EXPONENTIAL, level=Level.DOCUMENT, direction=Direction.LOWER)
    assert exam_from_plain(through_json(exam_to_plain(exam))) == exam


def test_no_labels_said_and_no_labels_stay_apart() -> None:
    assert "labels" not in chunk_to_plain(Chunk(chunk_id="a"))
    assert chunk_to_plain(Chunk(chunk_id="a", labels=(), facets={})) == {
        "chunk_id": "a",
        "labels": [],
        "facets": {},
    }


def test_defaults_that_say_something_are_spelled_out() -> None:
    case = Case(id="q", question="?", verified_on=date(2026, 1, 2))
    assert case_to_plain(case) == {
        "id": "q",
        "question": "?",
        "behaviour": "answer",
        "verified_on": "2026-01-02",
        "blind": False,
        "status": "active",
    }
    assert policy_to_plain(Policy())["recall"] == {
        "floor": "9/10",
        "mean_quality": "95/1",
        "min_grade": 1,
    }
    assert policy_from_plain(policy_to_plain(Policy())).recall.floor == Fraction(9, 10)


@pytest.mark.parametrize(
    "plain",
    [
        {},
        {"id": "q"},
        {"id": 5, "question": "?"},
        {"id": "q", "question": "?", "unknown": 1},
        {"id": "q", "question": "?", "behaviour": "shrug"},
        {"id": "q", "question": "?", "blind": 1},
        {"id": "q", "question": "?", "annotated_on": "today"},
        {"id": "q", "question": "?", "expected": {"chunk_id": "a"}},
        {"id": "q", "question": "?", "expected": ["a"]},
        [],
    ],
)
def test_what_was_never_written_is_a_value_error(plain: Any) -> None:
    with pytest.raises(ValueError):
        case_from_plain(plain)


@pytest.mark.parametrize("floor", ["9/0", "x/y", "0.9", 0.9, None, "9"])
def test_a_fraction_that_is_none_is_a_value_error(floor: Any) -> None:
    with pytest.raises(ValueError):
        policy_from_plain({"recall": {"floor": floor}})
