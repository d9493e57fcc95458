"""The strict second reading happens exactly where the quick one could be fooled."""

from __future__ import annotations

import json
from typing import Any

import orjson
import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from evalcore.formats.json_lines import MAX_DEPTH, MAX_INTEGER, Unsafe, parse_object

KEYS = st.sampled_from(["a", "b", 'a":', " :", "a\\", '"', "", "id"])
LEAVES = (
    st.integers(-9, 9) | st.sampled_from(['":', '"a":1', "x", '\\"a\\":', " : "]) | st.booleans()
)


def _object(inner: st.SearchStrategy[str]) -> st.SearchStrategy[str]:
    pairs = st.lists(st.tuples(KEYS, inner, st.sampled_from(["", " ", "\t"])), max_size=4)
    return pairs.map(
        lambda items: "{" + ",".join(f"{json.dumps(k)}{gap}:{v}" for k, v, gap in items) + "}"
    )


TEXTS = st.recursive(
    LEAVES.map(json.dumps),
    lambda inner: _object(inner) | st.lists(inner, max_size=3).map(lambda v: f"[{','.join(v)}]"),
    max_leaves=12,
)


def repeats(text: str) -> bool:
    """Whether any object of the text names a key twice, by a plain and slow way."""
    found = False

    def look(pairs: list[tuple[str, Any]]) -> dict[str, Any]:
        nonlocal found
        found = found or len(dict(pairs)) < len(pairs)
        return dict(pairs)

    json.loads(text, object_pairs_hook=look)
    return found


@settings(deadline=None, max_examples=150)
@given(text=TEXTS)
def test_a_repeated_key_is_found_wherever_it_hides(text: str) -> None:
    """B31."""
    if repeats(text):
        with pytest.raises(Unsafe, match="twice"):
            parse_object(text.encode())
    else:
        assert parse_object(text.encode()) == json.loads(text)


@pytest.mark.parametrize("number", [MAX_INTEGER, -MAX_INTEGER, 0, 10**18])
@pytest.mark.parametrize("form", ["%d", "[%d]", '{"a":%d}', '{"a": [1, %d ]}', " %d"])
def test_integers_up_to_the_limit_are_kept_and_one_more_is_refused(number: int, form: str) -> None:
    """B40."""
    assert parse_object((form % number).encode()) == json.loads(form % number)
    with pytest.raises(Unsafe, match=r"2\*\*63"):
        parse_object((form % (MAX_INTEGER + 1)).encode())


@pytest.mark.parametrize(
    "text", ["0.1234567890123456789", "12345678901234567890.5", "1.5e10", '"1234567890123456789"']
)
def test_long_decimals_and_digits_in_texts_are_no_integers(text: str) -> None:
    assert parse_object(text.encode()) == json.loads(text)


@pytest.mark.parametrize("opening", ["[", '{"a":'])
def test_depth_is_bounded_so_that_it_can_be_written_again(opening: str) -> None:
    """B40."""
    closing = {"[": "]", '{"a":': "}"}[opening]
    deepest = MAX_DEPTH
    value = parse_object((opening * deepest + "1" + closing * deepest).encode())
    assert orjson.dumps(value)
    with pytest.raises(Unsafe, match="deep"):
        parse_object((opening * (deepest + 1) + "1" + closing * (deepest + 1)).encode())
