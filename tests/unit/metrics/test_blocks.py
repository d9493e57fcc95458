"""Lists are passed over a block at a time, and no result depends on where blocks are cut."""

from __future__ import annotations

from functools import partial

import numpy as np
import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from evalcore.metrics import hits, noise, repeats, ties
from evalcore.metrics.blocks import ranges, row_blocks
from evalcore.metrics.registry import MEASURES
from evalcore.metrics.repeats import repeated_rows
from evalcore.model.case import Expected
from evalcore.model.exam import Exam
from evalcore.model.ranking import Rankings

lengths = st.lists(st.integers(0, 9), max_size=30)


@settings(deadline=None)
@given(lengths, st.integers(1, 12), st.none() | st.integers(1, 4))
def test_blocks_cover_every_list_once_and_in_order(sizes, results, rows):
    starts = np.cumsum([0, *sizes])
    blocks = list(row_blocks(starts, results=results, rows=rows))
    covered = [row for first, last in blocks for row in range(first, last)]
    assert covered == list(range(len(sizes)))
    for first, last in blocks:
        assert last - first == 1 or starts[last] - starts[first] <= results
        assert rows is None or last - first <= rows


@pytest.mark.parametrize(
    ("results", "rows", "blocks"),
    [
        (5, None, [(0, 2), (2, 3), (3, 4), (4, 5)]),  # as many whole lists as fit, or one too long
        (5, 1, [(0, 1), (1, 2), (2, 3), (3, 4), (4, 5)]),
        (9, 2, [(0, 2), (2, 3), (3, 4), (4, 5)]),
        (21, None, [(0, 5)]),
    ],
)
def test_a_block_holds_as_many_whole_lists_as_fit(results, rows, blocks):
    starts = np.array([0, 3, 5, 9, 20, 21])
    assert list(row_blocks(starts, results=results, rows=rows)) == blocks


@settings(deadline=None)
@given(st.lists(st.tuples(st.integers(0, 50), st.integers(0, 5)), max_size=10))
def test_ranges_are_the_integers_of_each_range_in_turn(pairs):
    starts = np.array([start for start, _ in pairs], dtype=np.int64)
    sizes = np.array([size for _, size in pairs], dtype=np.int64)
    wanted = [start + i for start, size in pairs for i in range(size)]
    assert ranges(starts, sizes).tolist() == wanted


def test_measures_do_not_depend_on_the_size_of_blocks(kit, monkeypatch):
    rng = np.random.default_rng(7)
    asked = []
    for _ in range(60):
        ids = tuple(f"c{i}" for i in rng.integers(0, 15, rng.integers(0, 12)))
        scores = tuple(sorted(rng.integers(0, 4, len(ids)).astype(float).tolist(), reverse=True))
        labels = tuple(Expected(chunk_id=f"c{i}") for i in rng.permutation(15)[:3])
        asked.append(kit.Question(labels=labels, ids=ids, scores=scores))
    exam = Exam(cutoff=4)
    whole = kit.measured_of(asked, exam)
    for module in (hits, noise, ties):
        monkeypatch.setattr(module, "row_blocks", partial(row_blocks, results=7))
    monkeypatch.setattr(repeats, "_RESULTS", 7)
    monkeypatch.setattr(repeats, "_KEYS", 40)
    cut = kit.measured_of(asked, exam)
    assert whole.tie_at_cutoff.any()
    assert whole.repeated.any()
    assert not whole.repeated.all()
    np.testing.assert_array_equal(whole.repeated, cut.repeated)
    np.testing.assert_array_equal(whole.recall_low.values(), cut.recall_low.values())
    np.testing.assert_array_equal(whole.recall_high.values(), cut.recall_high.values())
    for each in MEASURES:
        np.testing.assert_array_equal(each.values(whole), each.values(cut), err_msg=each.field)


def test_many_short_lists_of_many_chunks_share_no_key_b10():
    width, rows = 70_000, 61_358
    chunks = np.ones(rows, dtype=np.int32)
    # As 32-bit numbers, the keys of these two would be the same.
    chunks[0], chunks[-1] = ((rows - 1) * width) % 2**32, 0
    rankings = Rankings(
        case_ids=tuple(map(str, range(rows))),
        starts=np.arange(rows + 1, dtype=np.int64),
        chunks=chunks,
        scores=None,
        chunk_ids=tuple(map(str, range(width))),
    )
    assert not repeated_rows(rankings).any()


@pytest.mark.parametrize("ids", [("a", "b", "a"), ("a", "a")])
def test_a_repeat_is_flagged_in_its_own_list_only_b10(kit, ids):
    labels = (Expected(chunk_id="a"),)
    asked = [kit.Question(labels=labels, ids=each) for each in (("a", "b"), ids, ("b", "a"))]
    assert kit.measured_of(asked, Exam()).repeated.tolist() == [False, True, False]
