"""Displacers: above = kept + displacers, always."""

from hypothesis import given, settings
from hypothesis import strategies as st

from evalcore.comparison.displaced import above, first_ranks
from evalcore.model.words import Level

from support.bench import case, gold, listed

LISTS = st.lists(st.sampled_from("abcdefgh"), max_size=12)


@given(before=LISTS, after=LISTS, chunk=st.sampled_from("abcdefgh"))
@settings(deadline=None, max_examples=200)
def test_what_stands_above_is_what_was_kept_and_the_displacers_and_nothing_else(
    before, after, chunk
):
    found = above(before, after, chunk)
    end = after.index(chunk) if chunk in after else len(after)
    start = before.index(chunk) if chunk in before else len(before)
    assert sorted((*found.kept, *found.displacers)) == sorted(set(after[:end]))
    assert set(found.kept) <= set(before[:start])
    assert set(found.displacers).isdisjoint(before[:start])
    assert chunk not in (*found.kept, *found.displacers)


@given(chunks=LISTS)
@settings(deadline=None, max_examples=50)
def test_a_chunk_has_the_first_of_its_ranks(chunks):
    assert first_ranks(chunks) == {chunk: chunks.index(chunk) + 1 for chunk in chunks}


def test_the_ingest_that_buried_the_table_is_read_off(two):
    golden = [case("q", gold("top"), "table")]
    old = ["top", "x", "table", "late"]
    new = ["top", "f1", "f2", "late", "x", "table"]
    held = [{"chunk_id": c} for c in ("top", "x", "table", "late")]
    friday = [{"chunk_id": c, "batch": "friday"} for c in ("f1", "f2")]
    two.bring("base", golden, [listed("q", *old)], manifest=held, cutoff=3)
    two.bring("candidate", golden, [listed("q", *new)], manifest=[*held, *friday], cutoff=3)
    (one,) = two.compare().cases
    moves = {move.chunk_id: (move.rank_before, move.rank_after) for move in one.moves}
    assert moves == {"top": (1, 1), "table": (3, 6)}
    who = [(d.chunk_id, d.batch, d.rank_before, d.rank_after, d.new) for d in one.displacers]
    assert who == [
        ("f1", "friday", None, 2, True),
        ("f2", "friday", None, 3, True),
        ("late", None, 4, 4, False),
    ]


def test_a_chunk_that_vanished_has_the_whole_list_above_it(two):
    golden = [case("q", "a")]
    found = two.of(golden, [listed("q", "x", "a")], [listed("q", "x", "y")])
    (one,) = found.cases
    assert one.moves[0].rank_after is None
    assert [d.chunk_id for d in one.displacers] == ["y"]
    assert one.displacers[0].new is None


def test_documents_are_told_where_labels_name_documents(two):
    golden = [case("q", {"chunk_id": "law", "doc_id": "law"})]
    held = [{"chunk_id": f"{d}-{n}", "doc_id": d, "batch": d} for d in ("law", "new") for n in "12"]
    options = {"manifest": held, "level": Level.DOCUMENT, "cutoff": 1}
    two.bring("base", golden, [listed("q", "law-1", "new-1")], **options)
    two.bring("candidate", golden, [listed("q", "new-2", "new-1", "law-1")], **options)
    (one,) = two.compare().cases
    assert [(d.chunk_id, d.batch) for d in one.displacers] == [("new", "new")]


def test_an_improved_case_has_no_displacers(two):
    found = two.of([case("q", "a")], [listed("q", "x", "a")], [listed("q", "a")])
    assert found.cases[0].displacers == ()


def test_chunks_are_told_by_content_and_batches_by_name(two):
    golden, lists = [case("q", "a")], [listed("q", "a")]
    before = [
        {"batches": [{"id": "one"}]},
        {"chunk_id": "a", "text": "old", "batch": "one"},
        {"chunk_id": "gone"},
        {"chunk_id": "moved", "text": "same", "batch": "one"},
    ]
    after = [
        {"chunk_id": "moved", "text": "same", "batch": "two"},
        {"chunk_id": "a", "text": "new", "batch": "one"},
        {"chunk_id": "came"},
    ]
    two.bring("base", golden, lists, manifest=before)
    two.bring("candidate", golden, lists, manifest=after)
    diff = two.compare().manifest
    assert (diff.added, diff.removed, diff.changed) == (("came",), ("gone",), ("a",))
    assert diff.new_batches == ("two",)


def test_nobody_says_what_came_where_a_manifest_is_missing(two):
    golden, lists = [case("q", "a")], [listed("q", "a")]
    assert two.of(golden, lists, lists).manifest is None
