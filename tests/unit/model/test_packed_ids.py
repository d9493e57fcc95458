"""A million ids as one text read like the tuple of them."""

from __future__ import annotations

import numpy as np
import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from evalcore.formats.trec_lists import read_lists
from evalcore.golden.twins import lookalikes
from evalcore.metrics.hits import _numbered
from evalcore.model.packed_ids import PackedIds

IDS = st.lists(st.text(st.characters(exclude_categories=("Cs",)), max_size=6), unique=True)


def packed(ids):
    stops = np.cumsum([0, *(len(one.encode()) for one in ids)], dtype=np.int64)
    return PackedIds("".join(ids).encode(), stops)


@given(IDS)
@settings(deadline=None, max_examples=100)
def test_they_read_like_a_tuple(ids):
    held = packed(ids)
    assert (len(held), tuple(held), held[:2], held[-2:]) == (
        len(ids),
        tuple(ids),
        tuple(ids[:2]),
        tuple(ids[-2:]),
    )
    assert [held[place] for place in range(-len(ids), len(ids))] == ids * 2
    assert held == tuple(ids)
    assert tuple(ids) == held
    assert held == packed(ids)
    for place in (len(ids), -len(ids) - 1):
        with pytest.raises(IndexError):
            held[place]


def test_others_are_not_equal():
    assert packed(["a", "b"]) != packed(["ab", ""])
    assert packed(["a", "b"]) != ("a",)
    assert packed(["a"]) != ["a"]


@given(IDS, IDS)
@settings(deadline=None, max_examples=100)
def test_an_id_is_found_where_it_stands_and_nowhere_else(ids, sought):
    places = {one: place for place, one in enumerate(ids)}
    assert packed(ids).codes_of(sought).tolist() == [places.get(one, -1) for one in sought]
    numbers = {one: number for number, one in enumerate(sought)}
    assert _numbered(numbers, packed(ids)).tolist() == _numbered(numbers, tuple(ids)).tolist()
    assert lookalikes(sought, packed(ids)) == lookalikes(sought, tuple(ids))


@pytest.fixture
def large(tmp_path):
    """A run too large for plain Python, with short, long, accented and look-alike ids."""
    ids = [f"c{n}" for n in range(60_000)]
    ids += ["ñ", "n\u0303", "x" * 64, "x" * 65, "x" * 66, "x" * 200 + "a", "x" * 200 + "b", "a" * 8]
    path = tmp_path / "run.txt"
    lines = (
        f"q{row // 100:04d} Q0 {one} {row % 100 + 1} {-row} tag-of-some-length\n"
        for row, one in enumerate(ids)
    )
    path.write_text("".join(lines), encoding="utf-8")
    return ids, read_lists(path)


def test_a_large_file_finds_every_id_by_its_table(large):
    ids, lists = large
    assert isinstance(lists.chunk_ids, PackedIds)
    assert sorted(lists.chunk_ids) == sorted(ids)
    assert [lists.chunk_ids[code] for code in lists.chunk_ids.codes_of(ids)] == ids


def test_what_only_looks_like_an_id_is_not_found(large):
    _, lists = large
    strangers = (
        "c1\0",
        "c",
        "",
        "x" * 63,
        "x" * 67,
        "x" * 200,
        "aaaaaaa",
        "\ud800",
        "c60000",
        "c1" + "\0" * 70,
    )
    assert lists.chunk_ids.codes_of(strangers).tolist() == [-1] * len(strangers)
